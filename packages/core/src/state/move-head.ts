import { UnknownEntryError } from '../ground/errors/unknown-entry-error.ts';
import {
  type EntryDraft,
  entryOf,
  headIdOf,
  newestUnitStart,
  seqOf,
  type Transcript,
} from '../transcript/transcript.ts';
import { commonLength, everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import { noOverlays, type Overlays, type RangeOverlay } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import { grownBy, withEntries } from './append-entries.ts';
import type { HeadMoveEvent } from './session-event.ts';
import { settingsKey } from './settings.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';
import { committing, type Step, withRecord } from './step.ts';

/**
 * Moves the head and appends what follows there, in one commit [MSG-5].
 *
 * - Drafts that stand behind that place already, on whichever branch, are taken up and not added.
 * - Nothing moves where the conversation has all of them there; the same call again is harmless.
 *
 * @throws UnknownEntryError if `after` names no entry; nothing has changed then.
 */
export function headMoved<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { after, drafts, past }: HeadMoveEvent<Pad>,
): Step<Pad> {
  const { transcript } = snapshot;
  const headId = headIdOf(transcript);
  const { to, known } = destination(transcript, after === undefined ? headId : after, drafts);
  const added = drafts.slice(known);
  const isThere = known > 0 && added.length === 0 && isOnPath(transcript, to);
  if (isThere) return [snapshot, []];
  if (to === headId && !past) return withEntries(snapshot, added);

  const moved = { ...onPathTo(snapshot, to), ...past };
  const isNewEpoch = moved.overlays.epoch !== snapshot.overlays.epoch;
  const isOtherPad = moved.scratchpad !== snapshot.scratchpad;
  const [recorded, history] = withRecord(moved, {
    kind: 'head-move',
    atMs: snapshot.atMs,
    headId: to,
    ...(isNewEpoch && { delta: overlaysDelta(snapshot.overlays, moved.overlays) }),
  });
  const { next, entries } = grownBy(recorded, added);
  const change: UntimedChange = {
    ...(entries.length > 0 && { entries }),
    ...history,
    head: { value: headIdOf(next.transcript) },
    ...(isNewEpoch && { overlays: { value: moved.overlays, settingsKey: settingsKey(moved) } }),
    ...(isOtherPad && { scratchpad: { value: moved.scratchpad } }),
  };
  const { length } = moved.transcript;
  return committing(next, change, [
    { type: 'head-move', headId: to, entries: length },
    ...(isOtherPad ? [{ type: 'scratchpad-update' } as const] : []),
  ]);
}

/** Where drafts are to stand: behind `after`, and behind those of them that stand there already. */
function destination(
  transcript: Transcript,
  after: string | null,
  drafts: readonly EntryDraft[],
): { readonly to: string | null; readonly known: number } {
  if (after !== null && !entryOf(transcript, after)) throw new UnknownEntryError(after);
  let to = after;
  let known = 0;
  for (const { id } of drafts) {
    if (entryOf(transcript, id)?.parentId !== to) break;
    to = id;
    known += 1;
  }
  return { to, known };
}

function isOnPath(transcript: Transcript, id: string | null): boolean {
  return id === null || seqOf(transcript, id) !== undefined;
}

/** The session on another path, with nothing that speaks of entries which are not on it. */
function onPathTo<Pad>(
  snapshot: SessionSnapshot<Pad>,
  headId: string | null,
): SessionSnapshot<Pad> {
  const { scratchpadAtLength } = snapshot;
  const transcript = transcriptAt(everyEntry(snapshot.transcript), headId);
  const shared = commonLength(snapshot.transcript, transcript);
  return {
    ...snapshot,
    transcript,
    headMoves: snapshot.headMoves + 1,
    overlays: overlaysOn(transcript, shared, snapshot.overlays),
    useless: undefined,
    scratchpadAtLength: Math.min(scratchpadAtLength, shared),
  };
}

/**
 * The overlays for another path: the same where all they speak of lies before the fork, so that
 * the prefix stays as it was sent; otherwise none, in a new epoch. A new object in any case: what
 * was being decided on the old path does not come to anything.
 */
function overlaysOn(transcript: Transcript, shared: number, overlays: Overlays): Overlays {
  const kept = { ...overlays };
  return canStand(overlays, transcript, shared) ? kept : noOverlays(overlays.epoch + 1);
}

/**
 * Tells whether overlays that stood at some time, or on another path that has the first `shared`
 * entries in common with this one, can stand here, whole.
 */
export function canStand(
  overlays: Overlays,
  transcript: Transcript,
  shared = transcript.length,
): boolean {
  return liesAhead(overlays, shared, transcript) && mayLeave(overlays.ranges, transcript);
}

/**
 * Tells whether ranges that may leave on another path may do so here [CMP-7]. What lies before the
 * fork has the same units on both paths; the last one can continue here, or be the newest, and an earlier
 * message of the user can be the current one.
 */
function mayLeave(ranges: readonly RangeOverlay[], transcript: Transcript): boolean {
  const { lastUserSeq = -1, log } = transcript;
  const newest = newestUnitStart(transcript);
  return ranges.every(
    ({ fromSeq, toSeq }) =>
      toSeq <= newest &&
      log.at(toSeq).unitStart === toSeq &&
      !(fromSeq <= lastUserSeq && lastUserSeq < toSeq),
  );
}

/** Tells whether everything that overlays were made from, and made for, is on both paths. */
function liesAhead(
  { ranges, entries, condensed }: Overlays,
  shared: number,
  transcript: Transcript,
): boolean {
  // A result was evicted because of what came behind its unit.
  const answeredBefore = shared === 0 ? 0 : transcript.log.at(shared - 1).unitStart;
  const isAhead = [...entries.values()].every(
    (overlay) =>
      overlay.seq < shared &&
      (overlay.kind !== 'evicted-results' ||
        (overlay.seq < answeredBefore && (overlay.supersededBySeq ?? 0) < shared)),
  );
  if (!isAhead || ranges.some(({ toSeq }) => toSeq > shared)) return false;
  if (!condensed) return true;
  const { beforeSeq, values, summary } = condensed;
  return beforeSeq <= shared && values.newestSeq < shared && (summary?.toSeq ?? 0) < shared;
}
