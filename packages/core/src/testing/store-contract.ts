import { afterEach, beforeEach, describe } from 'vitest';
import type { MemoryStore, StoreCallOptions } from '../store/memory-store.ts';
import { passedOnEntries } from './passed-on-entries.ts';
import { begunAnewContract } from './store-contract/begun-anew.ts';
import { branchesContract } from './store-contract/branches.ts';
import { callsContract } from './store-contract/calls.ts';
import { entriesContract } from './store-contract/entries.ts';
import { historyContract } from './store-contract/history.ts';
import { independenceContract } from './store-contract/independence.ts';
import { newestFirstContract } from './store-contract/newest-first.ts';
import { partsContract } from './store-contract/parts.ts';
import { refusedChangesContract } from './store-contract/refused-changes.ts';
import { replacingContract } from './store-contract/replacing.ts';
import type { StoreInTest } from './store-contract/store-in-test.ts';
import { storedSessionsContract } from './store-contract/stored-sessions.ts';
import { valuesContract } from './store-contract/values.ts';

/** A store with nothing in it, made again for each test. */
export interface StoreUnderTest {
  readonly store: MemoryStore;
  /**
   * A store on the same data after all that the store promises to survive: for one on disk, close
   * it and open another; for one in memory, the same store.
   */
  reopen(): Promise<MemoryStore>;
  /** Takes away what the test left behind. Stores are closed before. */
  remove?(): Promise<void>;
}

/**
 * The contract of `MemoryStore` as a suite: one test for each sentence an implementer owes. Call it
 * at the top of a test file, once for each store.
 *
 * @example
 * storeContract('my store', async () => {
 *   const store = inMemoryStore();
 *   return { store, reopen: async () => store };
 * });
 *
 * @param name what the suite is called in the report.
 * @param makeStore makes an empty store; called before each test.
 */
export function storeContract(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of MemoryStore`, () => {
    let made: StoreUnderTest;
    let current: MemoryStore;

    beforeEach(async () => {
      made = await makeStore();
      current = made.store;
    });

    afterEach(async () => {
      await current.close();
      await made.remove?.();
    });

    const inTest: StoreInTest = {
      store: storeInUse(() => current),
      async reopen() {
        current = await made.reopen();
      },
      async loaded(sessionId = 'session') {
        const session = await current.load(sessionId);
        if (!session) throw new Error(`Session "${sessionId}" is not in the store.`);
        return session;
      },
    };

    storedSessionsContract(inTest);
    entriesContract(inTest);
    branchesContract(inTest);
    begunAnewContract(inTest);
    refusedChangesContract(inTest);
    replacingContract(inTest);
    valuesContract(inTest);
    historyContract(inTest);
    partsContract(inTest);
    newestFirstContract(inTest);
    independenceContract(inTest);
    callsContract(inTest);
  });
}

/** Each call goes to the store that is in use when it is made. */
function storeInUse(current: () => MemoryStore): MemoryStore {
  return {
    get name() {
      return current().name;
    },
    get persistent() {
      return current().persistent;
    },
    load: (sessionId, options) => current().load(sessionId, options),
    commit: (sessionId, change, options) => current().commit(sessionId, change, options),
    list: (options) => current().list(options),
    delete: (sessionId, options) => current().delete(sessionId, options),
    close: () => current().close(),
    get secret() {
      const { secret } = current();
      return secret && ((options?: StoreCallOptions) => secret.call(current(), options));
    },
    get loadEntries() {
      return passedOnEntries(current()).loadEntries;
    },
  };
}
