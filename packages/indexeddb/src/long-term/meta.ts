import type { Transaction } from '../connection.ts';
import { secretBytes } from '../random-bytes.ts';
import { RECORD_STORE } from '../schema.ts';

/** PERSISTED: keys of `record-meta`. */
const REVISION = 'revision';
const SECRET = 'secret';
const MARK = 'mark:';
const SECRET_BYTES = 32;

/** More changes than anybody makes: a revision behind it is not one. */
const LAST_REVISION = 2 ** 48;

/** The stored one, or where that is damaged, the newest that any record tells of. */
export async function revisionIn(tx: Transaction<IDBTransactionMode>): Promise<number> {
  const stored = await tx.objectStore(RECORD_STORE.meta).get(REVISION);
  if (stored === undefined || isRevision(stored)) return stored ?? 0;
  const ofRevisions = IDBKeyRange.bound(0, LAST_REVISION);
  const newest = await Promise.all([
    tx.objectStore(RECORD_STORE.records).index('putAt').openKeyCursor(ofRevisions, 'prev'),
    tx.objectStore(RECORD_STORE.erased).index('at').openKeyCursor(ofRevisions, 'prev'),
  ]);
  return Math.max(0, ...newest.map((cursor) => Math.floor(cursor?.key ?? 0)));
}

export async function setRevision(tx: Transaction<'readwrite'>, revision: number): Promise<void> {
  await tx.objectStore(RECORD_STORE.meta).put(revision, REVISION);
}

export async function markIn(
  tx: Transaction<IDBTransactionMode>,
  name: string,
): Promise<number | undefined> {
  const mark = await tx.objectStore(RECORD_STORE.meta).get(MARK + name);
  return isRevision(mark) ? mark : undefined;
}

export async function setMark(
  tx: Transaction<'readwrite'>,
  name: string,
  revision: number,
): Promise<void> {
  await tx.objectStore(RECORD_STORE.meta).put(revision, MARK + name);
}

export async function knownSecretIn(
  tx: Transaction<IDBTransactionMode>,
): Promise<Uint8Array | undefined> {
  const known = await tx.objectStore(RECORD_STORE.meta).get(SECRET);
  return known instanceof Uint8Array && known.length === SECRET_BYTES ? known : undefined;
}

/** Made by the first who asks, in the transaction that would find it. */
export async function secretIn(tx: Transaction<'readwrite'>): Promise<Uint8Array> {
  const known = await knownSecretIn(tx);
  if (known) return known;
  const made = secretBytes(SECRET_BYTES);
  await tx.objectStore(RECORD_STORE.meta).put(made, SECRET);
  return made;
}

function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LAST_REVISION;
}
