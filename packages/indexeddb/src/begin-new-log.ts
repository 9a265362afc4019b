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
  /** The browser's words, where it told the first opening of the page that it had lost everything. */
  lossMessage: string | undefined;
}

const logs = new WeakMap<IDBFactory, Log>();

/**
 * Has the browser begin a new log for the databases of this site, once a page, before anything is
 * read [STO-7].
 *
 * Chromium writes all of them into one log of LevelDB. Where a kill or a full disk tore its last
 * record, the first start after that reads past the tear and continues writing behind it; the second
 * finds the log damaged and gives the site empty databases, without an error. An empty database that
 * is made and deleted makes the engine put the log away and begin another one.
 *
 * It is a precaution, and never in the way: where it fails or takes longer than the limit, the page
 * continues, and trouble with IndexedDB shows when the real database is opened.
 */
export function newLogBegun(indexedDb: IDBFactory): Promise<void> {
  return logOf(indexedDb).begun;
}

/**
 * Gives the browser's own words where it made all databases of this site again: it tells so anyone who
 * opens a database first, which is the beginning of the log.
 */
export function lossMessageOf(indexedDb: IDBFactory): string | undefined {
  return logs.get(indexedDb)?.lossMessage;
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
  const heardLoss = (message: string) => {
    log.lossMessage = message;
  };
  const log: Log = {
    begun: withinLimit(beginNewLog(indexedDb, heardLoss)),
    isSuspect: false,
    renewal: undefined,
    lossMessage: undefined,
  };
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

/** Makes and deletes the throwaway database. */
export async function beginNewLog(
  indexedDb: IDBFactory,
  heardLoss?: (message: string) => void,
): Promise<void> {
  const opening = indexedDb.open(THROWAWAY_NAME);
  opening.onupgradeneeded = (event) => {
    const message = lossMessageIn(event);
    if (message !== undefined) heardLoss?.(message);
  };
  const database = await wrap(opening);
  database?.close();
  await wrap(indexedDb.deleteDatabase(THROWAWAY_NAME));
}

/** Chromium says in the event, beyond the standard, that it lost what there was. */
export function lossMessageIn(event: IDBVersionChangeEvent): string | undefined {
  const { dataLoss, dataLossMessage } = event as Event as DataLossEvent;
  return dataLoss === 'total' ? String(dataLossMessage) : undefined;
}

interface DataLossEvent extends Event {
  readonly dataLoss?: unknown;
  readonly dataLossMessage?: unknown;
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
