import { wrap } from 'idb';
import { toOpenError } from './store-errors.ts';

/** PERSISTED: a database of this name stands on the disk for some milliseconds at the start of a page. */
export const THROWAWAY_NAME = 'agent-memory-new-log';

/** It takes some milliseconds, on a slow disk a tenth of a second. */
const LIMIT_MS = 2_000;

interface Log {
  /** Settles when the first new log of the page has been begun, or could not be. */
  readonly begun: Promise<void>;
  /** A write has failed since, so its record may be torn. */
  isSuspect: boolean;
  renewal: Promise<void> | undefined;
}

const logs = new WeakMap<IDBFactory, Log>();

/**
 * Has the browser begin a new log for the databases of this site, once a page, before anything is
 * read [STO-7].
 *
 * Chromium writes all of them into one log of LevelDB. Where a kill or a full disk tore its last
 * record, the first start after that reads past the tear and goes on writing behind it; the second
 * finds the log damaged and gives the site empty databases, without an error. An empty database that
 * is made and deleted makes the engine put the log away and begin another one.
 *
 * It is a precaution, and never in the way: where it fails or takes longer than the limit, the page
 * goes on, and trouble with IndexedDB shows when the real database is opened.
 */
export function newLogBegun(indexedDb: IDBFactory): Promise<void> {
  return logOf(indexedDb).begun;
}

/** Says that a write has failed: what the engine wrote of it may be torn, and must not be written behind. */
export function suspectLog(indexedDb: IDBFactory): void {
  logOf(indexedDb).isSuspect = true;
}

/**
 * Has a new log begun where a write has failed since the last one: only then does the store count as
 * recovered.
 *
 * @returns nothing where no write has failed, so that nobody waits.
 * @throws the error of an opening, while the browser cannot even make an empty database.
 */
export function soundLog(indexedDb: IDBFactory, databaseName: string): Promise<void> | undefined {
  const log = logOf(indexedDb);
  if (!log.isSuspect) return undefined;
  log.renewal ??= renewed(log, indexedDb);
  return log.renewal.catch((error: unknown) => {
    throw toOpenError(error, databaseName);
  });
}

function logOf(indexedDb: IDBFactory): Log {
  const known = logs.get(indexedDb);
  if (known) return known;
  const begun = withinLimit(beginNewLog(indexedDb));
  const log: Log = { begun, isSuspect: false, renewal: undefined };
  logs.set(indexedDb, log);
  return log;
}

async function renewed(log: Log, indexedDb: IDBFactory): Promise<void> {
  try {
    // A write that fails meanwhile makes the new log suspect again.
    log.isSuspect = false;
    await beginNewLog(indexedDb);
  } catch (error) {
    log.isSuspect = true;
    throw error;
  } finally {
    log.renewal = undefined;
  }
}

export async function beginNewLog(indexedDb: IDBFactory): Promise<void> {
  const database = await wrap(indexedDb.open(THROWAWAY_NAME));
  database?.close();
  await wrap(indexedDb.deleteDatabase(THROWAWAY_NAME));
}

function withinLimit(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, LIMIT_MS);
    const goOn = () => {
      clearTimeout(limit);
      resolve();
    };
    work.then(goOn, goOn);
  });
}
