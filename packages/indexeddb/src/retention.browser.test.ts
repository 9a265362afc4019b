import { aChange, anEntry, someEntries, someHistory } from '@agent-memory/core/testing';
import { deleteDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import type { IndexedDbStore } from './session-store.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';

const DAY_MS = 24 * 3_600_000;

let databases = 0;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[STO-3] the size of a session is about what it holds', async () => {
  const store = aStore({});
  expect(await store.sizeOf('none')).toBeLessThan(50);
  const texts = ['a '.repeat(50_000), 'ж'.repeat(100_000)];
  const entries = texts.map((text, seq) =>
    anEntry({ seq, id: `e${seq}`, message: { role: 'user', parts: [{ type: 'text', text }] } }),
  );
  const parts = new Map([['picture', new Blob([new Uint8Array(50_000)])]]);
  await store.commit('session', aChange({ entries: entries.slice(0, 1), parts }));
  const before = await store.sizeOf('session');
  expect(before).toBeGreaterThan(150_000);
  expect(before).toBeLessThan(152_000);
  const system = { value: 'x'.repeat(3_000) };
  await store.commit('other', aChange({ system, history: someHistory(0, 3) }));
  expect(await store.sizeOf('session')).toBe(before);
  expect(await store.sizeOf('other')).toBeGreaterThan(3_000);
});

test('[STO-3] every record of a long session is counted, and once', async () => {
  const store = aStore({});
  const sizes: number[] = [];
  for (const length of [500, 1_000, 2_000]) {
    const id = `of ${length}`;
    await store.commit(id, aChange({ entries: someEntries(0, length) }));
    sizes.push(await store.sizeOf(id));
  }
  const [small = 0, middle = 0, large = 0] = sizes;
  // Ids and times of entries differ by a digit here and there.
  expect(Math.abs((large - middle) / (middle - small) - 2)).toBeLessThan(0.05);
});

test('[STO-3] retention shows what would go, and takes that when it is told to', async () => {
  const databaseName = aDatabaseName();
  const now = Date.now();
  await aPageThatStored(databaseName, { old: now - 100 * DAY_MS, last: now - DAY_MS, today: now });
  const store = aStore({ databaseName });
  const plan = await store.planRetention({ maxAgeDays: 90, maxSessions: 1 });
  expect(plan.map(({ id, over }) => [id, over])).toEqual([
    ['old', 'maxAgeDays'],
    ['last', 'maxSessions'],
  ]);
  expect(await store.list()).toHaveLength(3);
  expect(await store.applyRetention(plan)).toEqual(plan);
  expect((await store.list()).map(({ id }) => id)).toEqual(['today']);
  expect(await store.load('old')).toBeUndefined();
  expect(store.lossOf?.('old')).toBeUndefined();
});

test('[STO-3] retention leaves what is open, what is to be kept, and what was written to since', async () => {
  const databaseName = aDatabaseName();
  const longAgo = Date.now() - 100 * DAY_MS;
  await aPageThatStored(databaseName, {
    open: longAgo,
    late: longAgo,
    old: longAgo,
  });
  const store = aStore({ databaseName });
  await store.load('open');
  const plan = await store.planRetention({ maxAgeDays: 90 });
  expect(plan.map(({ id }) => id).sort()).toEqual(['late', 'old']);
  await aPageThatStored(databaseName, { late: Date.now() });
  const removed = await store.applyRetention(plan);
  expect(removed.map(({ id }) => id)).toEqual(['old']);
  expect((await store.list()).map(({ id }) => id).sort()).toEqual(['late', 'open']);
});

test('[STO-3] retention leaves what another tab has open, when it plans and when it removes', async () => {
  const databaseName = aDatabaseName();
  const longAgo = Date.now() - 100 * DAY_MS;
  await aPageThatStored(databaseName, { a: longAgo, b: longAgo, c: longAgo });
  const store = aStore({ databaseName });
  await inATab(databaseName, 'a');
  const plan = await store.planRetention({ maxAgeDays: 90 });
  expect(plan.map(({ id }) => id).sort()).toEqual(['b', 'c']);
  await inATab(databaseName, 'b');
  expect((await store.applyRetention(plan)).map(({ id }) => id)).toEqual(['c']);
});

test('[STO-3] a limit in bytes takes the sessions updated longest ago until the others fit', async () => {
  const databaseName = aDatabaseName();
  const now = Date.now();
  await aPageThatStored(databaseName, { first: now - 3, second: now - 2, third: now - 1 });
  const store = aStore({ databaseName });
  const each = await store.sizeOf('first');
  const plan = await store.planRetention({ maxBytes: each * 2.5 });
  expect(plan.map(({ id, bytes, over }) => [id, bytes, over])).toEqual([
    ['first', each, 'maxBytes'],
  ]);
});

/** Sessions as an earlier page left them, each updated at its time. */
async function aPageThatStored(
  databaseName: string,
  sessions: Readonly<Record<string, number>>,
): Promise<void> {
  const store = indexedDbStore({ databaseName });
  for (const [id, atMs] of Object.entries(sessions)) {
    await store.commit(id, aChange({ atMs, parts: new Map([['note', 'x'.repeat(100)]]) }));
  }
  await store.close();
}

/** A memory of the session in some tab: it stands for the lock of its session until the test is over. */
async function inATab(databaseName: string, sessionId: string): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const name = `agent-memory-lead:indexeddb:${databaseName}:${sessionId}`;
  await new Promise<void>((resolve) => {
    void navigator.locks.request(name, () => {
      resolve();
      return closed.promise;
    });
  });
  cleanups.push(async () => closed.resolve());
}

function aStore(options: IndexedDbStoreOptions): IndexedDbStore {
  const store = indexedDbStore({ databaseName: aDatabaseName(), ...options });
  cleanups.push(() => store.close());
  return store;
}

function aDatabaseName(): string {
  const databaseName = `room-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
