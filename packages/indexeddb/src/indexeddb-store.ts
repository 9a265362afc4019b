import type {
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
  StoreUnavailableError,
} from '@agent-memory/core';
import { byNewestUpdate, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { isInfo } from './check-stored.ts';
import { Connection } from './connection.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { READ_STORES, readSession, sessionInfoOf } from './read-session.ts';
import { allKeysOf, STORE } from './schema.ts';
import { isNamed } from './store-errors.ts';
import { uncloneableError } from './uncloneable.ts';
import { storesTouchedBy, writeChange } from './write-change.ts';

/** How `indexedDbStore` is set up; every field may be left out. */
export interface IndexedDbStoreOptions {
  /**
   * PERSISTED: another name is another database, and what was stored is not found under it.
   * Default `agent-memory`.
   */
  readonly databaseName?: string;
  /**
   * The accidents that an acknowledged commit survives. `relaxed`: reload, crash of the tab or the browser.
   * `strict`: also a crash of the machine, at the price of waiting for the disk. Default `relaxed`.
   */
  readonly durability?: 'strict' | 'relaxed';
  /**
   * How long a call waits, in milliseconds, for another tab that holds an older version of the
   * database open, before it rejects with `StoreUnavailableError`. Default 3,000.
   */
  readonly blockedTimeoutMs?: number;
  /**
   * Told when the connection was taken away, by another tab that updates or deletes the database
   * or by the browser. Nothing acknowledged is lost, and the next call connects anew.
   */
  readonly onDisconnect?: (error: StoreUnavailableError) => void;
  /** Where IndexedDB comes from, asked at each opening. Default: `globalThis.indexedDB`. */
  readonly getIndexedDb?: () => IDBFactory | undefined;
}

const OPTIONS = {
  databaseName: true,
  durability: true,
  blockedTimeoutMs: true,
  onDisconnect: true,
  getIndexedDb: true,
} as const satisfies KnownNames<IndexedDbStoreOptions>;

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
  refuseUnknown(options, OPTIONS, 'indexedDbStore');
  return createIndexedDbStore(options, MIGRATIONS);
}

/** `indexedDbStore` at the version that these migrations lead to. */
export function createIndexedDbStore(
  options: IndexedDbStoreOptions,
  migrations: readonly Migration[],
): MemoryStore {
  return new IndexedDbStore(
    new Connection({
      databaseName: options.databaseName ?? 'agent-memory',
      durability: options.durability ?? 'relaxed',
      blockedTimeoutMs: options.blockedTimeoutMs ?? 3000,
      getIndexedDb: options.getIndexedDb ?? (() => globalThis.indexedDB),
      migrations,
      onLost: (_database, error) => options.onDisconnect?.(error),
    }),
  );
}

class IndexedDbStore implements MemoryStore {
  readonly name = 'IndexedDB';
  readonly persistent = true;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  load(sessionId: string, options?: StoreCallOptions): Promise<StoredSession | undefined> {
    return this.#connection.run({
      mode: 'readonly',
      stores: READ_STORES,
      body: (tx) => readSession(tx, sessionId),
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
      body: async (tx) => {
        const keys = allKeysOf(sessionId);
        await Promise.all([
          tx.objectStore(STORE.sessions).delete(sessionId),
          tx.objectStore(STORE.entries).delete(keys),
          tx.objectStore(STORE.tokenCounts).delete(keys),
          tx.objectStore(STORE.overlays).delete(sessionId),
          tx.objectStore(STORE.scratchpads).delete(sessionId),
          tx.objectStore(STORE.systems).delete(sessionId),
          tx.objectStore(STORE.compactions).delete(keys),
          tx.objectStore(STORE.history).delete(keys),
          tx.objectStore(STORE.parts).delete(keys),
        ]);
      },
      sessionId,
      signal: options?.signal,
    });
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}
