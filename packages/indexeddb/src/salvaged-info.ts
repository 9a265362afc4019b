import { isTime } from '@agent-memory/core/internal';
import type { Transaction } from './connection.ts';
import { allKeysOf, STORE, type StoredInfo } from './schema.ts';

/**
 * The record of a session made anew from what is stored of it [STO-6]: its own can no longer be read.
 * Its times and its name are kept where they can still be read.
 */
export async function salvagedInfo(
  tx: Transaction<'readonly' | 'readwrite'>,
  id: string,
  rest: unknown,
): Promise<StoredInfo> {
  const keys = allKeysOf(id);
  const [entries, compactions, history] = await Promise.all([
    tx.objectStore(STORE.entries).getAllKeys(keys),
    tx.objectStore(STORE.compactions).getAllKeys(keys),
    tx.objectStore(STORE.history).getAllKeys(keys),
  ]);
  const { createdAtMs, updatedAtMs, title } = fieldsOf(rest);
  const [historyFrom, historyEnd] = [history[0]?.[1], endOf(history)];
  return {
    id,
    createdAtMs: timeOf(createdAtMs) ?? timeOf(updatedAtMs) ?? 0,
    updatedAtMs: timeOf(updatedAtMs) ?? timeOf(createdAtMs) ?? 0,
    entries: endOf(entries),
    compactions: endOf(compactions),
    ...(typeof title === 'string' && title !== '' && { title }),
    ...(historyFrom !== undefined && { historyFrom, historyEnd }),
  };
}

/** The place behind the last one; keys that some damage made are no places. */
export function endOf(keys: readonly (readonly [string, number])[]): number {
  const last = keys.findLast(([, place]) => Number.isSafeInteger(place) && place >= 0);
  return last === undefined ? 0 : last[1] + 1;
}

function fieldsOf(rest: unknown): Partial<Record<keyof StoredInfo, unknown>> {
  return typeof rest === 'object' && rest !== null ? rest : {};
}

function timeOf(value: unknown): number | undefined {
  return isTime(value) ? value : undefined;
}
