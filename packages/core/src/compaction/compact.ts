import type { Steps } from '../ground/platform/steps.ts';
import { check } from './check.ts';
import { type CompactionDraft, draft } from './draft.ts';
import { type CompactionOutcome, finish, type SummarisedDraft } from './finish.ts';
import type { CompactionInput } from './stage.ts';

/** Does the parts of a compaction that take time. */
export interface CompactionWork {
  /** Takes steps a few milliseconds at a time. */
  inSteps<Result>(steps: Steps<Result>): Promise<Result>;
  /** Has what leaves summarised; `undefined` ends the compaction here. */
  summarise(drafted: CompactionDraft): Promise<SummarisedDraft | undefined>;
}

/**
 * One compaction, from what it is decided from to what can be committed [CMP-7]; nothing is changed.
 * Each call continues from the result of the one before.
 */
export async function compact(
  input: CompactionInput,
  { inSteps, summarise }: CompactionWork,
): Promise<CompactionOutcome | undefined> {
  const drafted = await inSteps(draft(input));
  const summarised = await summarise(drafted);
  if (!summarised) return undefined;
  const finished = await inSteps(finish(summarised));
  return inSteps(check(finished));
}
