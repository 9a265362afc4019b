import { StoreUnavailableError } from '@agent-memory/core';
import { type IDBPDatabase, wrap } from 'idb';
import { abortQuietly } from './abort-quietly.ts';
import { lossMessageIn, lossMessageOf, newLogBegun } from './begin-new-log.ts';
import { abortedByFreeze } from './frozen-page.ts';
import type { Migration, UpgradeTransaction } from './migrations.ts';
import type { AgentMemoryDatabase } from './schema.ts';
import { toOpenError } from './store-errors.ts';

export type Database = IDBPDatabase<AgentMemoryDatabase>;

export interface OpenDatabaseOptions {
  readonly databaseName: string;
  /** Read at each opening; may throw, as the browser's own getter does where it is denied. */
  readonly getIndexedDb: () => IDBFactory | undefined;
  readonly migrations: readonly Migration[];
  readonly blockedTimeoutMs: number;
  /** Whether a new log is begun ahead of the first opening, and behind a write that failed [STO-7]. */
  readonly logRotation: boolean;
  /** The connection is gone: another tab needs the database, or the browser closed it. */
  readonly onLost: (database: Database, error: StoreUnavailableError) => void;
  /** The browser says that the database had to be made anew, and that what it held is lost. */
  readonly onRecreated?: (message: string) => void;
  /** Somebody deletes the database while it is open here. */
  readonly onDeleted?: () => void;
  /** The database that was open here may be there no more: it was deleted, or the browser closed it. */
  readonly onGone?: () => void;
}

/**
 * An opening under way. Both promises belong to the same request: after `blockedTooLong` rejected,
 * `database` may still resolve, as soon as the other tab lets go.
 */
export interface Opening {
  readonly database: Promise<Database>;
  readonly blockedTooLong: Promise<never>;
}

/** Opens the database at the version of the last migration, and migrates it where it is older. */
export function openDatabase(options: OpenDatabaseOptions): Opening {
  let rejectBlocked: (error: StoreUnavailableError) => void;
  const blockedTooLong = new Promise<never>((_, reject) => {
    rejectBlocked = reject;
  });
  // Nobody may be waiting when it rejects.
  blockedTooLong.catch(() => undefined);
  return { database: request(options, (error) => rejectBlocked(error)), blockedTooLong };
}

async function request(
  options: OpenDatabaseOptions,
  rejectBlocked: (error: StoreUnavailableError) => void,
): Promise<Database> {
  try {
    const indexedDb = indexedDbOf(options);
    if (options.logRotation) await newLogBegun(indexedDb);
    return await opened(indexedDb, options, rejectBlocked);
  } catch (error) {
    throw toOpenError(error, options.databaseName);
  }
}

function opened(
  indexedDb: IDBFactory,
  options: OpenDatabaseOptions,
  rejectBlocked: (error: StoreUnavailableError) => void,
): Promise<Database> {
  const { databaseName, migrations } = options;
  return new Promise((resolve, reject) => {
    let migrationError: unknown;
    let freeze: ReturnType<typeof abortedByFreeze> | undefined;
    const opening = indexedDb.open(databaseName, migrations.length);
    const endWatch = watchBlocked(opening, indexedDb, options, rejectBlocked);
    opening.onupgradeneeded = (event) => {
      endWatch();
      if (opening.transaction) freeze = abortedByFreeze(opening.transaction);
      const { oldVersion } = event;
      const message = lossMessageIn(event) ?? lossMessageOf(indexedDb);
      if (oldVersion === 0 && message !== undefined) options.onRecreated?.(message);
      migrate(opening, migrations.slice(oldVersion)).catch((error: unknown) => {
        migrationError = error;
        abortQuietly(opening.transaction);
      });
    };
    opening.onerror = () => {
      endWatch();
      freeze?.stop();
      if (freeze?.isAborted) resolve(opened(indexedDb, options, rejectBlocked));
      else reject(migrationError ?? opening.error);
    };
    opening.onsuccess = () => {
      endWatch();
      freeze?.stop();
      resolve(watched(opening.result, options));
    };
  });
}

/**
 * Tells when another tab has kept an opening waiting for too long. The browser says so to the opening
 * that is first in line; one behind it, of another tab or store, hears nothing and has to look.
 *
 * @returns the function that ends the watch.
 */
function watchBlocked(
  opening: IDBOpenDBRequest,
  indexedDb: IDBFactory,
  { databaseName, migrations, blockedTimeoutMs }: OpenDatabaseOptions,
  tell: (error: StoreUnavailableError) => void,
): () => void {
  let isOver = false;
  const tooLong = () => tell(blockedError(databaseName));
  const look = async () => {
    const isHeld = await isOlder(indexedDb, databaseName, migrations.length);
    if (isHeld && !isOver) tooLong();
  };
  let timer = setTimeout(() => void look(), blockedTimeoutMs);
  opening.onblocked = () => {
    clearTimeout(timer);
    timer = setTimeout(tooLong, blockedTimeoutMs);
  };
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Whether a database is there in an older version, as far as the browser tells. */
async function isOlder(indexedDb: IDBFactory, name: string, newest: number): Promise<boolean> {
  try {
    const databases = await indexedDb.databases();
    return databases.some((found) => found.name === name && (found.version ?? newest) < newest);
  } catch {
    // Not every browser lists them; the limit of the call ends the wait there.
    return false;
  }
}

function indexedDbOf({ getIndexedDb }: OpenDatabaseOptions): IDBFactory {
  const indexedDb = getIndexedDb();
  if (indexedDb) return indexedDb;
  throw new StoreUnavailableError(
    'There is no IndexedDB here (a server, or a browser that turns it off). Nothing was stored.',
  );
}

async function migrate(opening: IDBOpenDBRequest, migrations: readonly Migration[]): Promise<void> {
  if (!opening.transaction) throw new TypeError('An upgrade runs in a transaction.');
  const db: IDBPDatabase<unknown> = wrap(opening.result);
  const tx = wrap(opening.transaction) as unknown as UpgradeTransaction;
  // How it ends is seen at the request.
  tx.done.catch(() => undefined);
  for (const migration of migrations) await migration({ db, tx });
}

function watched(
  raw: IDBDatabase,
  { databaseName, onLost, onDeleted, onGone }: OpenDatabaseOptions,
): Database {
  const database = wrap(raw) as unknown as Database;
  raw.onversionchange = ({ newVersion }) => {
    // Whoever holds on would block the other tab; running transactions still finish.
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

function blockedError(databaseName: string): StoreUnavailableError {
  return new StoreUnavailableError(
    `Another tab holds an older version of the IndexedDB database "${databaseName}" open and does ` +
      'not let go. Nothing was lost; close or reload the other tabs of this site.',
  );
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
