import type { AgentMemory, Entry } from '@agent-memory/core';
import { useAgentMemoryState } from './use-agent-memory-state.ts';

/**
 * The originals of the conversation, for a list that an app draws itself; empty until the stored session
 * is loaded, and on a server. Renders again only when an original is added, changed or taken out. Of a
 * long session the newest are there first, and older ones join them as they are read [STO-9].
 *
 * @example
 * ```tsx
 * function Conversation() {
 *   const { memory } = useAgentMemory({ id: 'support', contextWindow: 128_000, store });
 *   return useEntries(memory).map(({ id, message }) => <li key={id}>{textOf(message)}</li>);
 * }
 * ```
 */
export function useEntries<Pad>(memory: AgentMemory<Pad>): readonly Entry[] {
  return useAgentMemoryState(
    memory,
    ({ entries }) => (entries === 0 ? NONE : memory.entries()),
    areSame,
  );
}

const NONE: readonly Entry[] = Object.freeze([]);

/** An entry is never changed in place. */
function areSame(left: readonly Entry[], right: readonly Entry[]): boolean {
  return left.length === right.length && left.every((entry, at) => entry === right[at]);
}
