import { unitsOf, type View } from '../plan/view.ts';
import { measuredUnits } from '../policies/measured-units.ts';
import { resultsOverLimit } from '../policies/over-limit.ts';
import type { CompactionInput } from './draft-compaction.ts';
import type { EntryOverlay } from './overlay.ts';
import type { Room, Tail } from './room.ts';
import { trimEntry, trimEntryAsWhole, trimUnitToRoom } from './trim-unit.ts';

/*
 * What stays whatever happens is made to fit before any stage runs: it is no stage's to decide.
 */

/** An anchor over its share is sent as an excerpt; its share is all of it otherwise [TIER-2]. */
export function fitAnchor(input: CompactionInput): readonly EntryOverlay[] {
  const { anchorSeq, log } = input.transcript;
  if (anchorSeq === undefined || input.overlays.entries.has(anchorSeq)) return [];
  const limitTokens = Math.floor(input.limits.anchorShare * input.budget.inputTokens);
  const overlay = trimEntryAsWhole(log.at(anchorSeq), limitTokens, input);
  return overlay ? [overlay] : [];
}

/** Results of tools with a limit of their own are held to it wherever they stand [POL-8]. */
export function fitToolLimits(input: CompactionInput, view: View): readonly EntryOverlay[] {
  const { transcript, toolHints, measurer } = input;
  if (Object.keys(toolHints).length === 0) return [];
  const over = measuredUnits(view, transcript, toolHints).flatMap((unit) =>
    resultsOverLimit(unit, toolHints, (text) => measurer.text(text)),
  );
  return over.flatMap(({ entry, limitTokens }) => trimEntry(entry, limitTokens, input) ?? []);
}

/** The newest unit stays, but results in it that crowd out everything else are trimmed. */
export function fitNewest(input: CompactionInput, view: View, room: Room): readonly EntryOverlay[] {
  const newest = unitsOf(view).at(-1);
  if (!newest || newest.tokens <= room.tailTokens) return [];
  return (
    trimUnitToRoom(newest, room.tailTokens, input) ??
    trimUnitToRoom(newest, room.tailTokens + room.derivedTokens, input) ??
    []
  );
}

/** Where a unit of the tail would make it too large, its results are trimmed to let it in. */
export function fitTail(input: CompactionInput, { misfit }: Tail): readonly EntryOverlay[] {
  return misfit ? (trimUnitToRoom(misfit.unit, misfit.roomTokens, input) ?? []) : [];
}
