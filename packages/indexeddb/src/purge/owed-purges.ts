import type { Transaction } from '../connection.ts';
import { RECORD_STORE } from '../schema.ts';
import { isSpot, type Spot } from './purge-spots.ts';

/**
 * PERSISTED: keys of `record-meta` that begin so. Under each stands the place of words that were erased
 * and may still be in the engine's files: the page may end before they are out of them.
 */
const OWED = 'purge:';
const ALL_OWED = [OWED, `${OWED}\uffff`] as const;

/** PERSISTED. */
interface StoredPurge {
  readonly spots: readonly Spot[];
}

export interface OwedPurges {
  readonly keys: readonly string[];
  readonly spots: readonly Spot[];
}

/** Written in the transaction that erases. */
export async function owe(tx: Transaction<'readwrite'>, spots: readonly Spot[]): Promise<void> {
  const key = `${OWED}${Date.now()}-${Math.random().toString(36).slice(2)}`;
  await tx.objectStore(RECORD_STORE.meta).put({ spots } satisfies StoredPurge, key);
}

export async function isAnyOwed(tx: Transaction<IDBTransactionMode>): Promise<boolean> {
  const [first, last] = ALL_OWED;
  const key = await tx.objectStore(RECORD_STORE.meta).getKey(IDBKeyRange.bound(first, last));
  return key !== undefined;
}

export async function owedPurges(tx: Transaction<IDBTransactionMode>): Promise<OwedPurges> {
  const [first, last] = ALL_OWED;
  const owed = IDBKeyRange.bound(first, last);
  const meta = tx.objectStore(RECORD_STORE.meta);
  const [keys, values] = await Promise.all([meta.getAllKeys(owed), meta.getAll(owed)]);
  return { keys, spots: values.flatMap(spotsIn) };
}

/** One that is damaged can only be forgotten. */
function spotsIn(value: unknown): readonly Spot[] {
  const spots: unknown = typeof value === 'object' && value && Reflect.get(value, 'spots');
  return Array.isArray(spots) ? spots.filter(isSpot) : [];
}

export async function forgetPurges(
  tx: Transaction<'readwrite'>,
  keys: readonly string[],
): Promise<void> {
  const meta = tx.objectStore(RECORD_STORE.meta);
  await Promise.all(keys.map((key) => meta.delete(key)));
}
