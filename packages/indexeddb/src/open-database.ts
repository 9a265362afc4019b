import { StoreUnavailableError } from '@agent-memory/core';
import { type IDBPDatabase, wrap } from 'idb';
import { lossMessageIn, lossMessageOf, newLogBegun } from './begin-new-log.ts';
import { abortedByFreeze } from './frozen-page.ts';
import { distinctBytes } from './random-bytes.ts';
import {
  type AgentMemoryDatabase,
  DATABASE_ID_KEY,
  IDENTITY_STORE,
  INDEXES,
  RECORD_STORE,
  SCHEMA_VERSION,
  STORE_NAMES,
} from './schema.ts';
import { otherShape, toOpenError } from './store-errors.ts';

export type Database = IDBPDatabase<AgentMemoryDatabase>;

export interface OpenDatabaseOptions {
  readonly databaseName: string;
  /** Read at each opening; may throw, as the browser's own getter does where it is denied. */
  readonly getIndexedDb: () => IDBFactory | undefined;
  /** Whether a new log is begun before the first opening, and behind a write that failed [STO-7]. */
  readonly logRotation: boolean;
  /** The connection is gone: another tab needs the database, or the browser closed it. */
  readonly onLost: (database: Database, error: StoreUnavailableError) => void;
  /** The browser says that the database had to be made again, and that what it held is lost. */
  readonly onRecreated?: (message: string) => void;
  /** Somebody deletes the database while it is open here. */
  readonly onDeleted?: () => void;
  /** The database that was open here may be there no more: it was deleted, or the browser closed it. */
  readonly onGone?: () => void;
}

/** Opens the database, and makes it where there is none. One of another shape is refused and left as it is. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  try {
    const indexedDb = indexedDbOf(options);
    if (options.logRotation) await newLogBegun(indexedDb);
    return await opened(indexedDb, options);
  } catch (error) {
    throw toOpenError(error, options.databaseName);
  }
}

function opened(indexedDb: IDBFactory, options: OpenDatabaseOptions): Promise<Database> {
  const { databaseName } = options;
  return new Promise((resolve, reject) => {
    let freeze: ReturnType<typeof abortedByFreeze> | undefined;
    const opening = indexedDb.open(databaseName, SCHEMA_VERSION);
    opening.onupgradeneeded = (event) => {
      if (opening.transaction) freeze = abortedByFreeze(opening.transaction);
      const message = lossMessageIn(event) ?? lossMessageOf(indexedDb);
      if (message !== undefined) options.onRecreated?.(message);
      createStores(opening.result);
    };
    opening.onerror = () => {
      freeze?.stop();
      if (freeze?.isAborted) resolve(opened(indexedDb, options));
      else reject(opening.error);
    };
    opening.onsuccess = () => {
      freeze?.stop();
      if (hasOurShape(opening.result)) {
        resolve(watched(opening.result, options));
        return;
      }
      opening.result.close();
      reject(otherShape(databaseName));
    };
  });
}

/** A database that the browser made again has another id. */
function createStores(database: IDBDatabase): void {
  for (const name of STORE_NAMES) {
    const store = database.createObjectStore(name, { autoIncrement: name === RECORD_STORE.audit });
    for (const index of INDEXES[name] ?? []) store.createIndex(index, index);
    if (name === IDENTITY_STORE) store.put(hexId(), DATABASE_ID_KEY);
  }
}

function hexId(): string {
  return [...distinctBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a database has the object stores of this schema, and no others. */
function hasOurShape({ objectStoreNames: found }: IDBDatabase): boolean {
  return found.length === STORE_NAMES.length && STORE_NAMES.every((name) => found.contains(name));
}

function indexedDbOf({ getIndexedDb }: OpenDatabaseOptions): IDBFactory {
  const indexedDb = getIndexedDb();
  if (indexedDb) return indexedDb;
  throw new StoreUnavailableError(
    'There is no IndexedDB here (a server, or a browser that turns it off). Nothing was stored.',
  );
}

function watched(
  raw: IDBDatabase,
  { databaseName, onLost, onDeleted, onGone }: OpenDatabaseOptions,
): Database {
  const database = wrap(raw) as unknown as Database;
  raw.onversionchange = ({ newVersion }) => {
    // Anyone who holds on would block the other tab; running transactions still finish.
    raw.close();
    const isDeleted = newVersion === null;
    if (isDeleted) onDeleted?.();
    onLost(database, lostToAnotherTab(databaseName));
    if (isDeleted) onGone?.();
  };
  raw.onclose = () => {
    onLost(database, closedByBrowser(databaseName));
    onGone?.();
  };
  return database;
}

function lostToAnotherTab(databaseName: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `Another tab updates or deletes the IndexedDB database "${databaseName}", so this one let go ` +
      'of it. What was stored here is stored; the next call opens the database again.',
  );
}

function closedByBrowser(databaseName: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `The browser closed the IndexedDB database "${databaseName}" (site data cleared, or a disk ` +
      'error). The next call opens it again.',
  );
}
