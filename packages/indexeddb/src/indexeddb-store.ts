import type {
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
  StoreLoss,
} from '@agent-memory/core';
import { byNewestUpdate, refuseUnknown } from '@agent-memory/core/internal';
import { isInfo } from './check-stored.ts';
import type { Connection, Transaction } from './connection.ts';
import type { LossWatch } from './loss-watch.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { owe } from './purge/owed-purges.ts';
import { sessionSpots } from './purge/purge-spots.ts';
import { Purger } from './purge/purger.ts';
import { READ_STORES, readSession, sessionInfoOf } from './read-session.ts';
import { RECORD_STORE, STORE } from './schema.ts';
import { isNamed } from './store-errors.ts';
import {
  connectionOf,
  type IndexedDbStoreOptions,
  lossWatchOf,
  STORE_OPTIONS,
} from './store-options.ts';
import { uncloneableError } from './uncloneable.ts';
import { deleteSession, storesTouchedBy, writeChange } from './write-change.ts';

/**
 * Sessions in IndexedDB: they outlive the page [STO-1].
 *
 * Making one touches nothing; the database opens with the first call, and every trouble with it is
 * a typed rejection of a call [STO-2]: `StoreUnavailableError`, `QuotaExceededStoreError`,
 * `StoreCorruptError`, `StoreConflictError`. Wrap it in `storeWithFallback` to go on in memory.
 * A value that cannot be stored, such as a function, rejects with the error that names its place.
 *
 * A commit resolves when its transaction has completed [STO-4]. Several tabs may use one database:
 * of two that append to the same place of a session, one wins and the other gets
 * `StoreConflictError`.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store: indexedDbStore() });
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbStore(options: IndexedDbStoreOptions = {}): MemoryStore {
  refuseUnknown(options, STORE_OPTIONS, 'indexedDbStore');
  return createIndexedDbStore(options, MIGRATIONS);
}

/** `indexedDbStore` at the version that these migrations lead to. */
export function createIndexedDbStore(
  options: IndexedDbStoreOptions,
  migrations: readonly Migration[],
): MemoryStore {
  const losses = lossWatchOf(options);
  const connection = connectionOf(options, migrations, losses);
  return new IndexedDbStore(connection, losses, new Purger(options, migrations));
}

class IndexedDbStore implements MemoryStore {
  readonly name = 'IndexedDB';
  readonly persistent = true;
  readonly #connection: Connection;
  readonly #losses: LossWatch;
  readonly #purger: Purger;

  constructor(connection: Connection, losses: LossWatch, purger: Purger) {
    this.#connection = connection;
    this.#losses = losses;
    this.#purger = purger;
  }

  async load(sessionId: string, options?: StoreCallOptions): Promise<StoredSession | undefined> {
    const acknowledged = this.#losses.acknowledged(sessionId);
    const read = await this.#connection.run({
      mode: 'readonly',
      stores: READ_STORES,
      body: (tx) => readSession(tx, sessionId),
      sessionId,
      signal: options?.signal,
    });
    this.#losses.wasRead(sessionId, acknowledged, read?.session.info);
    if (read?.mended) await this.#mend(sessionId, options);
    this.#purger.resume(this.#connection);
    return read?.session;
  }

  /** Puts the record of a session made anew in the place of one that commits could not build on. */
  async #mend(sessionId: string, options: StoreCallOptions | undefined): Promise<void> {
    await this.#connection.run({
      mode: 'readwrite',
      stores: READ_STORES,
      body: async (tx) => {
        // Another tab may have mended it meanwhile.
        const read = await readSession(tx, sessionId);
        if (read?.mended) await tx.objectStore(STORE.sessions).put(read.mended, sessionId);
      },
      sessionId,
      signal: options?.signal,
    });
  }

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    const isErasure = change.replaces === true || change.erases === true;
    try {
      const info = await this.#connection.run({
        mode: 'readwrite',
        stores: [...storesTouchedBy(change), ...(isErasure ? [RECORD_STORE.meta] : [])],
        body: async (tx) => {
          if (isErasure) await oweSession(tx, sessionId);
          return writeChange(tx, sessionId, change);
        },
        sessionId,
        signal: options?.signal,
      });
      this.#losses.wasStored(info);
      if (isErasure) this.#purger.start();
    } catch (error) {
      throw isNamed(error, 'DataCloneError') ? (uncloneableError(change) ?? error) : error;
    }
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    const infos = await this.#connection.run({
      mode: 'readonly',
      stores: [STORE.sessions],
      body: async (tx) => {
        const sessions = tx.objectStore(STORE.sessions);
        const [ids, records] = await Promise.all([sessions.getAllKeys(), sessions.getAll()]);
        // One damaged record must not hide the others; loading that session says what is wrong.
        return records
          .filter((record, index) => isInfo(ids[index], record))
          .map(sessionInfoOf)
          .sort(byNewestUpdate);
      },
      signal: options?.signal,
    });
    this.#losses.wereListed(infos);
    return infos;
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    this.#losses.deleted(sessionId);
    await this.#connection.run({
      mode: 'readwrite',
      stores: [...Object.values(STORE), RECORD_STORE.meta],
      body: async (tx) => {
        await oweSession(tx, sessionId);
        await deleteSession(tx, sessionId);
      },
      sessionId,
      signal: options?.signal,
    });
    this.#losses.deleted(sessionId);
    this.#purger.start();
  }

  lossOf(sessionId: string): StoreLoss | undefined {
    return this.#losses.lossOf(sessionId);
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

/** Where words of the session stand in this transaction's object stores, written down before they go. */
async function oweSession(tx: Transaction<'readwrite'>, sessionId: string): Promise<void> {
  const spots = await sessionSpots(tx, sessionId);
  if (spots.length > 0) await owe(tx, spots);
}
