import type { HistoryRecord, SessionChange } from '@agent-memory/core';
import { storeRules } from '@agent-memory/core/internal';
import { unwrap } from 'idb';
import { historyBounds, historyRecordAt } from './check-history.ts';
import type { Transaction } from './connection.ts';
import { allKeysOf, placesAheadOf, STORE, type StoredInfo } from './schema.ts';

/**
 * Gives the effect of a change on the stored history; `undefined` where it says nothing of it. Reads only what a
 * repeated commit brings again.
 * @throws StoreConflictError
 */
export async function historyWriteOf(
  tx: Transaction<'readwrite'>,
  info: StoredInfo,
  change: SessionChange,
): Promise<storeRules.HistoryWrite | undefined> {
  if (!touchesHistory(change)) return undefined;
  const bounds = historyBounds(info);
  const { from, end } = bounds ?? { from: 0, end: 0 };
  const known = await readAgain(tx, info.id, { from, end }, change.history ?? []);
  const write = storeRules.historyWrite(
    info.id,
    { from, end, at: (index) => known.get(index) },
    change,
  );
  return bounds ? write : { ...write, isAnew: true };
}

/** Whether a change says anything of the history. */
export function touchesHistory({ history, historyFrom }: SessionChange): boolean {
  return history !== undefined || historyFrom !== undefined;
}

/** Carries it out. A record that stands beyond the counted end by some damage is written over. */
export function writeHistory(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  { from, added, isAnew }: storeRules.HistoryWrite,
): void {
  const records = unwrap(tx.objectStore(STORE.history));
  records.delete(isAnew ? allKeysOf(sessionId) : placesAheadOf(sessionId, from));
  for (const record of added) records.put(record, [sessionId, record.index]);
}

/** A session's record with what it says of the history after a change. */
export function infoWithHistory(
  info: StoredInfo,
  write: storeRules.HistoryWrite | undefined,
): StoredInfo {
  if (!write) return info;
  const { historyFrom: _, historyEnd: __, ...rest } = info;
  const { from, end } = write;
  return from === end ? rest : { ...rest, historyFrom: from, historyEnd: end };
}

/** The stored records that a change brings again, and the newest where it does not follow that. */
async function readAgain(
  tx: Transaction<'readwrite'>,
  sessionId: string,
  { from, end }: { readonly from: number; readonly end: number },
  history: readonly HistoryRecord[],
): Promise<ReadonlyMap<number, HistoryRecord | undefined>> {
  const [first] = history;
  if (!first || from === end || first.index === end) return new Map();
  const indices = history.map(({ index }) => index).filter((index) => index >= from && index < end);
  const pairs = [...new Set([...indices, end - 1])].map(async (index) => {
    const record = await tx.objectStore(STORE.history).get([sessionId, index]);
    return [index, historyRecordAt(index, record)] as const;
  });
  return new Map(await Promise.all(pairs));
}
