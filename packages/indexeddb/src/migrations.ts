import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { distinctBytes } from './random-bytes.ts';

export type UpgradeTransaction = IDBPTransaction<unknown, string[], 'versionchange'>;

/** The means of a migration. It may wait for requests of `tx` and for nothing else. */
export interface MigrationContext {
  readonly db: IDBPDatabase<unknown>;
  readonly tx: UpgradeTransaction;
}

/** Brings a database from the version before to the next one, whole or not at all. */
export type Migration = (context: MigrationContext) => void | Promise<void>;

/**
 * The steps from an empty database to the newest version: the first makes version 1, the second
 * version 2, and so on. A published step is never changed, so it spells out the names it uses
 * instead of taking them from `schema.ts`, which speaks of the newest version only.
 */
export const MIGRATIONS: readonly Migration[] = [
  createFirstVersion,
  addSystems,
  addHistoryAndParts,
  addLongTermMemory,
  addIdentityAndBlobs,
];

function createFirstVersion({ db }: MigrationContext): void {
  for (const name of [
    'sessions',
    'entries',
    'token-counts',
    'overlays',
    'scratchpads',
    'compactions',
  ]) {
    db.createObjectStore(name);
  }
}

/** A place for system texts that are made when a session begins. */
function addSystems({ db }: MigrationContext): void {
  db.createObjectStore('systems');
}

/** Places for what past contexts are shown from, and for the state that features keep under a name. */
function addHistoryAndParts({ db }: MigrationContext): void {
  db.createObjectStore('history');
  db.createObjectStore('parts');
}

/** Places for the records of long-term memory and for the parts of indexes. */
function addLongTermMemory({ db }: MigrationContext): void {
  const records = db.createObjectStore('records');
  for (const index of ['page', 'key', 'subject', 'putAt']) records.createIndex(index, index);
  db.createObjectStore('record-versions').createIndex('at', 'at');
  db.createObjectStore('record-audit', { autoIncrement: true });
  db.createObjectStore('record-tombstones');
  db.createObjectStore('records-erased').createIndex('at', 'at');
  db.createObjectStore('record-meta');
  db.createObjectStore('segments');
}

/** An id of the database itself, since one that the browser made anew has another; and a place for images and files. */
async function addIdentityAndBlobs({ db }: MigrationContext): Promise<void> {
  db.createObjectStore('blobs');
  const id = [...distinctBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  await db.createObjectStore('identity').put(id, 'database');
}
