import type {
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
  StoreNews,
} from '@agent-memory/core';
import { byNewestUpdate, refuseUnknown } from '@agent-memory/core/internal';
import { isInfo } from './check-stored.ts';
import type { Connection } from './connection.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { READ_STORES, readSession, sessionInfoOf } from './read-session.ts';
import { STORE } from './schema.ts';
import { SessionNews } from './session-news.ts';
import { isNamed } from './store-errors.ts';
import {
  connectionOf,
  DATABASE_NAME,
  type IndexedDbStoreOptions,
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
 * `StoreConflictError`; a memory then goes on behind what won. `watch` tells what other tabs commit.
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
  const { databaseName = DATABASE_NAME } = options;
  return new IndexedDbStore(connectionOf(options, migrations), databaseName);
}

class IndexedDbStore implements MemoryStore {
  readonly name = 'IndexedDB';
  readonly persistent = true;
  readonly address: string;
  readonly #connection: Connection;
  readonly #news: SessionNews;

  constructor(connection: Connection, databaseName: string) {
    this.#connection = connection;
    this.#news = new SessionNews(databaseName);
    this.address = `indexeddb:${databaseName}`;
  }

  async load(sessionId: string, options?: StoreCallOptions): Promise<StoredSession | undefined> {
    const read = await this.#connection.run({
      mode: 'readonly',
      stores: READ_STORES,
      body: (tx) => readSession(tx, sessionId),
      sessionId,
      signal: options?.signal,
    });
    if (read?.mended) await this.#mend(sessionId, options);
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
    try {
      await this.#connection.run({
        mode: 'readwrite',
        stores: storesTouchedBy(change),
        body: (tx) => writeChange(tx, sessionId, change),
        sessionId,
        signal: options?.signal,
      });
    } catch (error) {
      throw isNamed(error, 'DataCloneError') ? (uncloneableError(change) ?? error) : error;
    }
    this.#news.tell(sessionId, { kind: 'changed', ...(change.replaces && { replaces: true }) });
  }

  watch(sessionId: string, listener: (news: StoreNews) => void): () => void {
    return this.#news.watch(sessionId, listener);
  }

  list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    return this.#connection.run({
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
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    await this.#connection.run({
      mode: 'readwrite',
      stores: Object.values(STORE),
      body: (tx) => deleteSession(tx, sessionId),
      sessionId,
      signal: options?.signal,
    });
    this.#news.tell(sessionId, { kind: 'deleted' });
  }

  async close(): Promise<void> {
    this.#news.close();
    this.#connection.close();
  }
}
