import type {
  AgentMemory,
  AgentMemoryError,
  AgentMemoryOptions,
  DefaultScratchpad,
  MemoryState,
} from '@agent-memory/core';
import { deferredMemory } from '../open-sessions/deferred-memory.ts';
import { watchedMemory } from '../open-sessions/watched-memory.ts';

const refused = new WeakSet<object>();

/** Whether a memory stands in for one whose options were refused. */
export function isRefused(memory: object): boolean {
  return refused.has(memory);
}

/**
 * Stands in for a memory whose options were refused, so that a component can render the reason: its
 * state is `error` for good, and every call rejects with that error. All else is as in a memory to which
 * nothing has happened.
 */
export function refusedMemory<Pad>(
  options: AgentMemoryOptions<Pad>,
  error: AgentMemoryError,
): AgentMemory<Pad> {
  const untouched = deferredMemory<DefaultScratchpad>({
    id: 'refused',
    contextWindow: 99_999,
  });
  const state = refusedState(untouched.getState(), options, error);
  const ready = Promise.resolve();
  const refuse = (): Promise<never> => Promise.reject(error);
  const refusing = watchedMemory(untouched, { ready: () => ready, call: refuse });
  // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
  const memory = Object.assign(refusing as unknown as AgentMemory<Pad>, {
    id: options.id,
    archived: refuse,
    plan: () => {
      throw error;
    },
    getState: () => state,
    clearError: () => undefined,
  });
  refused.add(memory);
  return memory;
}

function refusedState<Pad>(
  untouched: MemoryState,
  { scratchpad }: AgentMemoryOptions<Pad>,
  error: AgentMemoryError,
): MemoryState<Pad> {
  const figures = Object.keys(untouched.budget).map((name) => [name, 0]);
  return {
    ...untouched,
    status: 'error',
    error,
    // There is no budget; no figure may look like one.
    budget: Object.fromEntries(figures) as MemoryState['budget'],
    // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
    scratchpad: scratchpad?.initial ?? (untouched.scratchpad as Pad),
  };
}
