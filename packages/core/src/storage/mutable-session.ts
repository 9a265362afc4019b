import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { noOverlays, type Overlays } from '../compaction/overlay.ts';
import { StoreConflictError } from '../errors/store-errors.ts';
import type { Entry } from '../transcript/entry.ts';
import {
  COMPACTIONS_KEPT,
  type SessionChange,
  type SessionInfo,
  type StoredSession,
} from './memory-store.ts';

/** A session in memory, changed in place: appending must not cost what the session costs. */
export interface MutableSession {
  readonly id: string;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly entries: Entry[];
  overlays: Overlays;
  settingsKey: string;
  scratchpad: { readonly value: unknown } | undefined;
  system: string | undefined;
  readonly compactions: CompactionRecord[];
}

/** A session with nothing in it. */
export function emptySession(id: string, createdAtMs: number): MutableSession {
  return {
    id,
    createdAtMs,
    updatedAtMs: createdAtMs,
    entries: [],
    overlays: noOverlays(),
    settingsKey: '',
    scratchpad: undefined,
    system: undefined,
    compactions: [],
  };
}

/** A session that goes on from a stored one; shares its entries and records, not its lists. */
export function mutableSessionOf(stored: StoredSession): MutableSession {
  return {
    id: stored.info.id,
    createdAtMs: stored.info.createdAtMs,
    updatedAtMs: stored.info.updatedAtMs,
    entries: [...stored.entries],
    overlays: stored.overlays,
    settingsKey: stored.settingsKey,
    scratchpad: 'scratchpad' in stored ? { value: stored.scratchpad } : undefined,
    system: stored.system,
    compactions: [...stored.compactions],
  };
}

/** Applies a whole change, or throws `StoreConflictError` and leaves the session as it was. */
export function applyToMutableSession(session: MutableSession, change: SessionChange): void {
  const added = addedEntries(session, change.entries ?? []);
  checkTokenPositions(session.id, session.entries.length + added.length, change);
  checkBasis(session, added, change.basis);

  session.updatedAtMs = change.atMs;
  for (const entry of added) session.entries.push(entry);
  for (const [seq, tokens] of change.tokens ?? []) {
    const entry = session.entries[seq];
    if (entry) session.entries[seq] = { ...entry, tokens };
  }
  if (change.overlays) {
    session.overlays = change.overlays.value;
    session.settingsKey = change.overlays.settingsKey;
  }
  if (change.scratchpad) session.scratchpad = { value: change.scratchpad.value };
  if (change.system) session.system = change.system.value;
  if (change.compaction) keepCompaction(session.compactions, change.compaction);
}

/** What a list shows of a session. */
export function infoOf(session: MutableSession): SessionInfo {
  const { id, createdAtMs, updatedAtMs, entries } = session;
  return { id, createdAtMs, updatedAtMs, entries: entries.length };
}

/** The session as `load` gives it; shares the session's lists. */
export function storedSessionOf(session: MutableSession): StoredSession {
  const { entries, overlays, settingsKey, scratchpad, system, compactions } = session;
  return {
    info: infoOf(session),
    entries,
    overlays,
    settingsKey,
    ...(scratchpad && { scratchpad: scratchpad.value }),
    ...(system !== undefined && { system }),
    compactions,
  };
}

/** Changes that make the same session anew in an empty store. */
export function changesThatRebuild(session: MutableSession): readonly SessionChange[] {
  const { entries, overlays, settingsKey, scratchpad, system, compactions, updatedAtMs } = session;
  return [
    {
      atMs: session.createdAtMs,
      entries,
      overlays: { value: overlays, settingsKey },
      ...(scratchpad && { scratchpad }),
      ...(system !== undefined && { system: { value: system } }),
    },
    ...compactions.map((compaction) => ({ atMs: updatedAtMs, compaction })),
    { atMs: updatedAtMs },
  ];
}

/** The entries of a change that are not stored yet. */
function addedEntries(session: MutableSession, entries: readonly Entry[]): readonly Entry[] {
  const added: Entry[] = [];
  for (const entry of entries) {
    const next = session.entries.length + added.length;
    if (entry.seq === next) {
      added.push(entry);
      continue;
    }
    const there = session.entries[entry.seq] ?? added[entry.seq - session.entries.length];
    if (there?.id !== entry.id) throw new StoreConflictError(session.id, entry.seq);
  }
  return added;
}

/** A count for an entry that is not there means that the caller knows another session. */
function checkTokenPositions(sessionId: string, entries: number, change: SessionChange): void {
  for (const seq of change.tokens?.keys() ?? []) {
    const isStored = Number.isInteger(seq) && seq >= 0 && seq < entries;
    if (!isStored) throw new StoreConflictError(sessionId, seq);
  }
}

/** A change made on another transcript must not be stored onto this one. */
function checkBasis(
  session: MutableSession,
  added: readonly Entry[],
  basis: SessionChange['basis'],
): void {
  if (!basis) return;
  const entries = session.entries.length + added.length;
  const lastEntryId = (added.at(-1) ?? session.entries.at(-1))?.id ?? null;
  if (entries === basis.entries && lastEntryId === basis.lastEntryId) return;
  throw new StoreConflictError(session.id, firstDifference(entries, basis.entries));
}

/** Where a transcript surely differs from the one that was expected: behind it, or at its end. */
function firstDifference(entries: number, expected: number): number {
  return entries > expected ? expected : Math.max(0, expected - 1);
}

/** A repeated commit brings the newest record again; it is kept once. */
function keepCompaction(records: CompactionRecord[], record: CompactionRecord): void {
  if (records.at(-1)?.id === record.id) records.pop();
  records.push(record);
  if (records.length > COMPACTIONS_KEPT) records.shift();
}
