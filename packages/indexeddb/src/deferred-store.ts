import {
  type Entry,
  type EntryPlaces,
  type LoadOptions,
  type SessionChange,
  type SessionInfo,
  type StoreCallOptions,
  type StoredRecords,
  type StoredSession,
  type StoreLoss,
  type StoreNews,
  StoreUnavailableError,
} from '@agent-memory/core';
import { DeadlineError, Listeners, withDeadline } from '@agent-memory/core/internal';
import { TIMEOUT_MS } from './database-options.ts';
import type { RetentionLimits, RetentionRemoval } from './retention.ts';
import { runningClock } from './running-clock.ts';
import type { IndexedDbStore, RetentionOptions } from './session-store.ts';
import type { SessionsInIndexedDb } from './sessions-in-indexeddb.ts';
import { addressOf, type IndexedDbStoreOptions } from './store-options.ts';

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
    // A server has nothing to open; whoever calls hears of a failure.
    if (globalThis.indexedDB !== undefined) void this.#open().catch(() => undefined);
  }

  /** False in a private window, as far as the browser tells: from the first call on. */
  get persistent(): boolean {
    return this.#store?.persistent ?? true;
  }

  load(sessionId: string, options?: LoadOptions): Promise<StoredSession | undefined> {
    return this.#call((store) => store.load(sessionId, options), options);
  }

  loadEntries(
    sessionId: string,
    places: EntryPlaces,
    options?: StoreCallOptions,
  ): Promise<readonly Entry[]> {
    return this.#call((store) => store.loadEntries(sessionId, places, options), options);
  }

  loadRecords(sessionId: string, options?: StoreCallOptions): Promise<StoredRecords> {
    return this.#call((store) => store.loadRecords(sessionId, options), options);
  }

  commit(sessionId: string, change: SessionChange, options?: StoreCallOptions): Promise<void> {
    return this.#call((store) => store.commit(sessionId, change, options), options);
  }

  list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    return this.#call((store) => store.list(options), options);
  }

  delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    return this.#call((store) => store.delete(sessionId, options), options);
  }

  sizeOf(sessionId: string, options?: StoreCallOptions): Promise<number> {
    return this.#call((store) => store.sizeOf(sessionId, options), options);
  }

  planRetention(
    limits: RetentionLimits,
    options?: RetentionOptions,
  ): Promise<readonly RetentionRemoval[]> {
    return this.#call((store) => store.planRetention(limits, options), options);
  }

  applyRetention(
    plan: readonly RetentionRemoval[],
    options?: StoreCallOptions,
  ): Promise<readonly RetentionRemoval[]> {
    return this.#call((store) => store.applyRetention(plan, options), options);
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

  /** Does something with the store, within the time that any call may take. */
  async #call<Answer>(
    act: (store: SessionsInIndexedDb) => Promise<Answer>,
    { signal }: StoreCallOptions = {},
  ): Promise<Answer> {
    const store = this.#store ?? (await this.#opened(signal));
    return act(store);
  }

  async #opened(signal: StoreCallOptions['signal']): Promise<SessionsInIndexedDb> {
    const { timeoutMs: limitMs = TIMEOUT_MS } = this.#options;
    try {
      return await withDeadline(() => this.#open(), { limitMs, clock: runningClock, signal });
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
