import {
  type AgentMemory,
  AgentMemoryError,
  type AssembledContext,
  type ContextOverflowError,
  fixedBudget,
  type MemoryStore,
} from '@agent-memory/core';
import { type UseAgentMemoryResult, useAgentMemory } from '@agent-memory/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type CallOutcome, type CallTally, parseTally, tallied } from '../facts/call-tally.ts';
import { createKeptValue } from '../settings/kept-value.ts';
import { tallyKey } from '../settings/preferences.ts';
import { useKeptValue } from '../settings/use-kept-value.ts';

/** What came of asking memory for a context. */
export type ContextResult =
  | { readonly kind: 'sent'; readonly context: AssembledContext }
  | { readonly kind: 'refused'; readonly error: ContextOverflowError };

/** A memory as this page uses it: every context it gives is counted and held against the budget. */
export interface PlaygroundSession {
  readonly memory: AgentMemory;
  readonly state: UseAgentMemoryResult;
  readonly tally: CallTally;
  /** Why the last request got no context; gone with the next one that does. */
  readonly refusal: ContextOverflowError | undefined;
  /** Asks for the context of the next call. Rejects with anything but an overflow. */
  readonly requestContext: () => Promise<ContextResult>;
}

/**
 * @param budgetTokens input budget; a change takes effect at once, with a new context.
 */
export function useSession(options: {
  readonly memoryId: string;
  readonly store: MemoryStore;
  readonly budgetTokens: number;
  readonly system?: string;
}): PlaygroundSession {
  const { memoryId, store, budgetTokens, system } = options;
  const state = useAgentMemory({
    id: memoryId,
    store,
    budget: fixedBudget(budgetTokens),
    ...(system !== undefined && { system }),
  });
  const { memory } = state;
  const { tally, count } = useTally(memoryId);
  const [refusal, setRefusal] = useState<ContextOverflowError>();

  const requestContext = useCallback(async (): Promise<ContextResult> => {
    const result = await contextOf(memory);
    setRefusal(result.kind === 'refused' ? result.error : undefined);
    count(outcomeOf(result));
    return result;
  }, [memory, count]);

  useBudget(memory, budgetTokens, requestContext);
  useFreshPlan(memory);
  return { memory, state, tally, refusal, requestContext };
}

/** Brings the memory to the budget; the context it then gives is one more that was asked for. */
function useBudget(
  memory: AgentMemory,
  budgetTokens: number,
  requestContext: () => Promise<ContextResult>,
): void {
  useEffect(() => {
    let isOvertaken = false;
    async function apply(): Promise<void> {
      await memory.ready;
      const { budget, entries } = memory.getState();
      if (isOvertaken || budget.inputTokens === budgetTokens) return;
      await memory.configure({ budget: fixedBudget(budgetTokens) });
      if (entries > 0 && !isOvertaken) await requestContext();
    }
    apply().catch(unlessClosed);
    return () => {
      isOvertaken = true;
    };
  }, [memory, budgetTokens, requestContext]);
}

/**
 * Shows a stored session as it would be sent now, and figures anew once estimates became counts.
 * Nobody asked for these contexts, so they are not among those that are counted.
 */
function useFreshPlan(memory: AgentMemory): void {
  useEffect(() => {
    let isOvertaken = false;
    async function show(): Promise<void> {
      await memory.ready;
      const { entries, plan } = memory.getState();
      const isFresh = plan?.tokenSource === 'counted' || entries === 0;
      if (!isOvertaken && !isFresh) await contextOf(memory);
    }
    const showAgain = (): void => void show().catch(unlessClosed);
    showAgain();
    const stopListening = memory.onEvent(({ type }) => {
      if (type === 'tokens-update') showAgain();
    });
    return () => {
      isOvertaken = true;
      stopListening();
    };
  }, [memory]);
}

/** The figures of one session, kept with it. */
function useTally(memoryId: string): {
  readonly tally: CallTally;
  readonly count: (outcome: CallOutcome) => void;
} {
  const kept = useMemo(() => createKeptValue(tallyKey(memoryId), parseTally), [memoryId]);
  const [tally, setTally] = useKeptValue(kept);
  const count = useCallback(
    (outcome: CallOutcome) => setTally(tallied(kept.get(), outcome)),
    [kept, setTally],
  );
  return { tally, count };
}

async function contextOf(memory: AgentMemory): Promise<ContextResult> {
  try {
    return { kind: 'sent', context: await memory.assemble() };
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
  const { totalTokens, budget } = result.context.plan;
  return { kind: 'sent', totalTokens, inputTokens: budget.inputTokens };
}

/** A session that was left meanwhile needs no context any more; anything else is a fault. */
export function unlessClosed(error: unknown): void {
  if (AgentMemoryError.isInstance(error) && error.code === 'SESSION_CLOSED') return;
  throw error;
}
