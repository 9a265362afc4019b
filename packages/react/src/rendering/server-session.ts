import type { AgentMemory, AgentMemoryOptions } from '@agent-memory/core';
import { deferredMemory } from '@agent-memory/core/internal';
import type { StandIn } from './stand-in.ts';

/**
 * A memory for one rendering on a server: nobody else finds it, it loads nothing and React's `use` does
 * not wait for it.
 *
 * @throws AgentMemoryError as `createAgentMemory` does.
 */
export function serverSession<Pad>(options: AgentMemoryOptions<Pad>): StandIn<Pad> {
  const memory = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(deferredMemory<Pad>(options)),
    ready: { value: readyAtOnce(), enumerable: true, configurable: true },
  });
  return { id: options.id, memory };
}

/** With these marks React's `use` does not wait, not even for a microtask. */
function readyAtOnce(): Promise<void> {
  return Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });
}
