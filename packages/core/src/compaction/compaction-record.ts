import type { ModelTotals } from '../condense/model-call.ts';
import type { ScheduleReason } from './pacing/schedule.ts';

/** The cause of a compaction. */
export type CompactionTrigger =
  /** It was due; `reason` says why. */
  | 'auto'
  /** The caller asked. */
  | 'manual'
  /** Settings changed, or the head moved to before what was compacted, and the overlays are derived again. */
  | 'epoch'
  /** The provider said that the context was too long. */
  | 'overflow'
  /** A compaction was taken back. */
  | 'undo';

/** The effect of one stage. */
export interface StageReport {
  readonly stage: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Entries it changed or took out. */
  readonly entries: number;
  /** Why it was passed over: it threw. Then it changed nothing. */
  readonly failure?: string;
}

/** Exact values of what left that can be read nowhere in the context any more [CMP-11]. */
export interface LostValues {
  /** The first of them, those most likely to be missed first. */
  readonly values: readonly string[];
  /** How many there are in all. */
  readonly total: number;
}

/** The record of one compaction [CMP-14]. */
export interface CompactionRecord {
  readonly id: string;
  readonly trigger: CompactionTrigger;
  /** Why it was due; absent where the caller asked. */
  readonly reason?: ScheduleReason;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly epoch: number;
  readonly inputTokens: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly stages: readonly StageReport[];
  /** The writer of the summary; absent when none was made. */
  readonly summariser?: string;
  /** The model whose summary the writer kept and extended, without asking it again [CMP-4]. */
  readonly extends?: string;
  /** Why the summariser that was asked is not the writer; absent where it is, or none was asked. */
  readonly summaryFailure?: string;
  /** Calls, tokens, time and cost of the summary by model, failed calls included; absent where none was told. */
  readonly models?: readonly ModelTotals[];
  /** The summary was written ahead of need and swapped in [CMP-13]. */
  readonly wasPrepared?: true;
  /** Entries that left the view in this compaction, as ranges, `toSeq` exclusive. */
  readonly left: readonly { readonly fromSeq: number; readonly toSeq: number }[];
  /** Absent in records of earlier versions, like the fields below. */
  readonly lost?: LostValues;
  /** Tokens of the context sent last behind its first changed item: a provider's prompt cache has to read them again. */
  readonly cacheLostTokens?: number;
  /** Entries of the transcript when it was made. */
  readonly transcriptLength?: number;
  /** The compaction that this one took back. */
  readonly undoes?: string;
}
