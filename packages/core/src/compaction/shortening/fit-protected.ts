import type { Steps } from '../../platform/steps.ts';
import type { ShownUnit } from '../../policies/measured-units.ts';
import { resultsOverLimit } from '../../policies/over-limit.ts';
import type { EntryOverlay } from '../../view/overlay.ts';
import type { CompactionInput } from '../compaction-input.ts';
import type { Room, Tail } from '../room.ts';
import { trimEntry, trimEntryAsWhole, trimUnitToRoom } from './trim-unit.ts';

/*
 * Protected text is made to fit before any stage runs: no stage decides about it.
 */

/** An anchor over its share is sent as an excerpt; its share is all of it otherwise [TIER-2]. */
export function* fitAnchor(input: CompactionInput): Steps<readonly EntryOverlay[]> {
  const { anchorSeq, log } = input.transcript;
  if (anchorSeq === undefined || input.overlays.entries.has(anchorSeq)) return [];
  const limitTokens = Math.floor(input.limits.anchorShare * input.budget.inputTokens);
  const overlay = yield* trimEntryAsWhole(log.at(anchorSeq), limitTokens, input);
  return overlay ? [overlay] : [];
}

/** Results of tools with a limit of their own are held to it wherever they stand [POL-8]. */
export function* fitToolLimits(
  input: CompactionInput,
  units: readonly ShownUnit[],
): Steps<readonly EntryOverlay[]> {
  const { toolHints, measurer } = input;
  if (Object.keys(toolHints).length === 0) return [];
  const overlays: EntryOverlay[] = [];
  for (const unit of units) {
    yield;
    for (const { entry, limitTokens } of resultsOverLimit(unit, toolHints, measurer.text)) {
      const overlay = yield* trimEntry(entry, limitTokens, input);
      if (overlay) overlays.push(overlay);
    }
  }
  return overlays;
}

/**
 * The newest unit stays, but results and arguments in it that crowd out everything else are
 * trimmed, where possible so far that the next steps find room without another compaction.
 */
export function* fitNewest(
  input: CompactionInput,
  newest: ShownUnit | undefined,
  room: Room,
): Steps<readonly EntryOverlay[]> {
  const { tailTokens, derivedTokens } = room;
  const wantedTokens = Math.floor(input.limits.newestPartOfTail * tailTokens);
  if (!newest || newest.tokens <= wantedTokens) return [];
  const wanted = yield* trimUnitToRoom(newest, wantedTokens, input);
  if (wanted || newest.tokens <= tailTokens) return wanted ?? [];
  return (
    (yield* trimUnitToRoom(newest, tailTokens, input)) ??
    (yield* trimUnitToRoom(newest, tailTokens + derivedTokens, input)) ??
    []
  );
}

/** Where a unit would make the tail too large, or larger than it has to be, it is trimmed. */
export function* fitTail(
  input: CompactionInput,
  { misfit, overlong }: Tail,
): Steps<readonly EntryOverlay[]> {
  const tooLarge = misfit ?? overlong;
  return tooLarge ? ((yield* trimUnitToRoom(tooLarge.unit, tooLarge.roomTokens, input)) ?? []) : [];
}
