import type { AssembledContext, TokenCounter } from '@agent-memory/core';
import { countMessages } from './count-messages.ts';

/** How one request for a context ended. */
export type CallOutcome =
  | { readonly kind: 'sent'; readonly isOverBudget: boolean }
  /** The protected part alone did not fit: no context was given. */
  | { readonly kind: 'refused' };

/** All requests for a context that were made in one session. */
export interface CallTally {
  readonly sent: number;
  readonly refused: number;
  /** Contexts that were larger than the budget they were made for. The promise is none. */
  readonly overBudget: number;
}

export const NO_CALLS: CallTally = { sent: 0, refused: 0, overBudget: 0 };

/**
 * Holds a context against the budget: by what memory says of it, and by the messages themselves,
 * which are counted here once more. Either can find it too large.
 *
 * @param counter an exact counter; without one only memory's own figure can be checked.
 */
export function heldAgainstBudget(
  { plan, messages }: AssembledContext,
  counter: TokenCounter | undefined,
): CallOutcome {
  const counted = counter ? countMessages(messages, counter) : 0;
  const isOverBudget = Math.max(plan.totalTokens, counted) > plan.budget.inputTokens;
  return { kind: 'sent', isOverBudget };
}

export function tallied(tally: CallTally, outcome: CallOutcome): CallTally {
  if (outcome.kind === 'refused') return { ...tally, refused: tally.refused + 1 };
  return {
    ...tally,
    sent: tally.sent + 1,
    overBudget: tally.overBudget + (outcome.isOverBudget ? 1 : 0),
  };
}

/** Reads a tally that was kept as JSON; anything else counts as no calls. */
export function parseTally(value: unknown): CallTally {
  if (typeof value !== 'object' || value === null) return NO_CALLS;
  const { sent, refused, overBudget } = value as Partial<Record<keyof CallTally, unknown>>;
  return { sent: count(sent), refused: count(refused), overBudget: count(overBudget) };
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
