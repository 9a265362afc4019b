import type { StoreLoss } from '../errors/store-loss.ts';
import type {
  LoadEntries,
  LoadOptions,
  LoadRecords,
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredSession,
  StoreNews,
} from './memory-store.ts';
import { firstPlaceIn, nothingOwed, type OwedChanges, owe, payOwed } from './owed-changes.ts';
import { passedOnEntries } from './passed-on-entries.ts';

/** A store that can write the changes of a piece of work at once. */
export interface BatchedStore extends MemoryStore {
  /**
   * Does the work; changes that are committed meanwhile are written when it ends, in as few
   * transactions as can be. Until then they live in this page alone.
   *
   * @throws what the work or the store rejects with. Changes that the store did not take are given to
   *   it again ahead of the next one.
   */
  readonly together: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * Makes a store that writes each change at once, but those of work that is done `together`: for an import or
 * a replay of many messages, which would otherwise pay for a transaction each. What is not written yet is
 * lost with the page; keep each piece of work short.
 *
 * @example
 * const store = batchedStore(inMemoryStore());
 * const memory = createAgentMemory({ id: 'import', contextWindow: 128_000, store });
 * await store.together(async () => {
 *   for (const content of ['Hello', 'Is anybody there?']) {
 *     await memory.append({ role: 'user', content });
 *   }
 * });
 */
export function batchedStore(store: MemoryStore): BatchedStore {
  return new Batches(store);
}

class Batches implements BatchedStore {
  readonly loadEntries: LoadEntries | undefined;
  readonly loadRecords: LoadRecords | undefined;
  readonly #store: MemoryStore;
  /** By session. A session whose changes are being written stays listed until all are. */
  readonly #owed = new Map<string, OwedChanges>();
  /** Pieces of work under way. */
  #works = 0;
  #payments: Promise<unknown> = Promise.resolve();

  constructor(store: MemoryStore) {
    this.#store = store;
    const { loadEntries, loadRecords } = passedOnEntries(store);
    this.loadEntries = loadEntries;
    this.loadRecords = loadRecords;
  }

  get name(): string {
    return this.#store.name;
  }

  get persistent(): boolean {
    return this.#store.persistent;
  }

  get address(): string | undefined {
    return this.#store.address;
  }

  watch(sessionId: string, listener: (news: StoreNews) => void): () => void {
    return this.#store.watch?.(sessionId, listener) ?? (() => undefined);
  }

  readonly together = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    this.#works += 1;
    try {
      return await work();
    } finally {
      this.#works -= 1;
      await this.#payAll();
    }
  };

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    if (this.#works === 0 && !this.#owed.has(sessionId)) {
      return this.#store.commit(sessionId, change, options);
    }
    this.#owed.set(sessionId, owe(this.#owed.get(sessionId) ?? nothingOwed, change));
    if (this.#works === 0) await this.#pay(sessionId);
  }

  /** The place of the first entry that waits to be written. */
  firstOwed(sessionId: string): number | undefined {
    return firstPlaceIn(this.#owed.get(sessionId) ?? nothingOwed);
  }

  lossOf(sessionId: string): StoreLoss | undefined {
    return this.#store.lossOf?.(sessionId);
  }

  async load(sessionId: string, options?: LoadOptions): Promise<StoredSession | undefined> {
    await this.#pay(sessionId);
    return this.#store.load(sessionId, options);
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    await this.#payAll();
    return this.#store.list(options);
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    await this.#payments;
    this.#owed.delete(sessionId);
    await this.#store.delete(sessionId, options);
  }

  async close(): Promise<void> {
    try {
      await this.#payAll();
    } finally {
      await this.#store.close();
    }
  }

  async #payAll(): Promise<void> {
    await Promise.all([...this.#owed.keys()].map((sessionId) => this.#pay(sessionId)));
  }

  /** One payment after another. */
  #pay(sessionId: string): Promise<void> {
    const paid = this.#payments.then(() => this.#payNow(sessionId));
    // The caller is told of a failure; the next payment tries again what it left.
    this.#payments = paid.catch(() => undefined);
    return paid;
  }

  async #payNow(sessionId: string): Promise<void> {
    let due = this.#owed.get(sessionId);
    if (!due) return;
    this.#owed.set(sessionId, nothingOwed);
    try {
      await payOwed(
        due,
        (change) => this.#store.commit(sessionId, change),
        (left) => {
          due = left;
        },
      );
    } finally {
      const left = [...due, ...(this.#owed.get(sessionId) ?? nothingOwed)];
      if (left.length > 0) this.#owed.set(sessionId, left);
      else this.#owed.delete(sessionId);
    }
  }
}
