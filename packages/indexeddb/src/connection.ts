import { type AbortSignalLike, AgentMemoryError, StoreUnavailableError } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import { type IDBPTransaction, unwrap } from 'idb';
import {
  abortQuietly,
  type Database,
  type OpenDatabaseOptions,
  type Opening,
  openDatabase,
} from './open-database.ts';
import type { AgentMemoryDatabase, StoreName } from './schema.ts';
import { isConnectionLoss, toStoreError } from './store-errors.ts';

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
}

export interface ConnectionOptions extends OpenDatabaseOptions {
  readonly durability: IDBTransactionDurability;
}

/**
 * The one way into a transaction.
 *
 * - Opens the database with the first work, and again after it was lost.
 * - Resolves when the transaction has completed; when it rejects, nothing of it is kept.
 * - A connection that is lost before the transaction completed is replaced once and the work runs
 *   again, which is why every body must be safe to repeat.
 * - Rejects with this library's errors, with the signal's reason, or with a bug.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  #database: Database | undefined;
  #opening: Opening | undefined;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = {
      ...options,
      onLost: (database, error) => {
        this.#forget(database);
        options.onLost(database, error);
      },
    };
  }

  async run<T, Mode extends IDBTransactionMode>(work: Work<T, Mode>): Promise<T> {
    const { durability } = this.#options;
    const database = await this.#acquire(work.signal);
    try {
      return await runTransaction(database, durability, work);
    } catch (error) {
      const isRetried = isConnectionLoss(error) && !work.signal?.aborted;
      if (!isRetried) throw errorOf(error, work.sessionId, work.signal);
      this.#forget(database);
      database.close();
    }
    const replacement = await this.#acquire(work.signal);
    try {
      return await runTransaction(replacement, durability, work);
    } catch (error) {
      throw errorOf(error, work.sessionId, work.signal);
    }
  }

  /** Running transactions still finish. */
  close(): void {
    this.#isClosed = true;
    this.#database?.close();
    this.#database = undefined;
  }

  async #acquire(signal: AbortSignalLike | undefined): Promise<Database> {
    this.#refuseWhenClosed();
    throwIfAborted(signal);
    if (this.#database) return this.#database;
    this.#opening ??= this.#open();
    const { database, blockedTooLong } = this.#opening;
    const opened = await orAbort(Promise.race([database, blockedTooLong]), signal);
    this.#refuseWhenClosed();
    return opened;
  }

  #open(): Opening {
    const opening = openDatabase(this.#options);
    opening.database.then(
      (database) => {
        this.#opening = undefined;
        if (this.#isClosed) database.close();
        else this.#database = database;
      },
      () => {
        // The next call tries again; this one's callers get the error from the same promise.
        this.#opening = undefined;
      },
    );
    return opening;
  }

  /** Only the connection in use: another one may have taken its place already. */
  #forget(database: Database): void {
    if (this.#database === database) this.#database = undefined;
  }

  #refuseWhenClosed(): void {
    if (!this.#isClosed) return;
    throw new StoreUnavailableError('This store was closed; nothing was done. Make a new one.');
  }
}

async function runTransaction<T, Mode extends IDBTransactionMode>(
  database: Database,
  durability: IDBTransactionDurability,
  { mode, stores, body, signal }: Work<T, Mode>,
): Promise<T> {
  const tx: Transaction<Mode> = database.transaction([...stores], mode, { durability });
  const raw = unwrap(tx);
  const completed = completionOf(raw);
  // They may reject while the body still waits for a request, which rejects with them.
  for (const outcome of [completed, tx.done]) outcome.catch(() => undefined);
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
    throw AgentMemoryError.isInstance(error) ? error : (raw.error ?? error);
  } finally {
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

function errorOf(
  error: unknown,
  sessionId: string | undefined,
  signal: AbortSignalLike | undefined,
): unknown {
  return signal?.aborted ? error : toStoreError(error, sessionId);
}
