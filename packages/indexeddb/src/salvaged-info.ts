import { shape } from '@agent-memory/core/internal';
import { isCount, isIdOrNull } from './check-stored.ts';
import type { Transaction } from './connection.ts';
import { likelyPlaces } from './likely-places.ts';
import { allKeysOf, STORE, type StoredInfo } from './schema.ts';

type Rest = Partial<Record<keyof StoredInfo, unknown>>;

/**
 * The record of a session made again from what is stored of it [STO-6]: its own can no longer be read.
 * Each of its fields is kept that can still be read.
 */
export async function salvagedInfo(
  tx: Transaction<'readonly' | 'readwrite'>,
  id: string,
  record: unknown,
): Promise<StoredInfo> {
  const keys = allKeysOf(id);
  const [entries, compactions, history] = await Promise.all([
    tx.objectStore(STORE.entries).getAllKeys(keys),
    tx.objectStore(STORE.compactions).getAllKeys(keys),
    tx.objectStore(STORE.history).getAllKeys(keys),
  ]);
  const rest: Rest = fieldsOf(record);
  const { user, createdAtMs, updatedAtMs, title, headId } = rest;
  return {
    id,
    ...(typeof user === 'string' && { user }),
    createdAtMs: timeOf(createdAtMs) ?? timeOf(updatedAtMs) ?? 0,
    updatedAtMs: timeOf(updatedAtMs) ?? timeOf(createdAtMs) ?? 0,
    entries: likelyPlaces(entries, countOf(rest.entries)).length,
    compactions: countOf(rest.compactions) ?? longestRun(compactions)?.end ?? 0,
    ...(isIdOrNull(headId) && { headId }),
    ...(typeof title === 'string' && title !== '' && { title }),
    ...historyOf(rest, history),
  };
}

/** Tells whether a record, damaged or not, says where the conversation ends. */
export function saysItsEnd(record: unknown): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const { headId } = fieldsOf(record);
  return headId === undefined || isIdOrNull(headId);
}

function historyOf(
  { historyFrom, historyEnd }: Rest,
  keys: readonly (readonly [string, number])[],
): Pick<StoredInfo, 'historyFrom' | 'historyEnd'> {
  const isKnown = isCount(historyFrom) && isCount(historyEnd);
  const run = longestRun(keys);
  if (isKnown && historyFrom < historyEnd) return { historyFrom, historyEnd };
  return run ? { historyFrom: run.from, historyEnd: run.end } : {};
}

/** The longest row of places without a gap: keys that some damage made stand alone. */
function longestRun(
  keys: readonly (readonly [string, number])[],
): { readonly from: number; readonly end: number } | undefined {
  let longest: { readonly from: number; readonly end: number } | undefined;
  let run: typeof longest;
  for (const [, place] of keys) {
    if (!isCount(place)) continue;
    run = { from: run?.end === place ? run.from : place, end: place + 1 };
    if (!longest || run.end - run.from >= longest.end - longest.from) longest = run;
  }
  return longest;
}

function fieldsOf(record: unknown): Rest {
  return typeof record === 'object' && record !== null ? record : {};
}

function countOf(value: unknown): number | undefined {
  return isCount(value) ? value : undefined;
}

function timeOf(value: unknown): number | undefined {
  return shape.isTime(value) ? value : undefined;
}
