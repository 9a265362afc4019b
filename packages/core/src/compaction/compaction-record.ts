/** What made a compaction start. */
export type CompactionTrigger =
  /** The view passed the high watermark. */
  | 'auto'
  /** The caller asked. */
  | 'manual'
  /** Settings changed and the overlays are derived anew. */
  | 'epoch';

/** What one stage did. */
export interface StageReport {
  readonly stage: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Entries it changed or took out. */
  readonly entries: number;
}

/** The record of one compaction [CMP-14]. */
export interface CompactionRecord {
  readonly id: string;
  readonly trigger: CompactionTrigger;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly epoch: number;
  readonly inputTokens: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly stages: readonly StageReport[];
  /** Who wrote the summary; absent when no summary was made. */
  readonly summariser?: string;
  /** Entries that left the view in this compaction, as ranges, `toSeq` exclusive. */
  readonly left: readonly { readonly fromSeq: number; readonly toSeq: number }[];
}
