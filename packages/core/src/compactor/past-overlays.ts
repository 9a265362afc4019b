import { valuesBehind } from '../compaction/values-behind.ts';
import { overlaysAt, type WithHistory } from '../history/context-at.ts';
import { deltaOf, recordsOf } from '../history/history.ts';
import type { Steps } from '../platform/steps.ts';
import { canStand } from '../state/move-head.ts';
import { seqOf, type Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';

/** Past overlays with the exact values that history leaves out. */
export function* withValues(transcript: Transcript, past: Overlays): Steps<Overlays> {
  const { condensed } = past;
  if (!condensed) return past;
  return { ...past, condensed: { ...condensed, values: yield* valuesBehind(transcript, past) } };
}

/**
 * The overlays of an earlier moment, ready to go on with behind an entry: in an epoch of their own, and
 * with the exact values that history leaves out. `undefined` where those that stand now are those of
 * then, other settings hold since, the records are not kept any more, or the moment is of another branch.
 */
export function* pastOverlays(
  { overlays, history }: WithHistory,
  historyIndex: number,
  transcript: Transcript,
): Steps<Overlays | undefined> {
  const records = recordsOf(history);
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
