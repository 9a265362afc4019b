import { faultOf } from '../compaction/check-compaction.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import { UnknownEntryError } from '../errors/unknown-entry-error.ts';
import { viewOf } from '../plan/view.ts';
import type { SessionChange } from '../storage/memory-store.ts';
import type { Measurer } from '../tokens/measurer.ts';
import {
  type EntryDraft,
  entryOf,
  headIdOf,
  seqOf,
  type Transcript,
} from '../transcript/transcript.ts';
import { commonLength, everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import { settingsKey } from './settings-key.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { type SessionEvent, type Step, transition } from './transition.ts';

/** Where a conversation goes on, and with what. */
export interface HeadMove {
  /** The entry that the drafts follow; `null`: the start. Absent: the head, or where they are known to stand. */
  readonly after?: string | null | undefined;
  readonly drafts: readonly EntryDraft[];
  readonly atMs: number;
  readonly measurer: Measurer;
}

/**
 * The event that moves the head and appends what follows there, in one commit [MSG-5].
 *
 * - Drafts that stand behind that place already, on whichever branch, are taken up and not added.
 * - Nothing moves where the conversation has all of them there; the same call again is harmless.
 *
 * @throws UnknownEntryError when it is dispatched and `after` names no entry; nothing has changed then.
 */
export function headMoveEvent<Pad>(move: HeadMove): SessionEvent<Pad> {
  return { type: 'late', step: (snapshot) => headMoved(snapshot, move) };
}

/** Moves the head and appends. Pure but for the log, like every transition. */
function headMoved<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { after, drafts, atMs, measurer }: HeadMove,
): Step<Pad> {
  const { transcript } = snapshot;
  const headId = headIdOf(transcript);
  const { to, known } = destination(transcript, after === undefined ? headId : after, drafts);
  const added = drafts.slice(known);
  const isThere = known > 0 && added.length === 0 && isOnPath(transcript, to);
  if (isThere) return [snapshot, []];
  const append = { type: 'append', drafts: added, atMs } as const;
  if (to === headId) return transition(snapshot, append);

  const moved = onPathTo(snapshot, to, measurer);
  const [next, effects] = transition(moved, append);
  const isNewEpoch = moved.overlays.epoch !== snapshot.overlays.epoch;
  const change: SessionChange = {
    atMs,
    ...changeIn(effects),
    head: { value: headIdOf(next.transcript) },
    ...(isNewEpoch && { overlays: { value: moved.overlays, settingsKey: settingsKey(moved) } }),
  };
  const { length } = moved.transcript;
  return [
    next,
    [
      { type: 'commit', change },
      { type: 'emit', event: { type: 'head-move', headId: to, entries: length } },
      ...effects.filter(({ type }) => type === 'emit'),
    ],
  ];
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

function changeIn(effects: Step<unknown>[1]): SessionChange | undefined {
  for (const effect of effects) if (effect.type === 'commit') return effect.change;
  return undefined;
}

/** The session on another path, with nothing that speaks of entries which are not on it. */
function onPathTo<Pad>(
  snapshot: SessionSnapshot<Pad>,
  headId: string | null,
  measurer: Measurer,
): SessionSnapshot<Pad> {
  const { scratchpad, scratchpadAtLength } = snapshot;
  const transcript = transcriptAt(everyEntry(snapshot.transcript), headId);
  const shared = commonLength(snapshot.transcript, transcript);
  return {
    ...snapshot,
    transcript,
    headMoves: snapshot.headMoves + 1,
    overlays: overlaysOn(transcript, shared, snapshot.overlays, measurer),
    useless: undefined,
    // What it was when the user said what stands there is not known any more.
    runStartPad: scratchpad,
    scratchpadAtLength: Math.min(scratchpadAtLength, shared),
  };
}

/**
 * The overlays for another path: the same where all they speak of lies ahead of the fork, so that
 * the prefix stays as it was sent; otherwise none, in a new epoch. A new object in any case: what
 * was being decided on the old path does not come to anything.
 */
function overlaysOn(
  transcript: Transcript,
  shared: number,
  overlays: Overlays,
  measurer: Measurer,
): Overlays {
  const kept = { ...overlays };
  const isSound =
    liesAhead(overlays, shared, transcript) &&
    faultOf(transcript, kept, viewOf(transcript, kept, measurer), []) === undefined;
  return isSound ? kept : noOverlays(overlays.epoch + 1);
}

/** Whether everything that overlays were made from, and made for, is on both paths. */
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
