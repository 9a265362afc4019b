import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SegmentStore } from '../retrieval/retrieval-index.ts';

/** A store with nothing in it, made again for each test. */
export interface SegmentStoreUnderTest {
  readonly store: SegmentStore;
  /** A store on the same data after all that the store promises to survive. */
  reopen(): Promise<SegmentStore>;
  /** Takes away what the test left behind. */
  remove?(): Promise<void>;
}

/**
 * The contract of `SegmentStore` as a suite. Call it at the top of a test file, once for each store.
 *
 * @example
 * segmentStoreContract('my store', async () => {
 *   const store = inMemorySegmentStore();
 *   return { store, reopen: async () => store };
 * });
 */
export function segmentStoreContract(
  name: string,
  makeStore: () => Promise<SegmentStoreUnderTest>,
): void {
  describe(`${name} keeps the contract of SegmentStore`, () => {
    let made: SegmentStoreUnderTest;
    let store: SegmentStore;

    beforeEach(async () => {
      made = await makeStore();
      store = made.store;
    });
    afterEach(async () => {
      await store.close();
      await made.remove?.();
    });

    const reopen = async () => {
      await store.close();
      store = await made.reopen();
    };
    const stored = async (index: string) =>
      [...(await store.read(index))].map(([name, bytes]) => [name, ...new Uint8Array(bytes)]);

    test('[RET-5] an index that was never written has no segments', async () => {
      expect(await stored('a')).toEqual([]);
    });

    test('[RET-5] what was written is read after a reload, byte for byte', async () => {
      await store.write('a', new Map([['one', bytesOf(1, 2)]]));
      await store.write('a', new Map([['two', bytesOf(3)]]));
      await reopen();
      expect((await stored('a')).sort()).toEqual([
        ['one', 1, 2],
        ['two', 3],
      ]);
    });

    test('[RET-5] a write puts and takes away at once', async () => {
      await store.write('a', new Map([['one', bytesOf(1)]]));
      await store.write(
        'a',
        new Map([
          ['one', undefined],
          ['two', bytesOf(2)],
        ]),
      );
      await reopen();
      expect(await stored('a')).toEqual([['two', 2]]);
    });

    test('[RET-5] many segments come back at once, empty ones too, and all of them go', async () => {
      const names = Array.from({ length: 40 }, (_, at) => `documents-${at}`);
      await store.write('a', new Map(names.map((name, at) => [name, bytesOf(at)])));
      await store.write('a', new Map([['empty', bytesOf()]]));
      await reopen();
      const all = [...names.map((name, at) => [name, at]), ['empty']];
      expect((await stored('a')).sort()).toEqual(all.sort());
      await store.write(
        'a',
        new Map([...names, 'empty', 'unknown'].map((name) => [name, undefined])),
      );
      await reopen();
      expect(await stored('a')).toEqual([]);
    });

    test('[RET-5] indexes do not see each other', async () => {
      await store.write('a', new Map([['one', bytesOf(1)]]));
      await store.write('ab', new Map([['one', bytesOf(2)]]));
      expect(await stored('a')).toEqual([['one', 1]]);
      expect(await stored('ab')).toEqual([['one', 2]]);
    });

    test('[RET-5] stored bytes are their own: neither what was given nor what was read changes them', async () => {
      const given = bytesOf(1);
      await store.write('a', new Map([['one', given]]));
      new Uint8Array(given).fill(9);
      for (const bytes of (await store.read('a')).values()) new Uint8Array(bytes).fill(8);
      expect(await stored('a')).toEqual([['one', 1]]);
    });
  });
}

function bytesOf(...values: readonly number[]): ArrayBuffer {
  return Uint8Array.from(values).buffer;
}
