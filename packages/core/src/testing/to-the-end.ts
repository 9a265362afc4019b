import { check } from '../compaction/check.ts';
import { type CompactionDraft, draft } from '../compaction/draft.ts';
import { type CompactionOutcome, finish } from '../compaction/finish.ts';
import type { CompactionInput } from '../compaction/stage.ts';
import type { CondenseSource, Summary } from '../condense/summarizer.ts';
import { addingValues, boundedIndex, type ValueIndex } from '../condense/value-index.ts';
import { runToEnd } from '../ground/platform/steps.ts';

/** A draft, all of its steps in one go. */
export function draftCompaction(input: CompactionInput): CompactionDraft {
  return runToEnd(draft(input));
}

/** The outcome of a draft with this summary. */
export function finishCompaction(
  drafted: CompactionDraft,
  summary?: Summary | undefined,
): CompactionOutcome {
  return runToEnd(check(runToEnd(finish({ ...drafted, summary }))));
}

/** The index with the values of more messages, as a compaction makes it. */
export function addToValueIndex(
  index: ValueIndex,
  sources: readonly CondenseSource[],
  { maxValues }: { readonly maxValues?: number } = {},
): ValueIndex {
  const [added = index] = runToEnd(addingValues([index], sources));
  return runToEnd(boundedIndex(added, maxValues));
}
