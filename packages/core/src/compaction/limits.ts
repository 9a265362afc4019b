/**
 * How a compaction divides the room. Shares of the input budget, unless said otherwise; chosen by
 * the `replay` benchmark (docs/benchmarks.md), where needed values kept and input cost are weighed.
 */
export interface CompactionLimits {
  /** A tool result above this is trimmed to it. */
  readonly resultShare: number;
  /** Originals at the end of the transcript that stay: a share of the budget less system and anchor. */
  readonly tailShare: number;
  /** Everything that is no original: summary and exact values together. */
  readonly derivedShare: number;
  /** The summary's part of the derived text; the rest is for exact values. */
  readonly summaryPartOfDerived: number;
  /** Above this the anchor is sent as an excerpt. */
  readonly anchorShare: number;
}

export const DEFAULT_LIMITS: CompactionLimits = {
  resultShare: 1 / 16,
  tailShare: 0.22,
  derivedShare: 0.22,
  summaryPartOfDerived: 0.25,
  anchorShare: 0.25,
};
