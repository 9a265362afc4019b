import type { Steps } from '../../platform/steps.ts';
import type { ShownUnit } from '../../policies/measured-units.ts';
import { resultsOverLimit } from '../../policies/over-limit.ts';
import { newestUnitStart } from '../../transcript/transcript.ts';
import type { EntryOverlay } from '../../view/overlay.ts';
import type { CompactionInput } from '../compaction-input.ts';
import type { Room, Tail } from '../room.ts';
import { trimEntry, trimEntryAsWhole, trimUnitToRoom } from './trim-unit.ts';

/*
 * Protected text is made to fit before any stage runs: no stage decides about it.
 */

/** An anchor over its share is sent as an excerpt once it was answered [TIER-2]. */
export function* fitAnchor(input: CompactionInput): Steps<readonly EntryOverlay[]> {
  const { anchorSeq, lastUserSeq } = input.transcript;
  if (anchorSeq === undefined || anchorSeq === lastUserSeq) return [];
  const limitTokens = Math.floor(input.limits.anchorShare * input.budget.inputTokens);
  return yield* excerptOf(anchorSeq, limitTokens, input);
}

/**
 * The message being answered stays whole: a context that cannot hold it is refused. Where the caller
 * allows an excerpt it gets all the room there is before anything of it is cut [CMP-15].
 */
export function* fitAnswered(
  input: CompactionInput,
  units: readonly ShownUnit[],
): Steps<readonly EntryOverlay[]> {
  const { lastUserSeq } = input.transcript;
  if (lastUserSeq === undefined || !input.allowExcerpt) return [];
  return yield* excerptOf(lastUserSeq, yield* roomOfAnswered(lastUserSeq, input, units), input);
}

function* excerptOf(
  seq: number,
  limitTokens: number,
  input: CompactionInput,
): Steps<readonly EntryOverlay[]> {
  if (input.overlays.entries.has(seq)) return [];
  const overlay = yield* trimEntryAsWhole(input.transcript.log.at(seq), limitTokens, input);
  return overlay ? [overlay] : [];
}

/** The steps that answer it keep at least this share of the input budget. */
const LEAST_STEP_SHARE = 0.25;

/** The input budget less everything else that stays whatever happens, and less the parts of it that are no text. */
function* roomOfAnswered(
  seq: number,
  { transcript, budget, fixedTokens, measurer }: CompactionInput,
  units: readonly ShownUnit[],
): Steps<number> {
  const { message, tokens, unitStart } = transcript.log.at(seq);
  const newest = newestUnitStart(transcript);
  let takenTokens = fixedTokens + tokens.value;
  for (const part of message.parts) {
    if (part.type === 'text') takenTokens -= yield* measurer.textInSteps(part.text);
  }
  for (const unit of units) {
    if (unit.start === unitStart) continue;
    const leastTokens = LEAST_STEP_SHARE * budget.inputTokens;
    if (unit.start === newest) takenTokens += Math.min(unit.tokens, leastTokens);
    else if (unit.protected) takenTokens += unit.tokens;
  }
  return Math.max(0, Math.floor(budget.inputTokens - takenTokens));
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
