import { type MemoryRecord, type RecordChange, RecordConflictError } from '@agent-memory/long-term';
import { recordStore } from '@agent-memory/long-term/internal';
import type { Transaction } from '../connection.ts';
import { owe } from '../purge/owed-purges.ts';
import { recordSpots } from '../purge/purge-spots.ts';
import { RECORD_STORE } from '../schema.ts';
import { knownSecretIn, revisionIn, setMark, setRevision } from './meta.ts';
import {
  putAtOf,
  recordOfRow,
  recordsOfRows,
  rowOf,
  versionRowOf,
  versionsOf,
} from './record-rows.ts';

/** Items whose requests go out in one task of the page: more would hold it up. */
const PORTION = 100;

type Writing = Transaction<'readwrite'>;

/** Writes a whole change, or throws and leaves the transaction to be aborted. Gives the revision behind it. */
export async function writeRecords(tx: Writing, change: RecordChange): Promise<number> {
  const [before, isOfThisStore] = await Promise.all([revisionIn(tx), isKeyedHere(tx, change)]);
  const { basis = before } = change;
  if (!isOfThisStore) throw new RecordConflictError(basis, before, recordStore.BEGUN_ANEW);
  if (basis !== before) throw new RecordConflictError(basis, before);
  const { puts = [], erase = [] } = change;
  const revision = puts.length + erase.length > 0 ? before + 1 : before;
  // A record that comes twice takes its turn.
  const isUnique = new Set(puts.map(({ id }) => id)).size === puts.length;
  await inPortions(puts, (record) => putRecord(tx, record, revision), isUnique ? PORTION : 1);
  await unmarkErased(tx, puts);
  await inPortions(change.versions ?? [], (version) => addVersion(tx, version));
  for (const id of change.use?.recordIds ?? []) await countUse(tx, id, change.use?.atMs ?? 0);
  await inPortions(erase, (id) => eraseRecord(tx, id, revision));
  if (erase.length > 0) await owe(tx, recordSpots(erase));
  await writeBeside(tx, change);
  if (revision !== before) await setRevision(tx, revision);
  return revision;
}

/** Whether its secret is that of this store: a database that was deleted begins with another one. */
async function isKeyedHere(tx: Writing, { keyedBy }: RecordChange): Promise<boolean> {
  if (keyedBy === undefined) return true;
  const secret = await knownSecretIn(tx);
  return secret !== undefined && recordStore.isSameSecret(secret, keyedBy);
}

/** The requests of a portion go out at once and wait for one answer. */
async function inPortions<Item>(
  items: readonly Item[],
  request: (item: Item) => Promise<unknown>,
  portion = PORTION,
): Promise<void> {
  for (let from = 0; from < items.length; from += portion) {
    await Promise.all(items.slice(from, from + portion).map(request));
  }
}

async function putRecord(tx: Writing, record: MemoryRecord, putAt: number): Promise<void> {
  const rows = tx.objectStore(RECORD_STORE.records);
  const stored = recordOfRow(await rows.get(record.id));
  const storedRevision = stored?.revision ?? 0;
  if (record.revision <= storedRevision) {
    const where = `Record "${record.id}"`;
    throw new RecordConflictError(record.revision - 1, storedRevision, where);
  }
  const kept = recordStore.withHigherUses(record, stored);
  await Promise.all([
    rows.put(rowOf(kept, putAt), kept.id),
    tx.objectStore(RECORD_STORE.versions).put(versionRowOf(kept), [kept.id, kept.revision]),
  ]);
}

/** A record that is put is erased no more. Mostly none of them ever was, and one look among the ids shows it. */
async function unmarkErased(tx: Writing, puts: readonly MemoryRecord[]): Promise<void> {
  const ids = puts.map(({ id }) => id).sort();
  const [first] = ids;
  if (first === undefined) return;
  const erased = tx.objectStore(RECORD_STORE.erased);
  const among = IDBKeyRange.bound(first, ids.at(-1));
  if ((await erased.getKey(among)) === undefined) return;
  await inPortions(ids, (id) => erased.delete(id));
}

async function addVersion(tx: Writing, version: MemoryRecord): Promise<void> {
  const versions = tx.objectStore(RECORD_STORE.versions);
  const key: [string, number] = [version.id, version.revision];
  const [record, known] = await Promise.all([
    tx.objectStore(RECORD_STORE.records).getKey(version.id),
    versions.getKey(key),
  ]);
  if (record !== undefined && known === undefined) await versions.put(versionRowOf(version), key);
}

async function countUse(tx: Writing, id: string, atMs: number): Promise<void> {
  const rows = tx.objectStore(RECORD_STORE.records);
  const row = await rows.get(id);
  const record = recordOfRow(row);
  if (record) await rows.put(rowOf(recordStore.withUse(record, atMs), putAtOf(row)), id);
}

async function eraseRecord(tx: Writing, id: string, at: number): Promise<void> {
  const rows = tx.objectStore(RECORD_STORE.records);
  const versions = tx.objectStore(RECORD_STORE.versions);
  const stored = await Promise.all([rows.get(id), versions.getAll(versionsOf(id))]);
  await Promise.all([
    rows.delete(id),
    versions.delete(versionsOf(id)),
    tx.objectStore(RECORD_STORE.erased).put({ at }, id),
  ]);
  await dropIndexed(tx, recordsOfRows(stored.flat()));
}

/**
 * Chromium leaves the keys of a deleted record in its indexes until somebody comes by who may write,
 * and keys and subjects are words.
 */
async function dropIndexed(tx: Writing, versions: readonly MemoryRecord[]): Promise<void> {
  const rows = tx.objectStore(RECORD_STORE.records);
  const keys = versions.map(({ namespace, key }) => [namespace, key ?? ''] as [string, string]);
  const subjects = versions.map(
    ({ namespace, subject = '', kind }) => [namespace, subject, kind] as [string, string, string],
  );
  await Promise.all([
    ...keys.map((key) => rows.index('key').count(key)),
    ...subjects.map((subject) => rows.index('subject').count(subject)),
  ]);
}

async function writeBeside(tx: Writing, change: RecordChange): Promise<void> {
  const tombstones = tx.objectStore(RECORD_STORE.tombstones);
  await inPortions(change.tombstones ?? [], (hash) => tombstones.put(true, hash));
  for (const hash of change.lifted ?? []) await tombstones.delete(hash);
  for (const entry of change.audit ?? []) await tx.objectStore(RECORD_STORE.audit).add(entry);
  if (change.mark) await setMark(tx, change.mark.name, change.mark.revision);
}
