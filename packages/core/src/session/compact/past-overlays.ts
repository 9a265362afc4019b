import { type ArchivedContext, readingArchive } from '../../compaction/read-archive.ts';
import { valuesBehind } from '../../compaction/sources.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { overlaysAt, sessionAt, type WithHistory } from '../../history/context-at.ts';
import { deltaOf } from '../../history/history.ts';
import { canStand } from '../../state/move-head.ts';
import type { Measurer } from '../../tokens/measurer.ts';
import { seqOf, type Transcript } from '../../transcript/transcript.ts';
import type { Overlays } from '../../view/overlay.ts';

/** Past overlays with the exact values that history leaves out. */
function* withValues(transcript: Transcript, past: Overlays): Steps<Overlays> {
  const { condensed } = past;
  if (!condensed) return past;
  return { ...past, condensed: { ...condensed, values: yield* valuesBehind(transcript, past) } };
}

/**
 * The overlays of an earlier moment, ready to continue with behind an entry: in an epoch of their own, and
 * with the exact values that history leaves out. `undefined` where those that stand now are those of
 * then, other settings hold since, the records are not kept any more, or the moment is of another branch.
 */
export function* pastOverlays(
  { overlays, history }: WithHistory,
  historyIndex: number,
  transcript: Transcript,
): Steps<Overlays | undefined> {
  const records = history.records;
  const since = records.filter(({ index }) => index >= historyIndex);
  const isKept = since.length === history.nextIndex - historyIndex;
  const isChanged = since.some((record) => deltaOf(record) !== undefined);
  const hasOtherSettings = since.some(({ kind }) => kind === 'settings');
  if (!isKept || !isChanged || hasOtherSettings) return undefined;
  const before = records.findLast((record) => record.index < historyIndex && 'headId' in record);
  const headThen = before && 'headId' in before ? before.headId : null;
  if (headThen !== null && seqOf(transcript, headThen) === undefined) return undefined;
  const past = { ...overlaysAt(overlays, since), epoch: overlays.epoch + 1 };
  if (!canStand(past, transcript)) return undefined;
  return yield* withValues(transcript, past);
}

/** The overlays from before a compaction; `undefined` where anything stands on it, the head moved since, or its record is gone. */
export function* overlaysWithout(session: WithHistory, id: string): Steps<Overlays | undefined> {
  const { records } = session.history;
  const at = records.findIndex((it) => it.kind === 'compaction' && it.compactionId === id);
  const onTop = new Set<string>();
  for (const record of records.slice(at + 1)) {
    if (record.kind === 'head-move') return undefined;
    if (record.kind !== 'compaction') continue;
    if (record.undoes === undefined) onTop.add(record.compactionId);
    else if (!onTop.delete(record.undoes)) return undefined;
  }
  const made = onTop.size === 0 ? records[at] : undefined;
  return made && (yield* pastOverlays(session, made.index, session.transcript));
}

/**
 * The text and values that stood for everything that had left when a call was sent; `undefined` where
 * nothing had, or the call is not kept. Values are found in the originals again, all at once: of more
 * than are kept, others of the same rank may stay than stayed then.
 */
export function* archiveAt(
  session: WithHistory,
  call: number,
  measurer: Measurer,
): Steps<ArchivedContext | undefined> {
  const past = sessionAt(session, call);
  if (!past) return undefined;
  const { transcript, overlays } = past;
  const isNow = overlays === session.overlays;
  const whole = isNow ? overlays : yield* withValues(transcript, overlays);
  return yield* readingArchive(transcript, whole, measurer);
}
