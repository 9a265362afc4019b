import type { CompactionInput } from './stage.ts';

/** The view after a refusal fills so much of the new limit: one tool result more does not pass it. */
const FILLED_SHARE = 0.96;
/** Text that stands for what leaves takes at most this part of it. */
const DERIVED_PART = 1 / 5;

type Sizes = Pick<CompactionInput, 'budget' | 'limits'>;

/** The sizes of a context that was refused, in tokens. */
export interface RefusedSizes {
  readonly totalTokens: number;
  /** The text that stands for earlier ranges. */
  readonly archiveTokens: number;
  readonly liveTokens: number;
}

/**
 * The sizes of a compaction that a refused context needs [BUD-4]: it loses what is over the new limit, and
 * not all that an ordinary compaction would take.
 */
export function sizesAfterRefusal(
  { budget, limits }: Sizes,
  { totalTokens, archiveTokens, liveTokens }: RefusedSizes,
): Sizes {
  const filledTokens = Math.floor(FILLED_SHARE * budget.inputTokens) - liveTokens;
  const lowTokens = Math.max(budget.lowTokens, filledTokens);
  const overTokens = Math.max(0, totalTokens - liveTokens - lowTokens);
  // The units that leave make room for the text that stands for them as well.
  const addedTokens = (DERIVED_PART / (1 - DERIVED_PART)) * overTokens;
  const derivedShare = (archiveTokens + addedTokens) / budget.inputTokens;
  return {
    budget: { ...budget, lowTokens },
    limits: { ...limits, derivedShare: Math.min(limits.derivedShare, derivedShare) },
  };
}
