import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { deltaOf, type NewRecord } from '../history/history.ts';
import type { SessionChange } from '../store/memory-store.ts';
import type { Entry } from '../transcript/entry.ts';
import { commonLength, transcriptAt } from '../transcript/transcript-at.ts';
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
  /** The conversation as it will be. */
  readonly placed: {
    readonly kind: 'behind' | 'branch';
    readonly isMoving: boolean;
    readonly entries: readonly Entry[];
  };
  readonly headId: string | null;
  /** Another tab has changed the overlays, or may have. */
  readonly isChangedThere: boolean;
  /** This page has entries that are not stored. */
  readonly hasOwnEntries: boolean;
  readonly atMs: number;
}

/** The records of this page that stay in the history: all; none that tells of changed overlays; none. */
export type KeptRecords = 'all' | 'unchanged' | 'none';

/** The overlays with which a session continues. */
export interface OverlaysAfter {
  /** Absent: they stay the very object that they are. */
  readonly value?: Overlays;
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
  const { snapshot, stored } = before;
  const key = settingsKey(snapshot);
  const isSameKey = stored.settingsKey === key || stored.settingsKey === NEVER_STORED;
  return isSameKey ? ofSameSettings(before, key) : ofOwnSettings(before, key);
}

function ofSameSettings(before: OverlaysBefore, key: string): OverlaysAfter {
  const { snapshot, stored, unstored, placed, isChangedThere, hasOwnEntries } = before;
  const { overlays } = snapshot;
  const isOwn = unstored.some((change) => change.overlays);
  const tellsChanges = unstored.some(hasDelta);
  if (isChangedThere) return { value: stored.overlays, compactions: [], keeps: 'none' };
  // Whatever is being decided on entries that move does not come to anything.
  const same = hasOwnEntries && placed.isMoving ? { value: { ...overlays } } : {};
  if (!isOwn) return { ...same, compactions: [], keeps: 'unchanged' };
  const change = { value: overlays, settingsKey: key };
  if (placed.kind === 'behind' && stands(before)) {
    return { ...same, change, compactions: recordsIn(unstored), keeps: 'all' };
  }
  const keeps = tellsChanges ? 'none' : 'unchanged';
  return { value: stored.overlays, compactions: [], keeps };
}

function ofOwnSettings(before: OverlaysBefore, key: string): OverlaysAfter {
  const { snapshot, stored, unstored, placed, hasOwnEntries, atMs } = before;
  const { overlays, budget } = snapshot;
  const holds = stands(before);
  const epoch = Math.max(overlays.epoch, stored.overlays.epoch + 1);
  const isTheSame = holds && epoch === overlays.epoch && !(hasOwnEntries && placed.isMoving);
  const value = holds ? { ...overlays, epoch } : noOverlays(epoch);
  const delta = overlaysDelta(stored.overlays, value);
  const { inputTokens } = budget;
  return {
    ...(!isTheSame && { value }),
    change: { value: isTheSame ? overlays : value, settingsKey: key },
    compactions: holds ? recordsIn(unstored) : [],
    keeps: tellsOtherChanges(unstored) ? 'none' : 'unchanged',
    record: { kind: 'settings', atMs, settingsKey: key, epoch, inputTokens, delta },
  };
}

/** Tells whether the overlays of this page can stand on the conversation as it will be. */
function stands({ snapshot, placed, headId }: OverlaysBefore): boolean {
  const transcript = transcriptAt(placed.entries, headId);
  const shared = commonLength(snapshot.transcript, transcript);
  return canStand(snapshot.overlays, transcript, shared);
}

/** The first record may be the one that this page was given when it took over before. */
function tellsOtherChanges(unstored: readonly UntimedChange[]): boolean {
  const [first, ...rest] = unstored.flatMap(({ history = [] }) => history);
  const others = first && first.kind !== 'settings' ? [first, ...rest] : rest;
  return others.some((record) => deltaOf(record) !== undefined);
}

function hasDelta({ history = [] }: UntimedChange): boolean {
  return history.some((record) => deltaOf(record) !== undefined);
}

function recordsIn(unstored: readonly UntimedChange[]): readonly CompactionRecord[] {
  return unstored.flatMap(({ compaction }) => compaction ?? []);
}
