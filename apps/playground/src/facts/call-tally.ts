/** How one request for a context ended. */
export type CallOutcome =
  | { readonly kind: 'sent'; readonly totalTokens: number; readonly inputTokens: number }
  /** What is protected alone did not fit: no context was given. */
  | { readonly kind: 'refused' };

/** All requests for a context that were made in one session. */
export interface CallTally {
  readonly sent: number;
  readonly refused: number;
  /** Contexts that were larger than the budget they were made for. The promise is none. */
  readonly overBudget: number;
}

export const NO_CALLS: CallTally = { sent: 0, refused: 0, overBudget: 0 };

export function tallied(tally: CallTally, outcome: CallOutcome): CallTally {
  if (outcome.kind === 'refused') return { ...tally, refused: tally.refused + 1 };
  const isOver = outcome.totalTokens > outcome.inputTokens;
  return {
    ...tally,
    sent: tally.sent + 1,
    overBudget: tally.overBudget + (isOver ? 1 : 0),
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
