import type { Entry, EntryPlaces } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { isTokenCountRecord, readingEntries } from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { entryRecordsIn } from './entry-records.ts';
import { inTurns } from './in-turns.ts';
import { placesBetween, STORE, type StoredInfo } from './schema.ts';

/** So many entries are read in one transaction. */
export const PAGE = 500;
/** So many are read in one request: their copies are one task of the page. */
const AT_ONCE = 100;

/** The start of a session and its newest entries. */
export interface NewestEntries {
  readonly entries: readonly Entry[];
  /** The place of the first of the newest ones. */
  readonly entriesFrom: number;
}

/**
 * The entries from one place to another, with the token counts measured since; `undefined` where one
 * of them is not there or is damaged.
 */
export async function readPlaces(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  { from, to }: EntryPlaces,
): Promise<readonly Entry[] | undefined> {
  const counting = tx.objectStore(STORE.tokenCounts).getAll(placesBetween(sessionId, from, to));
  const reading: Promise<readonly (Entry | undefined)[]>[] = [];
  for (let at = from; at < to; at += AT_ONCE) {
    reading.push(readAtOnce(tx, sessionId, { from: at, to: Math.min(to, at + AT_ONCE) }));
  }
  const [counts, ...read] = await Promise.all([counting, ...reading]);
  const entries = read.flat();
  for (const count of counts) {
    if (!isTokenCountRecord(count)) return undefined;
    const entry = entries[count.seq - from];
    if (entry) entries[count.seq - from] = { ...entry, tokens: count.tokens };
  }
  return entries.length === to - from && isEach(entries) ? entries : undefined;
}

async function readAtOnce(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  { from, to }: EntryPlaces,
): Promise<readonly (Entry | undefined)[]> {
  const records = await entryRecordsIn(tx, sessionId, placesBetween(sessionId, from, to));
  return inTurns(tx, readingEntries(records, from));
}

function isEach(entries: readonly (Entry | undefined)[]): entries is readonly Entry[] {
  return entries.every((entry) => entry !== undefined);
}

/**
 * The start of a session and its newest entries, as many as everything rests on; `undefined` where all
 * has to be read: it is short, it has branches, something is damaged, or what it rests on stands too far in.
 */
export async function readNewest(
  tx: Transaction<'readonly' | 'readwrite'>,
  { id, entries: length, headId }: StoredInfo,
  newest: number,
): Promise<NewestEntries | undefined> {
  if (headId !== undefined || length <= newest + storeRules.MOST_LEADING) return undefined;
  const [start, end, behind] = await Promise.all([
    readPlaces(tx, id, { from: 0, to: storeRules.MOST_LEADING }),
    readPlaces(tx, id, { from: length - newest, to: length }),
    tx.objectStore(STORE.entries).count(placesBetween(id, length, Infinity)),
  ]);
  if (!start) return undefined;
  const leading = storeRules.leadingEntries(start);
  if (leading === undefined || behind > 0 || end?.at(-1)?.seq !== length - 1) return undefined;
  let tail = end;
  let entriesFrom = storeRules.newestStart(tail, newest);
  while (entriesFrom === undefined && tail.length < storeRules.MOST_NEWEST) {
    const to = length - tail.length;
    const from = Math.max(storeRules.MOST_LEADING, to - newest);
    const page = from < to ? await readPlaces(tx, id, { from, to }) : undefined;
    if (!page) return undefined;
    tail = [...page, ...tail];
    entriesFrom = storeRules.newestStart(tail, newest);
  }
  if (entriesFrom === undefined) return undefined;
  const newestOnes = tail.slice(entriesFrom - length);
  return { entriesFrom, entries: [...start.slice(0, leading), ...newestOnes] };
}
