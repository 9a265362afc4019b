import { isApart, putBack } from './apart-values.ts';
import type { Transaction } from './connection.ts';
import { STORE } from './schema.ts';

/** The record of the message at a place, with what stands beside it; `undefined` where none stands. */
export async function entryRecordAt(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  place: number,
): Promise<unknown> {
  const record = await tx.objectStore(STORE.entries).get([sessionId, place]);
  return withBlobs(tx, sessionId, record);
}

/** The records of a range of messages of one session, with what stands beside them. */
export async function entryRecordsIn(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  range: IDBKeyRange,
): Promise<readonly unknown[]> {
  const records = await tx.objectStore(STORE.entries).getAll(range);
  if (!records.some(isApart)) return records;
  return Promise.all(records.map((record) => withBlobs(tx, sessionId, record)));
}

async function withBlobs(
  tx: Transaction<'readonly' | 'readwrite'>,
  sessionId: string,
  record: unknown,
): Promise<unknown> {
  if (!isApart(record)) return record;
  const place = record.position ?? record.seq;
  // A damaged place is no key, and its message cannot be read either way.
  if (!Number.isSafeInteger(place)) return record;
  const blobs = tx.objectStore(STORE.blobs);
  const count = Array.isArray(record.apart) ? record.apart.length : 0;
  // Each by its number: where one is missing, the others keep their places.
  const reading = Array.from({ length: count }, (_, number) =>
    blobs.get([sessionId, place, number]),
  );
  return putBack(record, await Promise.all(reading));
}
