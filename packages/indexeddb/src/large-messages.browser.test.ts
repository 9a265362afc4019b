import type { SessionChange } from '@agent-memory/core';
import { aChange, anEntry } from '@agent-memory/core/testing';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { STORE } from './schema.ts';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let databases = 0;
function aStore() {
  databases += 1;
  const databaseName = `large-messages-${databases}`;
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => deleteDB(databaseName));
  cleanups.push(() => store.close());
  return { store, databaseName };
}

/** A clock by which whatever is done takes longer than a turn; counts the turns that the page had. */
function everyStepIsLong() {
  let nowMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    nowMs += 100;
    return nowMs;
  });
  const asked = vi.spyOn(IDBObjectStore.prototype, 'getKey');
  return {
    /** The outcome of the work, and the turns that the page had in its middle. */
    async turnsOf<Result>(work: () => Promise<Result>) {
      const before = asked.mock.calls.length;
      const result = await work();
      return { result, turns: asked.mock.calls.length - before };
    },
  };
}

const LENGTH = 2 ** 20;
const TEXT = 'word '.repeat(LENGTH / 5);
/** No step adds more characters than these. */
const MOST_AT_ONCE = 2 ** 14;
const large = anEntry({
  message: { role: 'user', parts: [{ type: 'text', text: TEXT }] },
});
const next = anEntry({ id: 'next', seq: 1, parentId: large.id, unitStart: 1 });

/** A change made behind the large message. */
const behind: SessionChange = aChange({
  entries: [next],
  basis: { entries: 2, lastEntryId: 'next', previousEntryId: large.id },
});

test('[STO-9] a large message is written, followed and read a piece at a time, each in one transaction', async () => {
  const { store } = aStore();
  const { turnsOf } = everyStepIsLong();
  const written = await turnsOf(() => store.commit('s', aChange({ entries: [large] })));
  const followed = await turnsOf(() => store.commit('s', behind));
  const repeated = await turnsOf(() => store.commit('s', aChange({ entries: [large, next] })));
  const read = await turnsOf(() => store.load('s'));
  const page = await turnsOf(() => Promise.resolve(store.loadEntries?.('s', { from: 0, to: 2 })));
  expect(read.result?.entries).toEqual([large, next]);
  expect(page.result).toEqual([large, next]);
  for (const { turns } of [written, followed, repeated, read, page]) {
    expect(turns).toBeGreaterThan(LENGTH / MOST_AT_ONCE);
  }
});

test('[STO-9] [STO-6] a large message that is damaged is found out a piece at a time, and costs itself alone', async () => {
  const { store, databaseName } = aStore();
  await store.commit('s', aChange({ entries: [large, next] }));
  await damageFirst(databaseName);
  const { turnsOf } = everyStepIsLong();
  const { result, turns } = await turnsOf(() => store.load('s'));
  expect(turns).toBeGreaterThan(LENGTH / MOST_AT_ONCE);
  expect(result?.entries.map(({ id }) => id)).toEqual([large.id, 'next']);
  expect(result?.damaged?.[0]).toContain('The message at position 0 cannot be read');
});

/** One letter of the first message is another one on the disk. */
async function damageFirst(databaseName: string): Promise<void> {
  const db = await openDB(databaseName);
  const key = ['s', 0];
  const parts = [{ type: 'text', text: `${TEXT.slice(0, -1)}!` }];
  const stored: object = await db.get(STORE.entries, key);
  await db.put(STORE.entries, { ...stored, message: { role: 'user', parts } }, key);
  db.close();
}
