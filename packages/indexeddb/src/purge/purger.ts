import { AgentMemoryError } from '@agent-memory/core';
import { threads } from '@agent-memory/core/internal';
import { unwrap } from 'idb';
import { beginNewLog } from '../begin-new-log.ts';
import { type Connection, connectionOf, type Transaction, type Work } from '../connection.ts';
import { DATABASE_NAME, type IndexedDbOptions } from '../database-options.ts';
import { RECORD_STORE, type StoreName } from '../schema.ts';
import { toOpenError } from '../store-errors.ts';
import { forgetPurges, isAnyOwed, owedPurges } from './owed-purges.ts';
import { decoyOf, keyBeside, type Spot } from './purge-spots.ts';

/*
 * Chromium keeps IndexedDB in LevelDB, which only ever appends: what was deleted stays readable, in
 * the log and then in the tables, until tables that hold an older and a newer version of a key are
 * merged. Deleting everything a site has merges none, nor do twelve megabytes of writes.
 *
 * Tables are merged where lookups go through one in vain, more than a hundred times. So: a new log,
 * which writes what is in memory to a table; decoys under keys beside the erased ones, and another
 * new log, for a table above that one whose keys reach over them; then lookups of keys that are not
 * there. It reads, but for decoys that are written and deleted in one transaction, so whatever stops
 * it, nothing can be lost by it. Browsers without LevelDB do it in vain.
 */

/** Each pass can bring words one level down, to where the merge drops them; the rest are for retries. */
const PASSES = 4;
/** A table of the usual size is merged after 128 lookups in vain. */
const LOOKUPS = 150;
const SPOTS_A_STEP = 4;
const MOST_STEPS = 64;
/** In which the engine merges some megabytes. */
const PAUSE_MS = 50;

/** PERSISTED while a page is open: tabs of other releases wait for the same lock. */
const LOCK = 'agent-memory-purge';

/** Does one piece of work in a transaction, until the database is taken away. */
type Run = <Result, Mode extends IDBTransactionMode>(
  mode: Mode,
  stores: readonly StoreName[],
  body: Work<Result, Mode>['body'],
) => Promise<Result>;

/** Takes the words that were erased out of the engine's files, behind the calls that erased them. */
export class Purger {
  readonly #options: IndexedDbOptions;
  #isRunning = false;
  #isWanted = false;
  #hasResumed = false;

  constructor(options: IndexedDbOptions) {
    this.#options = options;
  }

  /** Something is owed. Returns at once; erasures that follow each other closely are purged together. */
  start(): void {
    this.#isWanted = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Its errors are bugs, and are seen as such.
    void this.#runWhileWanted().finally(() => {
      this.#isRunning = false;
    });
  }

  /** Once a page: another one may have ended before what it erased was out of the engine's files. */
  resume(connection: Connection): void {
    if (this.#hasResumed) return;
    this.#hasResumed = true;
    const looked = connection.run({
      mode: 'readonly',
      stores: [RECORD_STORE.meta],
      body: isAnyOwed,
    });
    looked.then(
      (isOwed) => {
        if (isOwed) this.start();
      },
      (error: unknown) => {
        this.#hasResumed = false;
        // Whatever is wrong with the database shows in the calls that somebody waits for.
        if (!AgentMemoryError.isInstance(error)) throw error;
      },
    );
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted) {
      await pause();
      this.#isWanted = false;
      try {
        await oneTabAtATime(() => this.#purgeAllOwed());
      } catch (error) {
        // It stays owed: the next erasure, or the next page, tries again.
        if (!AgentMemoryError.isInstance(error) && !isAbort(error)) throw error;
      }
    }
  }

  async #purgeAllOwed(): Promise<void> {
    // A database that is taken away must not be made again for this.
    const taken = new AbortController();
    // One of its own: the store may be closed meanwhile.
    const connection = connectionOf({ ...this.#options, onDisconnect: () => taken.abort() });
    try {
      const run: Run = (mode, stores, body) =>
        connection.run({ mode, stores, body, signal: taken.signal });
      while (await this.#purgeOwed(run)) taken.signal.throwIfAborted();
    } finally {
      connection.close();
    }
  }

  /** Gives whether anything was owed; more may be by now. */
  async #purgeOwed(run: Run): Promise<boolean> {
    const { keys, spots } = await run('readonly', [RECORD_STORE.meta], owedPurges);
    if (keys.length === 0) return false;
    if (spots.length > 0) {
      await this.#beginNewLog();
      await passDecoys(run, spots);
      await this.#beginNewLog();
      await lookInVain(run, spots);
    }
    await run('readwrite', [RECORD_STORE.meta], (tx) => forgetPurges(tx, keys));
    return true;
  }

  async #beginNewLog(): Promise<void> {
    const { getIndexedDb = () => globalThis.indexedDB, databaseName = DATABASE_NAME } =
      this.#options;
    try {
      const indexedDb = getIndexedDb();
      if (indexedDb) await beginNewLog(indexedDb);
    } catch (error) {
      throw toOpenError(error, databaseName);
    }
  }
}

async function passDecoys(run: Run, spots: readonly Spot[]): Promise<void> {
  await run('readwrite', storesOf(spots), async (tx) => {
    for (const spot of spots) {
      const store = unwrap(tx.objectStore(spot.store));
      const key = decoyOf(spot);
      // Put would write over whatever has that key.
      store.add(0, key);
      store.delete(key);
    }
  });
}

async function lookInVain(run: Run, spots: readonly Spot[]): Promise<void> {
  const steps = stepsOf(spots);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const step of steps) {
      await run('readonly', storesOf(step), async (tx) => lookUp(tx, step));
      await pause();
    }
  }
}

function lookUp(tx: Transaction<'readonly'>, spots: readonly Spot[]): void {
  const each = Math.ceil((LOOKUPS * SPOTS_A_STEP) / Math.max(SPOTS_A_STEP, spots.length));
  for (const spot of spots) {
    const store = unwrap(tx.objectStore(spot.store));
    for (let index = 0; index < each; index += 1) store.get(keyBeside(spot, index, each));
  }
}

/** Neighbours together, so that those of a crowd, who share tables, make up for having fewer lookups each. */
function stepsOf(spots: readonly Spot[]): readonly (readonly Spot[])[] {
  const size = Math.max(SPOTS_A_STEP, Math.ceil(spots.length / MOST_STEPS));
  const sorted = [...spots].sort(
    (one, other) => order(one.store, other.store) || indexedDB.cmp(one.key, other.key),
  );
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, step) =>
    sorted.slice(step * size, (step + 1) * size),
  );
}

function storesOf(spots: readonly Spot[]): readonly StoreName[] {
  return [...new Set(spots.map(({ store }) => store))];
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Where there are no locks, or they are denied, two tabs do the same work, which harms nothing. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    await (threads.locksOfPlatform()?.request(LOCK, {}, begin) ?? begin());
  } catch (error) {
    if (hasBegun) throw error;
    await begin();
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}
