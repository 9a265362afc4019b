import {
  type AgentMemory,
  AgentMemoryError,
  type AgentMemoryOptions,
  createAgentMemory,
  type MemoryState,
} from '@agent-memory/core';
import { forEachCall } from './memory-calls.ts';

/** Why the options of a memory were refused. */
export function refusalOf(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentMemoryError('INVALID_OPTION', `The options could not be used: ${reason}`, {
    phase: 'option',
    cause,
  });
}

const refused = new WeakSet<object>();

/** Whether a memory only stands for one whose options were refused. */
export function isRefused(memory: object): boolean {
  return refused.has(memory);
}

/**
 * Stands for a memory whose options were refused, so that a component can render the reason: its
 * state is `error` for good, and whatever it is asked for it answers with that error. All else is as
 * in a memory to which nothing has happened.
 */
export function refusedMemory<Pad>(
  options: AgentMemoryOptions<Pad>,
  error: AgentMemoryError,
): AgentMemory<Pad> {
  const untouched = createAgentMemory({ id: 'refused', contextWindow: 99_999 });
  const state = refusedState(untouched.getState(), options, error);
  const refuse = (): Promise<never> => Promise.reject(error);
  const memory = Object.defineProperties({} as AgentMemory<Pad>, {
    ...Object.getOwnPropertyDescriptors(untouched),
    ...Object.getOwnPropertyDescriptors({
      ...forEachCall(() => refuse),
      id: options.id,
      ready: Promise.resolve(),
      archived: refuse,
      plan: () => {
        throw error;
      },
      getState: () => state,
      clearError: () => undefined,
    }),
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
    // No budget was ever worked out, and no figure is to look like one.
    budget: Object.fromEntries(figures) as MemoryState['budget'],
    // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
    scratchpad: scratchpad?.initial ?? (untouched.scratchpad as Pad),
  };
}
