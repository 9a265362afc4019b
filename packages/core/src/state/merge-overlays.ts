import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { deltaOf, type NewRecord } from '../history/history.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { commonLength } from '../transcript/transcript-at.ts';
import { noOverlays, type Overlays } from '../view/overlay.ts';
import { overlaysDelta } from '../view/overlays-delta.ts';
import { canStand } from './move-head.ts';
import type { RestoredSession } from './session-event.ts';
import { NEVER_STORED, settingsKey } from './settings.ts';
import type { SessionSnapshot, UntimedChange } from './snapshot.ts';

/** The facts that decide over overlays when a session continues from its store. */
export interface OverlaysBefore {
  readonly snapshot: SessionSnapshot<unknown>;
  readonly stored: Pick<RestoredSession<unknown>, 'overlays' | 'settingsKey'>;
  /** Changes of this page that are not stored. */
  readonly unstored: readonly UntimedChange[];
  /** Another tab has changed the overlays, or may have. */
  readonly isChangedThere: boolean;
  /** What this page added follows what other tabs have stored: none of it became a branch. */
  readonly isBehind: boolean;
  /** Entries of this page stand elsewhere now. */
  readonly isMoved: boolean;
  /** Gives the conversation as it will be. */
  readonly transcriptAfter: () => Transcript;
  readonly atMs: number;
}

/** The records of this page that stay in the history: all; none that tells of changed overlays; none. */
export type KeptRecords = 'all' | 'unchanged' | 'none';

/** The overlays with which a session continues. */
export interface OverlaysAfter {
  /** The very object that they are, where they stay. */
  readonly value: Overlays;
  /** To be stored. */
  readonly change?: NonNullable<SessionChange['overlays']>;
  /** Compactions of this page that hold and are not stored, oldest first. */
  readonly compactions: readonly CompactionRecord[];
  readonly keeps: KeptRecords;
  /** Tells, before this page's own records, how its overlays differ from those that are stored. */
  readonly record?: NewRecord;
}

/**
 * The overlays of a session that continues from its store [CMP-7, CMP-8].
 *
 * - Under the same settings those in the store hold, with what this page changed on top where nobody else
 *   changed them and all that they speak of stands where it stood.
 * - A tab with other settings has overlays of its own, which hold as long as they can stand.
 */
export function overlaysAfter(before: OverlaysBefore): OverlaysAfter {
  const { snapshot, stored, unstored, isChangedThere, isBehind, isMoved, atMs } = before;
  const { overlays, transcript, budget } = snapshot;
  const key = settingsKey(snapshot);
  const isSameKey = stored.settingsKey === key || stored.settingsKey === NEVER_STORED;
  if (isSameKey && isChangedThere)
    return { value: stored.overlays, compactions: [], keeps: 'none' };
  // Whatever is being decided on entries that move does not come to anything.
  const same = isMoved ? { ...overlays } : overlays;
  const isOwn = unstored.some((change) => change.overlays);
  if (isSameKey && !isOwn) return { value: same, compactions: [], keeps: 'unchanged' };

  const after = before.transcriptAfter();
  const mayHold = isBehind || !isSameKey;
  const holds = mayHold && canStand(overlays, after, commonLength(transcript, after));
  const compactions = holds ? unstored.flatMap(({ compaction }) => compaction ?? []) : [];
  const records = unstored.flatMap(({ history = [] }) => history);
  if (isSameKey) {
    const change = { value: same, settingsKey: key };
    if (holds) return { value: same, change, compactions, keeps: 'all' };
    const keeps = records.some(deltaOf) ? 'none' : 'unchanged';
    return { value: stored.overlays, compactions, keeps };
  }
  // The first record may be the one that this page was given when it took over before.
  const others = records[0]?.kind === 'settings' ? records.slice(1) : records;
  const epoch = Math.max(overlays.epoch, stored.overlays.epoch + 1);
  const standing = epoch === overlays.epoch ? same : { ...overlays, epoch };
  const value = holds ? standing : noOverlays(epoch);
  const delta = overlaysDelta(stored.overlays, value);
  const { inputTokens } = budget;
  return {
    value,
    change: { value, settingsKey: key },
    compactions,
    keeps: others.some(deltaOf) ? 'none' : 'unchanged',
    record: { kind: 'settings', atMs, settingsKey: key, epoch, inputTokens, delta },
  };
}
