import type { Transaction } from '../connection.ts';
import { allKeysOf, RECORD_STORE, SINGLE, STORE, type StoreName } from '../schema.ts';

/** PERSISTED in what is owed: a run of keys of an object store under which words stood that were erased. */
export interface Spot {
  readonly store: StoreName;
  readonly key: SpotKey;
  /** Places from the key on that it stands for, where keys are numbered. */
  readonly span: number;
}

export type SpotKey = string | [string, number] | [string, string];

/** Object stores that hold words of a session, by the shape of their keys. */
const BY_PLACE = [STORE.entries, STORE.blobs, STORE.compactions, STORE.history] as const;
const SESSION_STORES: ReadonlySet<StoreName> = new Set([...SINGLE, ...BY_PLACE, STORE.parts]);

/** Bounds of what one erasure leaves to do, however much it erased. */
const MOST_SPOTS = 64;
const LEAST_SPAN = 50;

/** Beside every key that the store uses: places are whole numbers, and no name holds this. */
const FRACTIONS = 1_024;
const BESIDE = '\u0000beside';

/** The key of a lookup that finds nothing, one of so many that are spread over a spot. */
export function keyBeside({ key, span }: Spot, index: number, of: number): IDBValidKey {
  if (typeof key === 'string') return key + BESIDE + index;
  const [owner, place] = key;
  if (typeof place === 'string') return [owner, place + BESIDE + index];
  return [owner, place + Math.floor((index * span) / of) + (index + 1) / FRACTIONS];
}

/** The key of a record that is written and deleted in one transaction. */
export function decoyOf(spot: Spot): IDBValidKey {
  const { key } = spot;
  if (typeof key === 'string' || typeof key[1] === 'string') return keyBeside(spot, -1, 1);
  return [key[0], key[1] + (FRACTIONS - 1) / FRACTIONS];
}

/** Where the words of a session stand, in those of its object stores that a transaction has. */
export async function sessionSpots(
  tx: Transaction<IDBTransactionMode>,
  sessionId: string,
): Promise<readonly Spot[]> {
  const has = (store: StoreName) => tx.objectStoreNames.contains(store);
  const spots = await Promise.all([
    ...SINGLE.filter(has).map(async (store): Promise<readonly Spot[]> => {
      const key = await tx.objectStore(store).getKey(sessionId);
      return key === undefined ? [] : [{ store, key: sessionId, span: 0 }];
    }),
    ...BY_PLACE.filter(has).map((store) => numberedSpots(tx, store, sessionId)),
    ...[STORE.parts].filter(has).map((store) => namedSpots(tx, store, sessionId)),
  ]);
  return spots.flat();
}

/** Where the words of records of long-term memory stand: neighbours share the engine's files. */
export function recordSpots(ids: readonly string[]): readonly Spot[] {
  const sorted = [...new Set(ids)].sort();
  return thinned(sorted).flatMap((id): readonly Spot[] => [
    { store: RECORD_STORE.records, key: id, span: 0 },
    { store: RECORD_STORE.versions, key: [id, 0], span: 1 },
  ]);
}

export function isSpot(value: unknown): value is Spot {
  if (typeof value !== 'object' || value === null) return false;
  const { store, key, span } = value as Partial<Record<keyof Spot, unknown>>;
  return isPurged(store) && isSpotKey(key) && Number.isSafeInteger(span);
}

function isPurged(store: unknown): boolean {
  const records: readonly unknown[] = [RECORD_STORE.records, RECORD_STORE.versions];
  return records.includes(store) || SESSION_STORES.has(store as StoreName);
}

function isSpotKey(key: unknown): key is SpotKey {
  if (typeof key === 'string') return true;
  if (!Array.isArray(key) || key.length !== 2 || typeof key[0] !== 'string') return false;
  return typeof key[1] === 'string' || Number.isFinite(key[1]);
}

/** Reads the first and the last key alone: damage or not, whatever is stored stands between them. */
async function numberedSpots(
  tx: Transaction<IDBTransactionMode>,
  store: (typeof BY_PLACE)[number],
  sessionId: string,
): Promise<readonly Spot[]> {
  const keys = allKeysOf(sessionId);
  const [first, last] = await Promise.all([
    tx.objectStore(store).openKeyCursor(keys),
    tx.objectStore(store).openKeyCursor(keys, 'prev'),
  ]);
  if (!first || !last) return [];
  const from = placeOf(first.key);
  const length = placeOf(last.key) - from + 1;
  const span = Math.max(LEAST_SPAN, Math.ceil(length / MOST_SPOTS));
  const runs = Math.max(1, Math.ceil(length / span));
  return Array.from({ length: runs }, (_, run) => ({
    store,
    key: [sessionId, from + run * span],
    span,
  }));
}

async function namedSpots(
  tx: Transaction<IDBTransactionMode>,
  store: typeof STORE.parts,
  sessionId: string,
): Promise<readonly Spot[]> {
  const keys = await tx.objectStore(store).getAllKeys(allKeysOf(sessionId));
  return thinned(keys).map(([, name]) => ({ store, key: [sessionId, String(name)], span: 0 }));
}

/** A key that some damage made may be no number. */
function placeOf([, place]: readonly [string, unknown, ...unknown[]]): number {
  return typeof place === 'number' && Number.isFinite(place) ? Math.floor(place) : 0;
}

function thinned<Item>(items: readonly Item[]): readonly Item[] {
  const each = Math.max(1, Math.ceil(items.length / MOST_SPOTS));
  return items.filter((_, index) => index % each === 0);
}
