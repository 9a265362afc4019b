import {
  type Entry,
  type EntryPlaces,
  type LoadOptions,
  type MemoryStore,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  StoreCorruptError,
  type StoredRecords,
  type StoredSession,
} from '@agent-memory/core';
import { byNewestUpdate, refuseUnknown } from '@agent-memory/core/internal';
import { isInfo } from './check-stored.ts';
import type { Connection, Transaction } from './connection.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { PAGE, readPlaces } from './read-entries.ts';
import { readRecords } from './read-records.ts';
import {
  type Found,
  findSession,
  isUnchanged,
  READ_STORES,
  type ReadSession,
  readSession,
  sessionInfoOf,
  wholeSession,
} from './read-session.ts';
import { STORE } from './schema.ts';
import { isNamed } from './store-errors.ts';
import { connectionOf, type IndexedDbStoreOptions, STORE_OPTIONS } from './store-options.ts';
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
  return new IndexedDbStore(connectionOf(options, migrations));
}

/** So often a long session is read a page at a time before it is read in one transaction. */
const LONG_TRIES = 2;

class IndexedDbStore implements MemoryStore {
  readonly name = 'IndexedDB';
  readonly persistent = true;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async load(sessionId: string, options: LoadOptions = {}): Promise<StoredSession | undefined> {
    const { newest } = options;
    for (let tries = 1; tries <= LONG_TRIES; tries += 1) {
      const found = await this.#read(sessionId, options, (tx) =>
        findSession(tx, sessionId, newest),
      );
      if (!found) return undefined;
      if (found.kind === 'newest') return found.session;
      if (found.kind === 'whole') return this.#mended(found, options);
      const long = await this.#loadLong(found, options);
      if (long) return long;
    }
    // Something of it is damaged, or another tab keeps changing it: one look at all of it.
    const read = await this.#read(sessionId, options, (tx) => readSession(tx, sessionId));
    return read && this.#mended(read, options);
  }

  async #mended(
    { session, mended }: ReadSession,
    options: StoreCallOptions,
  ): Promise<StoredSession> {
    if (mended) await this.#mend(session.info.id, options);
    return session;
  }

  async loadEntries(
    sessionId: string,
    places: EntryPlaces,
    options?: StoreCallOptions,
  ): Promise<readonly Entry[]> {
    const entries = await this.#read(sessionId, options, (tx) => readPlaces(tx, sessionId, places));
    if (entries) return entries;
    const { from, to } = places;
    const problem = `a message from position ${from} to ${to - 1} is damaged or not there.`;
    throw new StoreCorruptError(sessionId, problem);
  }

  async loadRecords(sessionId: string, options?: StoreCallOptions): Promise<StoredRecords> {
    const records = await this.#read(sessionId, options, async (tx) => {
      const info = await tx.objectStore(STORE.sessions).get(sessionId);
      return isInfo(sessionId, info) ? readRecords(tx, info) : undefined;
    });
    if (records) return records;
    throw new StoreCorruptError(sessionId, 'its record is damaged or not there.');
  }

  /** A page at a time; `undefined` where something is damaged, or was changed between two pages. */
  async #loadLong(
    { info, beside }: Extract<Found, { readonly kind: 'long' }>,
    options: StoreCallOptions,
  ): Promise<StoredSession | undefined> {
    const { id, entries: length } = info;
    const entries: Entry[] = [];
    for (let from = 0; from < length; from += PAGE) {
      const places = { from, to: Math.min(length, from + PAGE) };
      const page = await this.#read(id, options, (tx) => readPlaces(tx, id, places));
      if (!page) return undefined;
      for (const entry of page) entries.push(entry);
    }
    const isSame = await this.#read(id, options, (tx) => isUnchanged(tx, info));
    return isSame ? wholeSession(info, beside, { entries, damaged: [] }) : undefined;
  }

  #read<Result>(
    sessionId: string,
    options: StoreCallOptions | undefined,
    body: (tx: Transaction<'readonly'>) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = options ?? {};
    return this.#connection.run({ mode: 'readonly', stores: READ_STORES, body, sessionId, signal });
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
        entries: change.entries?.length,
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
      body: (tx) => deleteSession(tx, sessionId),
      sessionId,
      signal: options?.signal,
    });
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}
