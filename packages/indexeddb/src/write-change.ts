import {
  COMPACTIONS_KEPT,
  type CompactionRecord,
  type Entry,
  type SessionChange,
  StoreConflictError,
  StoreCorruptError,
} from '@agent-memory/core';
import { type Steps, storeRules } from '@agent-memory/core/internal';
import { isCompactionRecord } from '@agent-memory/sessions/stored';
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
  const added = storeRules.addedEntries(await storedFacts(tx, before, change), change);
  const entries = before.entries + added.length;
  const headId = headAfter(before, added, change);
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
  const last = stored.entries > 0 ? await entryAt(tx, stored.id, stored.entries - 1) : undefined;
  const isSameEnd = typeof last === 'string' || last?.id === entries.at(-1)?.id;
  if (entries.length !== stored.entries || !isSameEnd) {
    throw new StoreConflictError(stored.id, entries.length);
  }
  await deleteSession(tx, stored.id);
  const { user, createdAtMs } = stored;
  const anew = newInfo(stored.id, { atMs: change.atMs, ...(user !== undefined && { user }) });
  return { ...anew, createdAtMs };
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

function newInfo(id: string, { atMs, user }: SessionChange): StoredInfo {
  const times = { createdAtMs: atMs, updatedAtMs: atMs };
  return { id, ...(user !== undefined && { user }), ...times, entries: 0, compactions: 0 };
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

/** What is stored of a session, as far as a change asks for it: mostly its last message alone. */
async function storedFacts(
  tx: Transaction<'readwrite'>,
  { id, user, entries, headId }: StoredInfo,
  change: SessionChange,
): Promise<storeRules.StoredFacts> {
  const given = change.entries ?? [];
  const added = given.filter((entry) => placeOf(entry) >= entries);
  const named = storeRules.namedEntries({ ...change, entries: added });
  const isAbout = given.length > 0 || change.basis || change.head;
  const [first] = given;
  const places = isAbout
    ? [...given.map(placeOf), first ? placeOf(first) - 1 : -1, entries - 1]
    : [];
  const read = new Map<number, storeRules.ThereInStore>();
  for (const place of places) {
    const isStored = Number.isInteger(place) && place >= 0 && place < entries;
    if (isStored && !read.has(place)) read.set(place, await entryAt(tx, id, place));
  }
  const last = read.get(entries - 1);
  const isLast = (entryId: string) => typeof last === 'object' && last.id === entryId;
  const ids = named.every(isLast) ? undefined : await idsAhead(tx, id, entries);
  return {
    ...{ id, user, entries, headId },
    ...(await storedValues(tx, id, change)),
    entryAt: (place) => read.get(place),
    // A message that cannot be read may be the one that is named.
    holds: (entryId) => ids === undefined || ids.has(entryId) || ids.has(undefined),
  };
}

async function entryAt(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  place: number,
): Promise<storeRules.ThereInStore> {
  const record = await entryRecordAt(tx, sessionId, place);
  if (record === undefined) return 'missing';
  return (await inTurns(tx, readingEntry(place, record))) ?? 'unreadable';
}

/** Only who opens a branch follows another entry than the last one. `undefined` is the id of one that cannot be read. */
async function idsAhead(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  stored: number,
): Promise<ReadonlySet<string | undefined>> {
  const records = await entryRecordsIn(tx, sessionId, placesAheadOf(sessionId, stored));
  const entries = await inTurns(tx, readingEntries(records));
  const missing = records.length === stored ? [] : [undefined];
  return new Set([...entries.map((entry) => entry?.id), ...missing]);
}

/** The values that a change replaces. A damaged record counts as empty, as it does for a reader. */
async function storedValues(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  { basis, scratchpad, parts }: SessionChange,
): Promise<Pick<storeRules.StoredFacts, 'scratchpad' | 'parts'>> {
  if (!basis?.values) return { scratchpad: undefined, parts: new Map() };
  const valueIn = (record: unknown) => (isScratchpadRecord(record) ? record.value : undefined);
  const pad = scratchpad && (await tx.objectStore(STORE.scratchpads).get(sessionId));
  const reading = [...(parts?.keys() ?? [])].map(async (name) => {
    return [name, valueIn(await tx.objectStore(STORE.parts).get([sessionId, name]))] as const;
  });
  return { scratchpad: valueIn(pad), parts: new Map(await Promise.all(reading)) };
}

/** A repeated commit brings the newest record again; it is kept once. */
async function addedCompaction(
  tx: Transaction<'readwrite'>,
  { id: sessionId, compactions }: StoredInfo,
  record: CompactionRecord | undefined,
): Promise<CompactionRecord | undefined> {
  if (!record || compactions === 0) return record;
  const newest = await tx.objectStore(STORE.compactions).get([sessionId, compactions - 1]);
  return isCompactionRecord(newest) && newest.id === record.id ? undefined : record;
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
