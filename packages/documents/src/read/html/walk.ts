import type { Steps } from '@agent-memory/core/internal';
import type { LightNode } from './light-tree.ts';

const NODES_PER_STEP = 256;

/** Called with each node of a tree. */
interface Visitor {
  /** `skip`: nothing in it is looked at, and it is not left. */
  enter(node: LightNode): 'go-on' | 'skip';
  leave(node: LightNode): void;
}

/** Every node in the order of the page, at any depth without a stack. */
export function* walk(root: LightNode, { enter, leave }: Visitor): Steps<void> {
  let node: LightNode | undefined = root;
  let count = 0;
  while (node) {
    count += 1;
    if (count % NODES_PER_STEP === 0) yield;
    const goesIn: boolean = enter(node) === 'go-on';
    if (goesIn && node.first) {
      node = node.first;
      continue;
    }
    if (goesIn) leave(node);
    while (node !== root && !node.next && node.parent) {
      node = node.parent;
      leave(node);
    }
    node = node === root ? undefined : node.next;
  }
}
