import {
  type AgentMemory,
  AgentMemoryError,
  type AgentMemoryOptions,
  defaultScratchpad,
  type MemoryState,
} from '@agent-memory/core';

/** Why the options of a memory were refused. */
export function refusalOf(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentMemoryError('INVALID_OPTION', `The options could not be used: ${reason}`, {
    cause,
  });
}

/**
 * Stands for a memory whose options were refused, so that a component can render the reason: its
 * state is `error` for good, and whatever it is asked for it answers with that error.
 */
export function refusedMemory<Pad>(
  options: AgentMemoryOptions<Pad>,
  error: AgentMemoryError,
): AgentMemory<Pad> {
  const state = refusedState(options, error);
  const refuse = (): Promise<never> => Promise.reject(error);
  const nothing = (): void => undefined;
  return {
    id: options.id,
    ready: Promise.resolve(),
    append: refuse,
    assemble: refuse,
    compact: refuse,
    previewCompaction: refuse,
    undoCompaction: refuse,
    archived: refuse,
    onOverflow: refuse,
    reportUsage: refuse,
    patchScratchpad: refuse,
    configure: refuse,
    plan: () => {
      throw error;
    },
    explain: () => undefined,
    entries: () => [],
    entry: () => undefined,
    getState: () => state,
    subscribe: () => nothing,
    onEvent: () => nothing,
    clearError: nothing,
    dispose: () => Promise.resolve(),
  };
}

const NO_BUDGET: MemoryState['budget'] = {
  contextWindow: 0,
  replyTokens: 0,
  safetyTokens: 0,
  toolResultTokens: 0,
  reservedTokens: 0,
  inputTokens: 0,
  highTokens: 0,
  lowTokens: 0,
};

function refusedState<Pad>(
  options: AgentMemoryOptions<Pad>,
  error: AgentMemoryError,
): MemoryState<Pad> {
  // Without a schema of the caller's, `Pad` is the default scratchpad; the type cannot say so.
  const scratchpad = (options.scratchpad?.initial ?? defaultScratchpad.initial) as Pad;
  return {
    status: 'error',
    error,
    entries: 0,
    budget: NO_BUDGET,
    plan: undefined,
    scratchpad,
    compactions: [],
    breaker: { status: 'closed', failures: 0 },
    summary: { status: 'idle', name: 'none' },
    ledger: { factor: 1, reservedTokens: 0, reports: 0 },
    degraded: [],
    store: { name: 'none', persistent: false },
  };
}
