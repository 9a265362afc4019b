import { createAgentMemory } from '@agent-memory/core';
import { aChange, someEntries } from '@agent-memory/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { connectionOf, type Transaction } from './connection.ts';
import { STORE } from './schema.ts';
import { openStore } from './sessions-in-indexeddb.ts';
import { ownDatabases } from './testing/own-databases.ts';

// The page of these tests cannot be frozen. It is told that it is, as the browser tells, and continues at once.
const freeze = () => document.dispatchEvent(new Event('freeze'));

const RUNS = { seed: 20_261_127, numRuns: 12 };

const { aDatabase, aStore, afterwards } = ownDatabases('frozen-page');

/** A work that stands in the middle of its transaction the first time, and runs through any other time. */
function aLongWork(databaseName: string) {
  const connection = connectionOf({ databaseName });
  afterwards(() => connection.close());
  const seen = { runs: 0 };
  afterwards(() => {
    seen.runs = 2;
  });
  const body = async (tx: Transaction<'readwrite'>): Promise<number> => {
    seen.runs += 1;
    const sessions = tx.objectStore(STORE.sessions);
    do await sessions.getKey('nobody');
    while (seen.runs === 1);
    return seen.runs;
  };
  const run = (signal?: AbortSignal) =>
    connection.run({ mode: 'readwrite', stores: [STORE.sessions], body, signal });
  return { seen, run };
}

test('[NS-2] a page that is frozen in the middle of a transaction keeps no other tab waiting, and continues where it was', async () => {
  const databaseName = aDatabase();
  const other = aStore(databaseName);
  await other.commit('session', aChange({ entries: someEntries(0, 1) }));
  const { seen, run } = aLongWork(databaseName);
  const result = run();
  await expect.poll(() => seen.runs).toBe(1);
  freeze();
  await other.commit('session', aChange({ entries: someEntries(1, 2) }));
  expect(await result).toBe(2);
});

test('[NS-2] a page in the back-forward cache keeps no other tab waiting, and continues when it is shown again', async () => {
  const databaseName = aDatabase();
  const other = aStore(databaseName);
  await other.commit('session', aChange({ entries: someEntries(0, 1) }));
  const { seen, run } = aLongWork(databaseName);
  const result = run();
  await expect.poll(() => seen.runs).toBe(1);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  const begunThen = run();
  expect(seen.runs).toBe(1);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await Promise.all([result, begunThen]);
  expect(seen.runs).toBe(3);
  await other.commit('session', aChange({ entries: someEntries(1, 2) }));
});

test('[STO-4] a page that closes for good finishes what it writes', async () => {
  const { seen, run } = aLongWork(aDatabase());
  const result = run();
  await expect.poll(() => seen.runs).toBe(1);
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  seen.runs = 7;
  expect(await result).toBe(7);
});

test('[NS-2] a page that is about to stand still begins no transaction', async () => {
  const databaseName = aDatabase();
  const { seen, run } = aLongWork(databaseName);
  seen.runs = 1;
  await run();
  freeze();
  const result = run();
  // All of that is one task, behind which a page that is frozen stands still.
  for (let step = 0; step < 100; step += 1) await Promise.resolve();
  expect(seen.runs).toBe(2);
  expect(await result).toBe(3);
});

test('[STO-8] a work that is given up while the page stands still is not done again', async () => {
  const { seen, run } = aLongWork(aDatabase());
  const controller = new AbortController();
  const result = run(controller.signal);
  await expect.poll(() => seen.runs).toBe(1);
  freeze();
  controller.abort(new Error('Nobody waits any longer.'));
  await expect(result).rejects.toThrow('Nobody waits any longer.');
  expect(seen.runs).toBe(1);
});

test('[NS-2] nor does a page keep others waiting that is frozen while it makes the database', async () => {
  const databaseName = aDatabase();
  let upgrades = 0;
  const getIndexedDb = () =>
    new Proxy(indexedDB, {
      get: (target, key) => {
        if (key !== 'open') return Reflect.get(target, key, target).bind(target);
        return (name: string, version?: number) => {
          const request = target.open(name, version);
          // Behind the listener of the store, which is added when this returns.
          queueMicrotask(() =>
            request.addEventListener('upgradeneeded', () => {
              if (name !== databaseName) return;
              upgrades += 1;
              if (upgrades === 1) freeze();
            }),
          );
          return request;
        };
      },
    });
  const store = openStore({ databaseName, getIndexedDb });
  afterwards(() => store.close());
  await store.commit('session', aChange({ entries: someEntries(0, 1) }));
  expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
  expect(upgrades).toBe(2);
});

test('[NS-2] [STO-4] every message is stored once, whenever freezes come', async () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(pauses, async (requests) => {
      const databaseName = aDatabase();
      const tabs = [aStore(databaseName), aStore(databaseName)].map((store) =>
        createAgentMemory({ id: 'chat', contextWindow: 16_000, store }),
      );
      let isOver = false;
      const appending = Promise.all(
        tabs.map(async (tab, index) => {
          for (let round = 0; !isOver || round < 3; round += 1) {
            const content = `tab ${index}, round ${round}`;
            const [entry] = await tab.append({ role: 'user', content });
            expect(entry?.durable).toBe(true);
          }
        }),
      );
      // The database itself is the clock: a freeze comes so many answers later.
      const clock = aStore(databaseName);
      for (const answers of requests) {
        for (let answer = 0; answer < answers; answer += 1) await clock.list();
        freeze();
      }
      isOver = true;
      await appending;
      const known = tabs.map((tab) => tab.entries().length);
      for (const tab of tabs) await tab.dispose();
      const stored = (await aStore(databaseName).load('chat'))?.entries ?? [];
      const texts = stored.map(({ message: { parts } }) => JSON.stringify(parts));
      expect(new Set(texts).size).toBe(stored.length);
      expect(Math.max(...known)).toBeLessThanOrEqual(stored.length);
      const rounds = texts.map((text) => /tab (\d), round (\d+)/.exec(text)?.slice(1).map(Number));
      for (const index of tabs.keys()) {
        const own = rounds.filter((round) => round?.[0] === index).map((round) => round?.[1]);
        expect(own).toEqual(own.map((_, round) => round));
      }
    }),
    RUNS,
  );
});
