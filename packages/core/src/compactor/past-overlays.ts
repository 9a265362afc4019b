import { valuesBehind } from '../compaction/values-behind.ts';
import { overlaysAt, type WithHistory } from '../history/context-at.ts';
import { deltaOf, recordsOf } from '../history/history.ts';
import type { Steps } from '../platform/steps.ts';
import { entryOf, seqOf } from '../transcript/transcript.ts';
import { everyEntry, transcriptAt } from '../transcript/transcript-at.ts';
import type { Overlays } from '../view/overlay.ts';

/**
 * The overlays of an earlier moment, ready to go on with behind an entry: in an epoch of their own, and
 * with the exact values that history leaves out. `undefined` where those that stand now are those of
 * then, other settings hold since, the records are not kept any more, or the moment is of another branch.
 */
export function* pastOverlays(
  { transcript: now, overlays, history }: WithHistory,
  historyIndex: number,
  headId: string | null,
): Steps<Overlays | undefined> {
  const records = recordsOf(history);
  const since = records.filter(({ index }) => index >= historyIndex);
  const isKept = since.length === history.nextIndex - historyIndex;
  const isChanged = since.some((record) => deltaOf(record) !== undefined);
  const hasOtherSettings = since.some(({ kind }) => kind === 'settings');
  const isThere = headId === null || entryOf(now, headId) !== undefined;
  if (!isKept || !isChanged || hasOtherSettings || !isThere) return undefined;
  const transcript = transcriptAt(everyEntry(now), headId);
  const before = records.findLast((record) => record.index < historyIndex && 'headId' in record);
  const headThen = before && 'headId' in before ? before.headId : null;
  if (headThen !== null && seqOf(transcript, headThen) === undefined) return undefined;
  const past = { ...overlaysAt(overlays, since), epoch: overlays.epoch + 1 };
  const { condensed } = past;
  if (!condensed) return past;
  return { ...past, condensed: { ...condensed, values: yield* valuesBehind(transcript, past) } };
}
