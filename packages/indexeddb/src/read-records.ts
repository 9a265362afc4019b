import type { StoredRecords } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { isCompactionRecord } from '@agent-memory/sessions/stored';
import { historyBounds, historyRecordAt, intactHistory } from './check-history.ts';
import type { Transaction } from './connection.ts';
import { allKeysOf, placesBetween, STORE, type StoredInfo } from './schema.ts';

/** So many records of the history are read in one request: their copies are one task of the page. */
const AT_ONCE = 100;
/** So many compactions are read before the others. */
const NEWEST_COMPACTIONS = 8;
/** So many records of the history are read at once while a whole one is looked for. */
const NEWEST_HISTORY = 32;

/** The newest records of a session, or all. */
export interface NewestRecords extends StoredRecords {
  readonly lacksRecords?: true;
}

type AnyTransaction = Transaction<'readonly' | 'readwrite'>;

/** The history and the compactions of a session, as far as they can be read. */
export async function readRecords(tx: AnyTransaction, info: StoredInfo): Promise<StoredRecords> {
  const bounds = await boundsToRead(tx, info);
  const reading: Promise<ReadonlyMap<IDBValidKey, unknown>>[] = [];
  for (let from = bounds.from; from < bounds.end; from += AT_ONCE) {
    const keys = placesBetween(info.id, from, Math.min(bounds.end, from + AT_ONCE));
    reading.push(recordsBySecondKey(tx, STORE.history, keys));
  }
  const compactions = tx.objectStore(STORE.compactions).getAll(allKeysOf(info.id));
  const pages = await Promise.all(reading);
  const history = intactHistory(info, new Map(pages.flatMap((page) => [...page])));
  const stored = await compactions;
  const whole = stored.filter(isCompactionRecord);
  const lost = stored.length - whole.length;
  const damaged = [
    ...(lost > 0 ? [`${lost} records of compactions are damaged and left out.`] : []),
    ...history.damaged,
  ];
  return {
    history: history.held,
    compactions: whole,
    ...(damaged.length > 0 && { damaged }),
  };
}

/**
 * Nothing, where the newest record is not there: none before it counts, and its index may be made up.
 * No more than are stored: those that count follow one another without a gap.
 */
async function boundsToRead(
  tx: AnyTransaction,
  info: StoredInfo,
): Promise<{ readonly from: number; readonly end: number }> {
  const nothing = { from: 0, end: 0 };
  const bounds = historyBounds(info) ?? nothing;
  const [newest, stored] = await Promise.all([
    tx.objectStore(STORE.history).getKey([info.id, bounds.end - 1]),
    tx.objectStore(STORE.history).count(allKeysOf(info.id)),
  ]);
  const from = Math.max(bounds.from, bounds.end - stored);
  return newest === undefined ? nothing : { ...bounds, from };
}

/**
 * The newest of them, the history from a context on that says everything it depends on; all where
 * they are few, or where something is damaged.
 */
export async function readNewestRecords(
  tx: AnyTransaction,
  info: StoredInfo,
): Promise<NewestRecords> {
  const { id, compactions: length } = info;
  const bounds = historyBounds(info);
  const from = Math.max(0, length - NEWEST_COMPACTIONS);
  const [history, compactions] = await Promise.all([
    bounds && newestHistory(tx, id, bounds),
    tx.objectStore(STORE.compactions).getAll(placesBetween(id, from, Infinity)),
  ]);
  const isWhole = compactions.length === length - from && compactions.every(isCompactionRecord);
  if (!history || !isWhole) return readRecords(tx, info);
  const lacksRecords = from > 0 || (history[0]?.index ?? 0) > (bounds?.from ?? 0);
  return { history, compactions, ...(lacksRecords && { lacksRecords }) };
}

/** `undefined` where one of them is damaged. */
async function newestHistory(
  tx: AnyTransaction,
  id: string,
  bounds: { readonly from: number; readonly end: number },
): Promise<StoredRecords['history'] | undefined> {
  let history: StoredRecords['history'] = [];
  for (let end = bounds.end; end > bounds.from; end -= NEWEST_HISTORY) {
    const from = Math.max(bounds.from, end - NEWEST_HISTORY);
    const stored = await tx.objectStore(STORE.history).getAll(placesBetween(id, from, end));
    const page = stored.flatMap((record, at) => historyRecordAt(from + at, record) ?? []);
    if (page.length !== end - from) return undefined;
    history = [...page, ...history];
    const begin = history.findIndex(storeRules.isWholeContext);
    if (begin >= 0) return history.slice(begin);
  }
  return history;
}

/** Records beside a session, by the index or name in their keys. */
export async function recordsBySecondKey(
  tx: AnyTransaction,
  name: typeof STORE.history | typeof STORE.parts,
  range: IDBKeyRange,
): Promise<ReadonlyMap<IDBValidKey, unknown>> {
  const store = tx.objectStore(name);
  const [keys, records] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return new Map(keys.map(([, key], position) => [key, records[position]]));
}
