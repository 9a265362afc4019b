import {
  type StoreCallOptions,
  type StoreLoss,
  type StoreNews,
  StoreUnavailableError,
} from '@agent-memory/core';
import { DeadlineError, Listeners, withDeadline } from '@agent-memory/core/internal';
import { TIMEOUT_MS } from './database-options.ts';
import { runningClock } from './running-clock.ts';
import type { IndexedDbStore } from './session-store.ts';
import type { SessionsInIndexedDb } from './sessions-in-indexeddb.ts';
import { addressOf, checkStoreOptions, type IndexedDbStoreOptions } from './store-options.ts';

/**
 * Sessions in IndexedDB: they outlive the page [STO-1].
 *
 * Making one touches no database; it opens with the first call, and every trouble with it is
 * a typed rejection of a call [STO-2]: `StoreUnavailableError`, `QuotaExceededStoreError`,
 * `StoreCorruptError`, `StoreConflictError`. A memory over it continues in memory.
 * A value that cannot be stored, such as a function, rejects with the error that names its place.
 *
 * A commit resolves when its transaction has completed [STO-4]. Several tabs may use one database:
 * of two that append to the same place of a session, one wins and the other gets
 * `StoreConflictError`; a memory then continues behind what won. `watch` tells what other tabs commit.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store: indexedDbStore() });
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbStore(options: IndexedDbStoreOptions = {}): IndexedDbStore {
  checkStoreOptions(options);
  return new DeferredStore(options, () => import('./sessions-in-indexeddb.ts'));
}

/** The code of the store: what opens one with these options. */
interface StoreCode {
  openStore(options: IndexedDbStoreOptions): SessionsInIndexedDb;
}

/**
 * A store whose code is fetched by itself, so that it is not part of what an app loads before it shows
 * anything. Fetching begins when the store is made; a fetch that failed is tried again by the next call.
 */
export class DeferredStore implements IndexedDbStore {
  readonly name = 'IndexedDB';
  readonly address: string;
  readonly load = this.#calling((store) => store.load);
  readonly loadEntries = this.#calling((store) => store.loadEntries);
  readonly loadRecords = this.#calling((store) => store.loadRecords);
  readonly commit = this.#calling((store) => store.commit);
  readonly secret = this.#calling((store) => store.secret);
  readonly list = this.#calling((store) => store.list);
  readonly delete = this.#calling((store) => store.delete);
  readonly sizeOf = this.#calling((store) => store.sizeOf);
  readonly planRetention = this.#calling((store) => store.planRetention);
  readonly applyRetention = this.#calling((store) => store.applyRetention);
  readonly #options: IndexedDbStoreOptions;
  readonly #fetchCode: () => Promise<StoreCode>;
  readonly #watchers = new Listeners<(store: SessionsInIndexedDb) => () => void>();
  #store: SessionsInIndexedDb | undefined;
  #opening: Promise<SessionsInIndexedDb> | undefined;
  #isClosed = false;

  constructor(options: IndexedDbStoreOptions, fetchCode: () => Promise<StoreCode>) {
    this.#options = options;
    this.#fetchCode = fetchCode;
    this.address = addressOf(options.databaseName);
    // A server has nothing to open; anyone who calls hears of a failure.
    if (globalThis.indexedDB !== undefined) void this.#open().catch(() => undefined);
  }

  /** False in a private window, as far as the browser tells: from the first call on. */
  get persistent(): boolean {
    return this.#store?.persistent ?? true;
  }

  watch(sessionId: string, listener: (news: StoreNews) => void): () => void {
    const watching = (store: SessionsInIndexedDb) => store.watch(sessionId, listener);
    return this.#store ? watching(this.#store) : this.#watchers.add(watching);
  }

  lossOf(sessionId: string): StoreLoss | undefined {
    return this.#store?.lossOf(sessionId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#store?.close();
  }

  /** A call of the store once it is open, within the time that any call may take. Its options come last. */
  #calling<Given extends readonly unknown[], Result>(
    callOf: (store: SessionsInIndexedDb) => (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return async (...given) => {
      const { signal } = (given.at(-1) ?? {}) as StoreCallOptions;
      const store = this.#store ?? (await this.#opened(signal));
      return callOf(store)(...given);
    };
  }

  async #opened(signal: StoreCallOptions['signal']): Promise<SessionsInIndexedDb> {
    try {
      return await withDeadline(() => this.#open(), {
        ...{ limitMs: TIMEOUT_MS, clock: runningClock, signal },
      });
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) throw cause;
      throw new StoreUnavailableError(`${UNFETCHED}, because ${cause.message}. ${NOTHING_LOST}`, {
        cause,
      });
    }
  }

  #open(): Promise<SessionsInIndexedDb> {
    this.#opening ??= this.#fetch();
    return this.#opening;
  }

  async #fetch(): Promise<SessionsInIndexedDb> {
    try {
      const { openStore } = await this.#fetchCode();
      const store = openStore(this.#options);
      if (this.#isClosed) await store.close();
      this.#store = store;
      this.#watchers.moveTo((watching) => watching(store));
      return store;
    } catch (cause) {
      this.#opening = undefined;
      throw new StoreUnavailableError(`${UNFETCHED}. ${NOTHING_LOST}`, { cause });
    }
  }
}

const UNFETCHED = 'The code of the store on IndexedDB could not be fetched';
const NOTHING_LOST =
  'What is stored stays as it is; try again when the page can reach its files, or reload it: some browsers ask for a file only once.';
