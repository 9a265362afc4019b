import {
  COMPACTIONS_KEPT,
  type CompactionRecord,
  type Entry,
  type SessionChange,
  StoreConflictError,
} from '@agent-memory/core';
import { unwrap } from 'idb';
import { checkCompaction, checkEntryId, checkInfo } from './check-stored.ts';
import type { Transaction } from './connection.ts';
import {
  STORE,
  type StoredInfo,
  type StoredOverlays,
  type StoredScratchpad,
  type StoredSystem,
  type StoredTokenCount,
  type StoreName,
} from './schema.ts';

/** The object stores that a change touches. */
export function storesTouchedBy(change: SessionChange): readonly StoreName[] {
  return [
    STORE.sessions,
    ...(change.entries || change.basis ? [STORE.entries] : []),
    ...(change.tokens ? [STORE.tokenCounts] : []),
    ...(change.overlays ? [STORE.overlays] : []),
    ...(change.scratchpad ? [STORE.scratchpads] : []),
    ...(change.system ? [STORE.systems] : []),
    ...(change.compaction ? [STORE.compactions] : []),
  ];
}

/**
 * Writes a whole change, or throws `StoreConflictError` and leaves the transaction to be aborted.
 * Reads one small record and what a repeated commit brings again; the cost is that of the change,
 * whatever the length of the session.
 */
export async function writeChange(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  change: SessionChange,
): Promise<void> {
  const record = await tx.objectStore(STORE.sessions).get(sessionId);
  const before = record === undefined ? newInfo(sessionId, change) : checkInfo(sessionId, record);
  const added = await addedEntries(tx, before, change.entries ?? []);
  const entries = before.entries + added.length;
  checkTokenPositions(before.id, entries, change);
  await checkBasis(tx, before, added, change.basis);
  const compaction = await addedCompaction(tx, before, change.compaction);

  const write = writerOf(tx);
  write(STORE.sessions, sessionId, {
    ...before,
    updatedAtMs: change.atMs,
    entries,
    compactions: before.compactions + (compaction ? 1 : 0),
  } satisfies StoredInfo);
  for (const entry of added) write(STORE.entries, [sessionId, entry.seq], entry);
  for (const [seq, tokens] of change.tokens ?? []) {
    write(STORE.tokenCounts, [sessionId, seq], { seq, tokens } satisfies StoredTokenCount);
  }
  const { overlays, scratchpad, system } = change;
  if (overlays) {
    const { value, settingsKey } = overlays;
    write(STORE.overlays, sessionId, { value, settingsKey } satisfies StoredOverlays);
  }
  if (scratchpad) {
    write(STORE.scratchpads, sessionId, { value: scratchpad.value } satisfies StoredScratchpad);
  }
  if (system) {
    write(STORE.systems, sessionId, { value: system.value } satisfies StoredSystem);
  }
  if (compaction) {
    write(STORE.compactions, [sessionId, before.compactions], compaction);
    const firstKept = before.compactions + 1 - COMPACTIONS_KEPT;
    const outdated = IDBKeyRange.bound([sessionId], [sessionId, firstKept], false, true);
    unwrap(tx.objectStore(STORE.compactions)).delete(outdated);
  }
}

function newInfo(id: string, { atMs }: SessionChange): StoredInfo {
  return { id, createdAtMs: atMs, updatedAtMs: atMs, entries: 0, compactions: 0 };
}

/** The entries of a change that are not stored yet. */
async function addedEntries(
  tx: Transaction<'readwrite'>,
  { id: sessionId, entries: stored }: StoredInfo,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const added: Entry[] = [];
  for (const entry of entries) {
    if (entry.seq === stored + added.length) {
      added.push(entry);
      continue;
    }
    const isThere =
      entry.seq < stored
        ? (await storedIdAt(tx, sessionId, entry.seq)) === entry.id
        : added[entry.seq - stored]?.id === entry.id;
    if (!isThere) throw new StoreConflictError(sessionId, entry.seq);
  }
  return added;
}

async function storedIdAt(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  seq: number,
): Promise<string | undefined> {
  if (!isPlace(seq)) return undefined;
  const record = await tx.objectStore(STORE.entries).get([sessionId, seq]);
  return checkEntryId(sessionId, record, seq);
}

/** A count for an entry that is not there means that the caller knows another session. */
function checkTokenPositions(sessionId: string, entries: number, change: SessionChange): void {
  for (const seq of change.tokens?.keys() ?? []) {
    if (!isPlace(seq) || seq >= entries) throw new StoreConflictError(sessionId, seq);
  }
}

/** A change made on another transcript must not be stored onto this one. */
async function checkBasis(
  tx: Transaction<'readwrite'>,
  { id: sessionId, entries: stored }: StoredInfo,
  added: readonly Entry[],
  basis: SessionChange['basis'],
): Promise<void> {
  if (!basis) return;
  const entries = stored + added.length;
  if (entries > basis.entries) throw new StoreConflictError(sessionId, basis.entries);
  const lastPlace = Math.max(0, basis.entries - 1);
  if (entries < basis.entries) throw new StoreConflictError(sessionId, lastPlace);
  const lastEntryId =
    entries === 0 ? null : (added.at(-1)?.id ?? (await storedIdAt(tx, sessionId, lastPlace)));
  if (lastEntryId !== basis.lastEntryId) throw new StoreConflictError(sessionId, lastPlace);
}

/** A repeated commit brings the newest record again; it is kept once. */
async function addedCompaction(
  tx: Transaction<'readwrite'>,
  { id: sessionId, compactions }: StoredInfo,
  record: CompactionRecord | undefined,
): Promise<CompactionRecord | undefined> {
  if (!record || compactions === 0) return record;
  const newest = await tx.objectStore(STORE.compactions).get([sessionId, compactions - 1]);
  return checkCompaction(sessionId, newest).id === record.id ? undefined : record;
}

function isPlace(seq: number): boolean {
  return Number.isInteger(seq) && seq >= 0;
}

/**
 * Writes without a promise for each record: a write that fails aborts the transaction, which says
 * why. Entries are added, never put: a taken place must fail.
 */
function writerOf(tx: Transaction<'readwrite'>) {
  return (name: StoreName, key: IDBValidKey, value: unknown): void => {
    const store = unwrap(tx.objectStore(name));
    if (name === STORE.entries) store.add(value, key);
    else store.put(value, key);
  };
}
