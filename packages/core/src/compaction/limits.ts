import type { KnownNames } from '../errors/refuse-unknown.ts';

/**
 * How a compaction divides the room. Shares of the input budget, unless said otherwise; chosen by
 * the `replay` benchmark (docs/benchmarks.md), where needed values kept and input cost are weighed.
 */
export interface CompactionLimits {
  /** A tool result above this is trimmed to it. */
  readonly resultShare: number;
  /** Originals at the end of the transcript that stay: a share of the budget less system and anchor. */
  readonly tailShare: number;
  /** The newest step may take this part of what head and derived text leave; the rest is room to grow. */
  readonly newestPartOfTail: number;
  /** Everything that is no original: summary and exact values together. */
  readonly derivedShare: number;
  /**
   * The summary's part of the derived text; the rest is for exact values. Of what goes beyond 3,000
   * tokens it takes twice this part, because the likeliest values have their place by then.
   */
  readonly summaryPartOfDerived: number;
  /** The same for a summary that a model writes. */
  readonly modelSummaryPartOfDerived: number;
  /** Above this the anchor is sent as an excerpt. */
  readonly anchorShare: number;
}

/** Every limit by its name. */
export const LIMITS = {
  resultShare: true,
  tailShare: true,
  newestPartOfTail: true,
  derivedShare: true,
  summaryPartOfDerived: true,
  modelSummaryPartOfDerived: true,
  anchorShare: true,
} as const satisfies KnownNames<CompactionLimits>;

export const DEFAULT_LIMITS: CompactionLimits = {
  resultShare: 1 / 16,
  tailShare: 0.23,
  newestPartOfTail: 0.6,
  derivedShare: 0.22,
  summaryPartOfDerived: 0.1,
  modelSummaryPartOfDerived: 0.3,
  anchorShare: 0.25,
};
