import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';

/** A compaction as it would be, and the context after it; nothing has happened. */
export interface CompactionPreview {
  readonly record: CompactionRecord;
  /** The text that would stand for everything that left. */
  readonly text: string;
  readonly plan: ContextPlan;
}
