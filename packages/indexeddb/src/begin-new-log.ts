import { wrap } from 'idb';

/** PERSISTED: a database of this name stands on the disk for some milliseconds at the start of a page. */
export const THROWAWAY_NAME = 'agent-memory-new-log';

/** It takes some milliseconds, on a slow disk a tenth of a second. */
const LIMIT_MS = 2_000;

const begun = new WeakMap<IDBFactory, Promise<void>>();

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
  const beginning = begun.get(indexedDb) ?? withinLimit(beginNewLog(indexedDb));
  begun.set(indexedDb, beginning);
  return beginning;
}

async function beginNewLog(indexedDb: IDBFactory): Promise<void> {
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
