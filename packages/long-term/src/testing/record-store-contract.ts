import { afterEach, beforeEach, describe } from 'vitest';
import type { RecordStore } from '../store/record-store.ts';
import { changesContract } from './record-store-contract/changes.ts';
import { erasingContract } from './record-store-contract/erasing.ts';
import { readingContract } from './record-store-contract/reading.ts';
import type { StoreInTest } from './record-store-contract/store-in-test.ts';
import { versionsContract } from './record-store-contract/versions.ts';

/** A store with nothing in it, made again for each test. */
export interface RecordStoreUnderTest {
  readonly store: RecordStore;
  /** A store on the same data after all that the store promises to survive. */
  reopen(): Promise<RecordStore>;
  /** Everything that is stored, as one text: where something is erased, it must not be in it. */
  dump(): Promise<string>;
  /** Takes away what the test left behind. Stores are closed before. */
  remove?(): Promise<void>;
}

/**
 * The contract of `RecordStore` as a suite. Call it at the top of a test file, once for each store.
 *
 * @example
 * recordStoreContract('my store', async () => {
 *   const store = inMemoryRecordStore();
 *   return { store, reopen: async () => store, dump: async () => '' };
 * });
 */
export function recordStoreContract(
  name: string,
  makeStore: () => Promise<RecordStoreUnderTest>,
): void {
  describe(`${name} keeps the contract of RecordStore`, () => {
    let made: RecordStoreUnderTest;
    let current: RecordStore;

    beforeEach(async () => {
      made = await makeStore();
      current = made.store;
    });
    afterEach(async () => {
      await current.close();
      await made.remove?.();
    });

    const inTest: StoreInTest = {
      current: () => current,
      async reopen() {
        current = await made.reopen();
      },
      dump: () => made.dump(),
    };
    changesContract(inTest);
    readingContract(inTest);
    versionsContract(inTest);
    erasingContract(inTest);
  });
}
