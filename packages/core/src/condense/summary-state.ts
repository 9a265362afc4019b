import type { SummaryProgress } from './summarizer.ts';

/** The work of the summariser at the moment, and what became of it so far. */
export type SummaryState = (
  | { readonly status: 'idle' }
  /** `progress` is there where the summary is written in parts. */
  | { readonly status: 'working'; readonly progress?: SummaryProgress }
  /** A summary is ready for these many entries; the next compaction uses it. */
  | { readonly status: 'prepared'; readonly coversEntries: number }
) & {
  /** Absent until a model is asked. */
  readonly uses?: SummaryUses;
};

/** Summaries that a model was asked for since the session was opened, used and not used. */
export interface SummaryUses {
  readonly asked: number;
  /** Those that stand in a compaction. */
  readonly used: number;
  /** Those that do not, by reason. */
  readonly unused: Readonly<Record<UnusedSummary, number>>;
}

/**
 * Why a summary is not used: the call failed or its answer was refused; other settings, another branch, an
 * undo or an abort came first; the compaction would have freed nothing.
 */
export type UnusedSummary = 'failed' | 'overtaken' | 'no-gain';

export const NO_USES: SummaryUses = {
  asked: 0,
  used: 0,
  unused: { failed: 0, overtaken: 0, 'no-gain': 0 },
};
