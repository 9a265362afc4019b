import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  type WindowOption,
} from '@agent-memory/core';
import type { StandIn } from './stand-in.ts';

/**
 * A memory for one rendering on a server: nobody else finds it, it loads nothing and React's `use` does
 * not wait for it.
 *
 * @throws AgentMemoryError as `createAgentMemory` does.
 */
export function serverSession<Pad>(options: AgentMemoryOptions<Pad>): StandIn<Pad> {
  // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so. That
  // a window is missing is refused when the memory is made: a provider may have given it.
  const complete = options as AgentMemoryOptions<Pad> &
    WindowOption &
    Required<Pick<AgentMemoryOptions<Pad>, 'scratchpad'>>;
  const memory = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(createAgentMemory<Pad>(complete)),
    ready: { value: readyAtOnce(), enumerable: true, configurable: true },
  });
  return { id: options.id, memory };
}

/** With these marks React's `use` does not wait, not even for a microtask. */
function readyAtOnce(): Promise<void> {
  return Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });
}
