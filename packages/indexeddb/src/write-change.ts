import {
  COMPACTIONS_KEPT,
  type CompactionRecord,
  type Entry,
  type SessionChange,
  StoreConflictError,
  StoreCorruptError,
} from '@agent-memory/core';
import { isSameValue, type Steps, storeRules } from '@agent-memory/core/internal';
import { unwrap } from 'idb';
import { setApart } from './apart-values.ts';
import { checkEntryReadable, checkReadable } from './check-readable.ts';
import {
  entryRecord,
  isInfo,
  isScratchpadRecord,
  readingEntries,
  readingEntry,
} from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { entryRecordAt, entryRecordsIn } from './entry-records.ts';
import { inTurns } from './in-turns.ts';
import {
  allKeysOf,
  MANY,
  placesAheadOf,
  SINGLE,
  STORE,
  type StoredInfo,
  type StoredOverlays,
  type StoredPart,
  type StoredScratchpad,
  type StoredSystem,
  type StoredTokenCount,
  type StoreName,
} from './schema.ts';
import { historyWriteOf, infoWithHistory, touchesHistory, writeHistory } from './write-history.ts';

/** The object stores that a change touches. */
export function storesTouchedBy(change: SessionChange): readonly StoreName[] {
  if (change.replaces) return Object.values(STORE);
  return [
    STORE.sessions,
    ...(change.entries || change.basis || change.head ? [STORE.entries, STORE.blobs] : []),
    ...(change.tokens ? [STORE.tokenCounts] : []),
    ...(change.overlays ? [STORE.overlays] : []),
    ...(change.scratchpad ? [STORE.scratchpads] : []),
    ...(change.system ? [STORE.systems] : []),
    ...(change.compaction ? [STORE.compactions] : []),
    ...(touchesHistory(change) ? [STORE.history] : []),
    ...(change.parts ? [STORE.parts] : []),
  ];
}

/**
 * Writes a whole change, or throws `StoreConflictError` and leaves the transaction to be aborted.
 * Reads one small record, the entry that the change follows and what a repeated commit brings
 * again; the cost is that of the change, whatever the length of the session, unless it opens a
 * branch and no basis says which session it was made in. Gives the session's record as it is then.
 */
export async function writeChange(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  change: SessionChange,
): Promise<StoredInfo> {
  const record = await tx.objectStore(STORE.sessions).get(sessionId);
  const stored = record === undefined ? newInfo(sessionId, change) : record;
  if (!isInfo(sessionId, stored)) throw new StoreCorruptError(sessionId, 'its record is damaged.');
  const before = change.replaces ? await beginAnew(tx, stored, change) : stored;
  const added = await addedEntries(tx, before, change.entries ?? []);
  const entries = before.entries + added.length;
  const headId = headAfter(before, added, change);
  checkTokenPositions(before.id, entries, change);
  checkFollowing(before, added, change);
  await checkBasis(tx, before, { added, headId }, change);
  await checkReferences(tx, before, added, change);
  await checkValues(tx, before, change);
  const compaction = await addedCompaction(tx, before, change.compaction);
  const history = await historyWriteOf(tx, before, change);
  checkReadable(sessionId, change);

  const write = writerOf(tx);
  const { headId: _, title: titleBefore, shown: __, ...rest } = infoWithHistory(before, history);
  const title = change.title ? change.title.value : titleBefore;
  const shown = await shownAfter(tx, before, added, change);
  const opening = storeRules.openingAfter(before.opening, added);
  const info: StoredInfo = {
    ...rest,
    updatedAtMs: change.atMs,
    entries,
    compactions: before.compactions + (compaction ? 1 : 0),
    ...(shown < entries && { shown }),
    ...(headId !== undefined && { headId }),
    ...(title && { title }),
    ...(opening && { opening }),
  };
  write(STORE.sessions, sessionId, info);
  const known = (change.entries?.length ?? 0) - added.length;
  await inTurns(tx, writingEntries(write, sessionId, added, known));
  for (const [place, tokens] of change.tokens ?? []) {
    write(STORE.tokenCounts, [sessionId, place], {
      seq: place,
      tokens,
    } satisfies StoredTokenCount);
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
  if (history) writeHistory(tx, sessionId, history);
  if (change.parts) writeParts(tx, sessionId, change.parts);
  if (compaction) {
    write(STORE.compactions, [sessionId, before.compactions], compaction);
    const firstKept = before.compactions + 1 - COMPACTIONS_KEPT;
    unwrap(tx.objectStore(STORE.compactions)).delete(placesAheadOf(sessionId, firstKept));
  }
  return info;
}

/** Copies entries and gives them to the database, one after another. */
function* writingEntries(
  write: ReturnType<typeof writerOf>,
  sessionId: string,
  added: readonly Entry[],
  known: number,
): Steps<void> {
  for (const [index, entry] of added.entries()) {
    checkEntryReadable(entry, known + index);
    const { record, blobs } = setApart(yield* entryRecord(entry));
    write(STORE.entries, [sessionId, placeOf(entry)], record);
    for (const [number, bytes] of blobs.entries()) {
      write(STORE.blobs, [sessionId, placeOf(entry), number], bytes);
    }
  }
}

/** Takes away all that is stored of a session whose entries are those of the change. */
async function beginAnew(
  tx: Transaction<'readwrite'>,
  stored: StoredInfo,
  change: SessionChange,
): Promise<StoredInfo> {
  const { entries = [] } = change;
  const last = await storedIdAt(tx, stored.id, stored.entries - 1);
  if (entries.length !== stored.entries || !isSameId(last, entries.at(-1)?.id)) {
    throw new StoreConflictError(stored.id, entries.length);
  }
  await deleteSession(tx, stored.id);
  return { ...newInfo(stored.id, change), createdAtMs: stored.createdAtMs };
}

/** Takes away every record of a session. */
export async function deleteSession(
  tx: Transaction<'readwrite'>,
  sessionId: string,
): Promise<void> {
  const keys = allKeysOf(sessionId);
  await Promise.all([
    ...SINGLE.map((name) => tx.objectStore(name).delete(sessionId)),
    ...MANY.map((name) => tx.objectStore(name).delete(keys)),
  ]);
}

function writeParts(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  parts: ReadonlyMap<string, unknown>,
): void {
  const stored = unwrap(tx.objectStore(STORE.parts));
  for (const [name, value] of parts) {
    if (value === undefined) stored.delete([sessionId, name]);
    else stored.put({ value } satisfies StoredPart, [sessionId, name]);
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
    const place = placeOf(entry);
    if (place === stored + added.length) {
      added.push(entry);
      continue;
    }
    const isThere =
      place < stored
        ? await isStoredAt(tx, sessionId, place, entry)
        : added[place - stored]?.id === entry.id;
    if (!isThere) throw new StoreConflictError(sessionId, place);
  }
  return added;
}

/** The same id alone does not tell: two tabs may have given it to different messages. */
async function isStoredAt(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  place: number,
  { id, message }: Entry,
): Promise<boolean> {
  if (!isPlace(place)) return false;
  const record = await entryRecordAt(tx, sessionId, place);
  if (record === undefined) return false;
  const there = await inTurns(tx, readingEntry(place, record));
  // A message that cannot be read may be this one.
  return !there || (there.id === id && isSameValue(there.message, message));
}

/** Where an entry is kept: its place in the order of appending. */
function placeOf({ position, seq }: Entry): number {
  return position ?? seq;
}

/** Where the conversation ends after a change; `undefined`: in the last entry. */
function headAfter(
  before: StoredInfo,
  added: readonly Entry[],
  { head }: SessionChange,
): string | null | undefined {
  if (head) return head.value;
  return added.length > 0 ? undefined : before.headId;
}

/** How many messages the conversation has after a change. */
async function shownAfter(
  tx: Transaction<'readwrite'>,
  before: StoredInfo,
  added: readonly Entry[],
  { head }: SessionChange,
): Promise<number> {
  const known = before.shown ?? before.entries;
  if (!head) return (added.at(-1)?.seq ?? known - 1) + 1;
  if (head.value === null) return 0;
  const own = added.find(({ id }) => id === head.value);
  if (own) return own.seq + 1;
  // Nearly always one of the last: the head moves where a message is edited or answered again.
  for (let place = before.entries - 1; place >= 0; place -= 1) {
    const record: unknown = await tx.objectStore(STORE.entries).get([before.id, place]);
    const entry = await inTurns(tx, readingEntry(place, record));
    if (entry?.id === head.value) return entry.seq + 1;
  }
  return known;
}

/** A writer that does not know that the head was moved must not carry on from where it was. */
function checkFollowing(
  { id, entries, headId }: StoredInfo,
  [first]: readonly Entry[],
  { head }: SessionChange,
): void {
  if (!first || headId === undefined || head || first.parentId === headId) return;
  throw new StoreConflictError(id, entries);
}

/** The id in place of a message that cannot be read: the loaded session has one of its own there. */
const UNREADABLE = Symbol('unreadable');

type StoredId = string | typeof UNREADABLE | undefined;

/** `undefined` where no message stands. */
async function storedIdAt(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  place: number,
): Promise<StoredId> {
  if (!isPlace(place)) return undefined;
  const record = await entryRecordAt(tx, sessionId, place);
  const entry = await inTurns(tx, readingEntry(place, record));
  return entry?.id ?? UNREADABLE;
}

/** Whether the stored message may be the one of that id. */
function isSameId(stored: StoredId, id: string | null | undefined): boolean {
  return stored === UNREADABLE || (stored ?? null) === (id ?? null);
}

/** A count for an entry that is not there means that the caller knows another session. */
function checkTokenPositions(sessionId: string, entries: number, change: SessionChange): void {
  for (const place of change.tokens?.keys() ?? []) {
    if (!isPlace(place) || place >= entries) throw new StoreConflictError(sessionId, place);
  }
}

/** A change made on another transcript must not be stored onto this one. */
async function checkBasis(
  tx: Transaction<'readwrite'>,
  { id: sessionId, entries: stored }: StoredInfo,
  {
    added,
    headId,
  }: { readonly added: readonly Entry[]; readonly headId: string | null | undefined },
  { basis, entries: given = [] }: SessionChange,
): Promise<void> {
  if (!basis) return;
  const [first] = given;
  if (first && basis.previousEntryId !== undefined) {
    const previous = placeOf(first) - 1;
    const previousId = await storedIdAt(tx, sessionId, previous);
    if (!isSameId(previousId, basis.previousEntryId)) {
      throw new StoreConflictError(sessionId, Math.max(0, previous));
    }
  }
  const entries = stored + added.length;
  if (entries > basis.entries) throw new StoreConflictError(sessionId, basis.entries);
  const lastPlace = Math.max(0, basis.entries - 1);
  if (entries < basis.entries) throw new StoreConflictError(sessionId, lastPlace);
  const lastId =
    entries === 0 ? undefined : (added.at(-1)?.id ?? (await storedIdAt(tx, sessionId, lastPlace)));
  const { headId: expectedHeadId = basis.lastEntryId } = basis;
  const isSameHead =
    headId === undefined ? isSameId(lastId, expectedHeadId) : headId === expectedHeadId;
  if (isSameId(lastId, basis.lastEntryId) && isSameHead) return;
  throw new StoreConflictError(sessionId, lastPlace);
}

/** A change of a value that another tab has written since must not replace it. */
async function checkValues(
  tx: Transaction<'readwrite'>,
  { id, entries }: StoredInfo,
  change: SessionChange,
): Promise<void> {
  const { values } = change.basis ?? {};
  if (!values) return;
  const pad = change.scratchpad && (await tx.objectStore(STORE.scratchpads).get(id));
  const names = [...(change.parts?.keys() ?? [])];
  const records = await Promise.all(
    names.map((name) => tx.objectStore(STORE.parts).get([id, name])),
  );
  // A damaged record counts as empty, as it does for a reader.
  const valueIn = (record: unknown) => (isScratchpadRecord(record) ? record.value : undefined);
  const stored = {
    scratchpad: valueIn(pad),
    parts: new Map(names.map((name, at) => [name, valueIn(records[at])])),
  };
  if (!storeRules.rewritesOthers(change, stored)) return;
  throw new StoreConflictError(id, entries, 'of what stands beside its messages');
}

/**
 * A change of another session, such as one that had this id before, must not leave here what follows
 * an entry that only the other one has.
 */
async function checkReferences(
  tx: Transaction<'readwrite'>,
  { id: sessionId, entries: stored }: StoredInfo,
  added: readonly Entry[],
  { basis, head }: SessionChange,
): Promise<void> {
  const [first] = added;
  const isMadeHere = basis && (!first || basis.previousEntryId !== undefined);
  if (isMadeHere) return;
  const parentId = first?.parentId ?? null;
  const headId = head?.value ?? null;
  const isOwnHead = added.some(({ id }) => id === headId);
  const holdsParent = parentId === null || (await isStored(tx, sessionId, stored, parentId));
  const holdsHead = headId === null || isOwnHead || (await isStored(tx, sessionId, stored, headId));
  if (!holdsParent || !holdsHead) throw new StoreConflictError(sessionId, stored);
}

/** Looks at the last entry first: only who opens a branch follows another one. */
async function isStored(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  stored: number,
  id: string,
): Promise<boolean> {
  if ((await storedIdAt(tx, sessionId, stored - 1)) === id) return true;
  const records = await entryRecordsIn(tx, sessionId, placesAheadOf(sessionId, stored));
  // A message that cannot be read may be the one that is followed.
  const isWhole = records.length === stored;
  const entries = await inTurns(tx, readingEntries(records));
  return !isWhole || entries.some((entry) => isSameId(entry?.id ?? UNREADABLE, id));
}

/** A repeated commit brings the newest record again; it is kept once. */
async function addedCompaction(
  tx: Transaction<'readwrite'>,
  { id: sessionId, compactions }: StoredInfo,
  record: CompactionRecord | undefined,
): Promise<CompactionRecord | undefined> {
  if (!record || compactions === 0) return record;
  const newest = await tx.objectStore(STORE.compactions).get([sessionId, compactions - 1]);
  return storeRules.isCompactionRecord(newest) && newest.id === record.id ? undefined : record;
}

function isPlace(place: number): boolean {
  return Number.isInteger(place) && place >= 0;
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
