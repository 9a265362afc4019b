/**
 * How a compaction divides the room. Shares of the input budget, unless said otherwise; chosen by
 * the `replay` benchmark (docs/benchmarks.md), where needed values kept and input cost are weighed.
 */
export const DEFAULT_LIMITS = {
  /** A tool result above this is trimmed to it. */
  resultShare: 1 / 16,
  /** Originals at the end of the transcript that stay: a share of the budget less system and anchor. */
  tailShare: 0.23,
  /** The newest step may take this part of what head and derived text leave; the rest is room to grow. */
  newestPartOfTail: 0.6,
  /** Everything that is no original: summary, exact values and quotations together. */
  derivedShare: 0.22,
  /**
   * The summary's part of the derived text; the rest is for exact values. Of what goes beyond 3,000
   * tokens it takes twice this part, because the likeliest values have their place by then.
   */
  summaryPartOfDerived: 0.1,
  /** The same for a summary that a model writes. */
  modelSummaryPartOfDerived: 0.3,
  /** Sentences of the user that set rules take so much of it, and the newest others so much. */
  rulesShare: 0.04,
  quotesShare: 0.01,
  /** Above this the anchor is sent as an excerpt. */
  anchorShare: 0.25,
};

export type CompactionLimits = Readonly<typeof DEFAULT_LIMITS>;
