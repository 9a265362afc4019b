import type { WriteOutcome } from '../../memory/long-term-memory.ts';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { ExtractionReport } from './report.ts';

/** The records that came of drafts, and the rules by which the memory refused others. */
export function outcomesOf(
  drafts: readonly MemoryDraft[],
  outcomes: readonly WriteOutcome[],
): Pick<ExtractionReport, 'taken' | 'refusedByMemory'> {
  const taken: ExtractionReport['taken'][number][] = [];
  const refusedByMemory: ExtractionReport['refusedByMemory'][number][] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const entryIds = (drafts[index]?.evidence ?? []).map(({ entryId }) => entryId);
    if (outcome.kind === 'refused') {
      const { rule, recordId } = outcome.refusal;
      const heldId = rule === 'HELD' ? recordId : undefined;
      refusedByMemory.push({ rule, entryIds, ...(heldId !== undefined && { heldId }) });
    } else {
      const { id: recordId, kind } = outcome.record;
      taken.push({ recordId, kind, outcome: outcome.kind, entryIds });
    }
  }
  return { taken, refusedByMemory };
}
