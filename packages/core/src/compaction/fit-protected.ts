import type { Steps } from '../ground/platform/steps.ts';
import type { EntryOverlay } from '../view/overlay.ts';
import { type ShownUnit, unitWith } from './policies/measured-units.ts';
import { hasLimits } from './policies/tool-hints.ts';
import { hintedResults } from './policies/tool-results.ts';
import type { Room, Tail } from './room.ts';
import { shorten } from './shorten.ts';
import type { CompactionInput } from './stage.ts';

/*
 * Protected text is made to fit before any stage runs: no stage decides about it.
 */

/**
 * An anchor over its share is sent as an excerpt once it was answered [TIER-2]; the message being answered
 * stays whole, and a context that cannot hold it is refused [CMP-15].
 */
export function* fitAnchor(
  input: CompactionInput,
  units: readonly ShownUnit[],
): Steps<readonly EntryOverlay[]> {
  const { anchorSeq: seq, lastUserSeq } = input.transcript;
  if (seq === undefined || seq === lastUserSeq || input.overlays.entries.has(seq)) return [];
  const unit = unitWith(units, seq);
  const messageTokens = Math.floor(input.limits.anchorShare * input.budget.inputTokens);
  return (unit && (yield* shorten(unit, { seq, messageTokens }, input))) ?? [];
}

/** Results of tools with a hint are held to it wherever they stand [POL-8]. */
export function* fitToolHints(
  input: CompactionInput,
  units: readonly ShownUnit[],
): Steps<readonly EntryOverlay[]> {
  const { toolHints, measurer, compactionId, canRecall } = input;
  if (!hasLimits(toolHints)) return [];
  const overlays: EntryOverlay[] = [];
  for (const { entry, limitTokens } of hintedResults(units, toolHints, measurer.text)) {
    yield;
    const { seq } = entry;
    const unit = unitWith(units, seq);
    if (limitTokens === 0) {
      const recall = canRecall && { recall: true as const };
      overlays.push({ kind: 'evicted-results', seq, compactionId, reason: 'ephemeral', ...recall });
    } else if (unit) {
      overlays.push(...((yield* shorten(unit, { seq, textTokens: limitTokens }, input)) ?? []));
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
  const most = newest.tokens > tailTokens ? [tailTokens, tailTokens + derivedTokens] : [];
  for (const unitTokens of [wantedTokens, ...most]) {
    const overlays = yield* shorten(newest, { unitTokens }, input);
    if (overlays) return overlays;
  }
  return [];
}

/** Where a unit would make the tail too large, or larger than it has to be, it is trimmed. */
export function* fitTail(
  input: CompactionInput,
  { misfit, overlong }: Tail,
): Steps<readonly EntryOverlay[]> {
  const tooLarge = misfit ?? overlong;
  if (!tooLarge) return [];
  return (yield* shorten(tooLarge.unit, { unitTokens: tooLarge.roomTokens }, input)) ?? [];
}
