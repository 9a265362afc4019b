import type { Transaction } from '../connection.ts';
import { RECORD_STORE } from '../schema.ts';

/** PERSISTED: keys of `record-meta`. */
const REVISION = 'revision';
const SECRET = 'secret';
const MARK = 'mark:';
const SECRET_BYTES = 32;

export async function revisionIn(tx: Transaction<IDBTransactionMode>): Promise<number> {
  return numberOf(await tx.objectStore(RECORD_STORE.meta).get(REVISION)) ?? 0;
}

export async function setRevision(tx: Transaction<'readwrite'>, revision: number): Promise<void> {
  await tx.objectStore(RECORD_STORE.meta).put(revision, REVISION);
}

export async function markIn(
  tx: Transaction<IDBTransactionMode>,
  name: string,
): Promise<number | undefined> {
  return numberOf(await tx.objectStore(RECORD_STORE.meta).get(MARK + name));
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
  const made = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  await tx.objectStore(RECORD_STORE.meta).put(made, SECRET);
  return made;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
