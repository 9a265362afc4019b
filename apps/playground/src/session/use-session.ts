import {
  type AgentMemory,
  AgentMemoryError,
  type AssembledContext,
  type CompactionOptions,
  type CompactionRecord,
  type ContextOverflowError,
  createBudget,
  type MemoryFeature,
  type MemoryStore,
  type Summarizer,
  type TokenBudget,
} from '@agent-memory/core';
import { type UseAgentMemoryResult, useAgentMemory } from '@agent-memory/react';
import { useCallback, useEffect, useMemo } from 'react';
import { errorText } from '../app/error-text.ts';
import {
  type CallOutcome,
  type CallTally,
  heldAgainstBudget,
  parseTally,
  tallied,
} from '../facts/call-tally.ts';
import { exactCounterOnceLoaded } from '../facts/exact-counter.ts';
import { createKeptValue } from '../settings/kept-value.ts';
import { tallyKey } from '../settings/preferences.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';
import { type Headroom, inputBudget } from './input-budget.ts';
import { useStateOf } from './use-state-of.ts';

/** The outcome of asking memory for a context. */
export type ContextResult =
  | { readonly kind: 'sent'; readonly context: AssembledContext }
  | { readonly kind: 'refused'; readonly error: ContextOverflowError };

/** How a context is asked for. */
export interface ContextRequest {
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** The provider refused the last one as too long: a smaller one is wanted. */
  readonly wasTooLong?: boolean;
}

/** A memory as this page uses it: every context it gives is counted and held against the budget. */
export interface PlaygroundSession {
  readonly memory: AgentMemory;
  readonly state: UseAgentMemoryResult;
  readonly tally: CallTally;
  /** Why the last request got no context; gone with the next one that does. */
  readonly refusal: ContextOverflowError | undefined;
  /** Why the page could not bring the session up to date, in words; gone when it can again. */
  readonly fault: string | undefined;
  /** Asks for the context of the next call. Rejects with anything but an overflow. */
  readonly requestContext: (request?: ContextRequest) => Promise<ContextResult>;
  /** Does work whose calls are added to the tally at its end, all at once. */
  readonly countTogether: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Recorded sessions were held with models of this encoding, in which the page counts for itself too. */
export const RECORDED_MODEL = 'gpt-4o';

/** The room of a session, in tokens; a change takes effect at once, with a new context. */
export type SessionRoom =
  /** The input budget, and what is kept free on top of it; the same object until that changes. */
  | {
      readonly budgetTokens: number;
      readonly headroom?: Headroom | undefined;
      readonly contextWindow?: never;
    }
  /** The model's window, of which a part is kept for its answer. */
  | { readonly contextWindow: number; readonly budgetTokens?: never; readonly headroom?: never };

/** The parts of a session of this page. */
export type SessionOptions = SessionRoom & {
  readonly memoryId: string;
  readonly store: MemoryStore;
  readonly system?: string;
  /**
   * The model that reads the context; figures without one, or for one whose encoding is not known, are
   * estimates.
   */
  readonly model?: string;
  /** Features of the memory, such as sections of the live tier; read once, when it is made. */
  readonly features?: readonly MemoryFeature[];
  /** Default: the extractive one. Read once, like the next one. */
  readonly summarizer?: Summarizer;
  readonly compaction?: CompactionOptions;
};

/** A memory with its figures, for one component. */
export function useSession(options: SessionOptions): PlaygroundSession {
  const { memoryId, store, budgetTokens, contextWindow, headroom, system, model, features } =
    options;
  const { summarizer, compaction } = options;
  const budget = useMemo(
    () =>
      contextWindow === undefined
        ? inputBudget(budgetTokens, headroom)
        : windowBudget(contextWindow),
    [budgetTokens, contextWindow, headroom],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts when the memory is made; later ones are set by `useBudget`.
  const firstBudget = useMemo(() => budget, [memoryId]);
  const state = useAgentMemory({
    id: memoryId,
    store,
    budget: firstBudget,
    ...(system !== undefined && { system }),
    ...(model !== undefined && { model }),
    ...(features !== undefined && { features }),
    ...(summarizer !== undefined && { summarizer }),
    ...(compaction !== undefined && { compaction }),
  });
  const { memory } = state;
  const { tally, count, countTogether } = useTally(memoryId);
  const [refusal, setRefusal] = useStateOf<ContextOverflowError>(memory);

  const requestContext = useCallback(
    async (request?: ContextRequest): Promise<ContextResult> => {
      const result = await contextOf(memory, request);
      // A context that the provider finds too long is no matter of the budget that was set here.
      const isRefused = result.kind === 'refused' && !request?.wasTooLong;
      setRefusal(isRefused ? result.error : undefined);
      count(outcomeOf(result));
      return result;
    },
    [memory, count, setRefusal],
  );

  const [fault, setFault] = useStateOf<string>(memory);
  useBudget(memory, budget, requestContext, setFault);
  useFreshPlan(memory, setFault);
  return { memory, state, tally, refusal, fault, requestContext, countTogether };
}

/** The budget of a window; there are no tools here that results would need room for. */
export function windowBudget(contextWindow: number): TokenBudget {
  return createBudget({ contextWindow, toolResultTokens: 0 });
}

/** Brings the memory to the budget; the context it then gives is one more that was asked for. */
function useBudget(
  memory: AgentMemory,
  wanted: TokenBudget,
  requestContext: () => Promise<ContextResult>,
  onFault: (fault: string | undefined) => void,
): void {
  useEffect(() => {
    let isOvertaken = false;
    async function apply(): Promise<void> {
      await memory.ready;
      const { budget, entries } = memory.getState();
      if (isOvertaken || budget.inputTokens === wanted.inputTokens) return;
      await memory.configure({ budget: wanted });
      if (entries > 0 && !isOvertaken) await requestContext();
      if (!isOvertaken) onFault(undefined);
    }
    apply().catch((error: unknown) => {
      if (!isOvertaken) onFault(faultOf(error));
    });
    return () => {
      isOvertaken = true;
    };
  }, [memory, wanted, requestContext, onFault]);
}

/**
 * Shows a stored session as it would be sent now, and anew once estimates became counts or somebody
 * compacted or took a compaction back by hand. No call of a model asked for these contexts, so they
 * are not among those that are counted.
 */
function useFreshPlan(memory: AgentMemory, onFault: (fault: string | undefined) => void): void {
  useEffect(() => {
    let isOvertaken = false;
    async function show({ isOutdated }: { readonly isOutdated: boolean }): Promise<void> {
      await memory.ready;
      const { entries, plan } = memory.getState();
      const isFresh = (plan?.tokenSource === 'counted' && !isOutdated) || entries === 0;
      if (!isOvertaken && !isFresh) await contextOf(memory);
    }
    const showAgain = (about: { readonly isOutdated: boolean }): void => {
      show(about).catch((error: unknown) => {
        if (!isOvertaken) onFault(faultOf(error));
      });
    };
    showAgain({ isOutdated: false });
    const stopListening = memory.onEvent((event) => {
      if (event.type === 'tokens-update') showAgain({ isOutdated: false });
      if (event.type === 'compaction-end' && isByHand(event.record)) {
        showAgain({ isOutdated: true });
      }
    });
    return () => {
      isOvertaken = true;
      stopListening();
    };
  }, [memory, onFault]);
}

/** Made when a person asked for it, and not because a context was asked for. */
function isByHand({ trigger }: CompactionRecord): boolean {
  return trigger === 'manual' || trigger === 'undo';
}

/** The figures of one session, kept with it. */
function useTally(memoryId: string): Pick<PlaygroundSession, 'tally' | 'countTogether'> & {
  readonly count: (outcome: CallOutcome) => void;
} {
  const kept = useMemo(() => createKeptValue(tallyKey(memoryId), parseTally), [memoryId]);
  const [tally] = useKeptValue(kept);
  const counts = useMemo(() => {
    let held: CallOutcome[] | undefined;
    const write = (outcomes: readonly CallOutcome[]): void =>
      kept.update((latest) => outcomes.reduce(tallied, latest));
    return {
      count(outcome: CallOutcome): void {
        if (held) held.push(outcome);
        else write([outcome]);
      },
      async countTogether<Result>(work: () => Promise<Result>): Promise<Result> {
        held = [];
        try {
          return await work();
        } finally {
          const outcomes = held;
          held = undefined;
          if (outcomes.length > 0) write(outcomes);
        }
      },
    };
  }, [kept]);
  return { tally, ...counts };
}

async function contextOf(
  memory: AgentMemory,
  { signal, wasTooLong = false }: ContextRequest = {},
): Promise<ContextResult> {
  const options = signal ? { signal } : {};
  try {
    const assembling = wasTooLong ? memory.onOverflow(options) : memory.assemble(options);
    return { kind: 'sent', context: await assembling };
  } catch (error) {
    if (isOverflow(error)) return { kind: 'refused', error };
    throw error;
  }
}

function isOverflow(error: unknown): error is ContextOverflowError {
  return AgentMemoryError.isInstance(error) && error.code === 'CONTEXT_OVERFLOW';
}

function outcomeOf(result: ContextResult): CallOutcome {
  if (result.kind === 'refused') return { kind: 'refused' };
  return heldAgainstBudget(result.context, exactCounterOnceLoaded());
}

/** Puts the fault into words; `undefined` for a session that was left meanwhile, which is no fault. */
export function faultOf(error: unknown): string | undefined {
  if (AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED') return undefined;
  return errorText(error);
}
