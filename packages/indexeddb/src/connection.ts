import { type AbortSignalLike, AgentMemoryError, StoreUnavailableError } from '@agent-memory/core';
import { DeadlineError, orAbort, throwIfAborted, withDeadline } from '@agent-memory/core/internal';
import { type IDBPTransaction, unwrap } from 'idb';
import { abortQuietly } from './abort-quietly.ts';
import { soundLog, suspectLog } from './begin-new-log.ts';
import {
  checkDatabaseOptions,
  DATABASE_NAME,
  type IndexedDbOptions,
  TIMEOUT_MS,
} from './database-options.ts';
import { abortedByFreeze, PageFrozenError, standstill } from './frozen-page.ts';
import { type Database, type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { runningClock } from './running-clock.ts';
import {
  type AgentMemoryDatabase,
  DATABASE_ID_KEY,
  IDENTITY_STORE,
  type StoreName,
} from './schema.ts';
import { isConnectionLoss, mayTear, noAnswer, toStoreError } from './store-errors.ts';

export type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  AgentMemoryDatabase,
  StoreName[],
  Mode
>;

/** One piece of work in one transaction. */
export interface Work<T, Mode extends IDBTransactionMode> {
  readonly mode: Mode;
  readonly stores: readonly StoreName[];
  /** May wait for requests of the transaction and for nothing else. May run twice. */
  readonly body: (tx: Transaction<Mode>) => Promise<T>;
  /** Named in errors. */
  readonly sessionId?: string;
  readonly signal?: AbortSignalLike | undefined;
  /** So many entries are written: each gives the work a millisecond more. */
  readonly entries?: number | undefined;
}

interface ConnectionOptions extends OpenDatabaseOptions {
  readonly durability: IDBTransactionDurability;
  /** Told before the first work with each connection: the id of the database that it leads to. */
  readonly onOpened?: (databaseId: string | undefined) => void;
}

/** A work is tried so often, each time with another connection. */
const MOST_TRIES = 3;

/**
 * The one way into a transaction.
 *
 * - Opens the database with the first work, and again after it was lost.
 * - Resolves when the transaction has completed; when it rejects, nothing of it is kept.
 * - A connection that is lost before the transaction completed is replaced, and the work runs again,
 *   three times at most, which is why every body must be safe to repeat.
 * - A page that is frozen in the middle of a transaction gives it up, so that no other tab waits, and
 *   runs the work again when it continues [NS-2].
 * - A work that gets no answer in time rejects; its transaction is aborted [STO-8].
 * - Nothing is written behind a write that failed before a new log has been begun [STO-7].
 * - Rejects with this library's errors, with the signal's reason, or with a bug.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #database: Database | undefined;
  #opening: Promise<Database> | undefined;
  #isClosed = false;
  /** The one that the database was opened with last. */
  #indexedDb: IDBFactory | undefined;
  readonly #introduced = new WeakSet<Database>();

  constructor(options: ConnectionOptions) {
    this.#options = {
      ...options,
      getIndexedDb: () => {
        this.#indexedDb = options.getIndexedDb();
        return this.#indexedDb;
      },
      onLost: (database, error) => {
        this.#forget(database);
        options.onLost(database, error);
      },
    };
  }

  async run<T, Mode extends IDBTransactionMode>(work: Work<T, Mode>): Promise<T> {
    const { databaseName } = this.#options;
    const { signal, entries = 0 } = work;
    const limitMs = TIMEOUT_MS + entries;
    try {
      return await withDeadline((ended) => this.#tries({ ...work, signal: ended }), {
        ...{ limitMs, signal, clock: runningClock },
      });
    } catch (error) {
      if (!(error instanceof DeadlineError)) throw error;
      // Nobody knows how much of it was written.
      if (work.mode === 'readwrite') this.#suspectLog();
      throw noAnswer(databaseName, limitMs, error);
    }
  }

  async #tries<T, Mode extends IDBTransactionMode>(work: Work<T, Mode>): Promise<T> {
    const { durability, databaseName } = this.#options;
    const { mode, sessionId, signal } = work;
    for (let tries = 1; ; tries += 1) {
      const database = await this.#acquire(signal);
      const isSound = mode === 'readwrite' ? this.#soundLog(signal) : undefined;
      if (isSound !== undefined) await isSound;
      try {
        return await runTransaction(database, durability, this.#introducing(database, work));
      } catch (error) {
        if (mode === 'readwrite' && mayTear(error)) this.#suspectLog();
        const isRetried = isConnectionLoss(error) && !signal?.aborted && tries < MOST_TRIES;
        if (!isRetried) {
          throw signal?.aborted ? error : toStoreError(error, databaseName, sessionId);
        }
        this.#forget(database);
        database.close();
      }
    }
  }

  /** The first work with a database reads before everything else which one it is. */
  #introducing<T, Mode extends IDBTransactionMode>(
    database: Database,
    work: Work<T, Mode>,
  ): Work<T, Mode> {
    const { onOpened } = this.#options;
    if (!onOpened || this.#introduced.has(database)) return work;
    return {
      ...work,
      stores: [...work.stores, IDENTITY_STORE],
      body: async (tx) => {
        const id = await tx.objectStore(IDENTITY_STORE).get(DATABASE_ID_KEY);
        this.#introduced.add(database);
        onOpened(typeof id === 'string' ? id : undefined);
        return work.body(tx);
      },
    };
  }

  /** Running transactions still finish. */
  close(): void {
    this.#isClosed = true;
    this.#database?.close();
    this.#database = undefined;
  }

  async #acquire(signal: AbortSignalLike | undefined): Promise<Database> {
    this.refuseWhenClosed();
    throwIfAborted(signal);
    if (this.#database) return this.#database;
    this.#opening ??= this.#open();
    const opening = this.#opening;
    try {
      const opened = await orAbort(opening, signal);
      this.refuseWhenClosed();
      return opened;
    } catch (error) {
      // One that gives no answer may never give one: the next call asks again.
      if (error instanceof DeadlineError) this.#endOpening(opening);
      throw error;
    }
  }

  #open(): Promise<Database> {
    const opening = openDatabase(this.#options);
    opening.then(
      (database) => {
        this.#endOpening(opening);
        if (this.#isClosed || this.#database) database.close();
        else this.#database = database;
      },
      // The next call tries again; this one's callers get the error from the same promise.
      () => this.#endOpening(opening),
    );
    return opening;
  }

  #endOpening(opening: Promise<Database>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }

  /** Resolves when nothing is written behind a failed write; `undefined` where none has failed. */
  #soundLog(signal: AbortSignalLike | undefined): Promise<void> | undefined {
    const { databaseName, logRotation } = this.#options;
    if (!logRotation || !this.#indexedDb) return undefined;
    const begun = soundLog(this.#indexedDb, databaseName);
    return begun && orAbort(begun, signal);
  }

  #suspectLog(): void {
    if (this.#options.logRotation && this.#indexedDb) suspectLog(this.#indexedDb);
  }

  /** Only the connection in use: another one may have taken its place already. */
  #forget(database: Database): void {
    if (this.#database === database) this.#database = undefined;
  }

  /** @throws StoreUnavailableError once this is closed. */
  refuseWhenClosed(): void {
    if (!this.#isClosed) return;
    throw new StoreUnavailableError('This store was closed; nothing was done. Make a new one.');
  }
}

/** Runs it until no freeze comes in the middle. */
async function runTransaction<T, Mode extends IDBTransactionMode>(
  database: Database,
  durability: IDBTransactionDurability,
  work: Work<T, Mode>,
): Promise<T> {
  const { signal } = work;
  for (;;) {
    const goesOn = standstill();
    if (goesOn !== undefined) await orAbort(goesOn, signal);
    try {
      return await runOnce(database, durability, work);
    } catch (error) {
      if (!(error instanceof PageFrozenError)) throw error;
    }
  }
}

async function runOnce<T, Mode extends IDBTransactionMode>(
  database: Database,
  durability: IDBTransactionDurability,
  { mode, stores, body, signal }: Work<T, Mode>,
): Promise<T> {
  const tx: Transaction<Mode> = database.transaction([...stores], mode, { durability });
  const raw = unwrap(tx);
  const completed = completionOf(raw);
  // They may reject while the body still waits for a request, which rejects with them.
  for (const outcome of [completed, tx.done]) outcome.catch(() => undefined);
  const freeze = abortedByFreeze(raw);
  const abort = () => abortQuietly(raw);
  signal?.addEventListener('abort', abort);
  try {
    const result = await body(tx);
    await completed;
    return result;
  } catch (error) {
    abort();
    await Promise.allSettled([completed]);
    throwIfAborted(signal);
    if (AgentMemoryError.isInstance(error)) throw error;
    throw freeze.isAborted ? new PageFrozenError() : (raw.error ?? error);
  } finally {
    freeze.stop();
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Settles when the transaction is over. idb's own `done` already rejects at the first failed
 * request, before the transaction knows why it aborts.
 */
function completionOf(raw: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    raw.addEventListener('complete', () => resolve());
    raw.addEventListener('abort', () => {
      reject(raw.error ?? new DOMException('The transaction was aborted.', 'AbortError'));
    });
  });
}

/** A connection that opens with its first work. @throws InvalidOptionError */
export function connectionOf(
  options: IndexedDbOptions,
  witness: Pick<ConnectionOptions, 'onOpened' | 'onRecreated' | 'onDeleted' | 'onGone'> = {},
): Connection {
  checkDatabaseOptions(options);
  return new Connection({
    databaseName: options.databaseName ?? DATABASE_NAME,
    durability: options.durability ?? 'relaxed',
    logRotation: options.logRotation ?? true,
    getIndexedDb: options.getIndexedDb ?? (() => globalThis.indexedDB),
    onLost: (_database, error) => options.onDisconnect?.(error),
    ...witness,
  });
}
