import { type Clock, systemClock } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import type { TabOrder } from '../testing/storing-tab.ts';
import { indexedDbRecordStore } from './indexeddb-record-store.ts';
import { indexedDbSegmentStore } from './indexeddb-segment-store.ts';

const TEXTS = ['The safe opens with quince.', 'My boat is called Albatross.'];
/** A clock whose timers ring at once: nobody waits for a tab that hangs. */
const impatient = {
  ...systemClock,
  startTimer(ring: () => void) {
    queueMicrotask(ring);
    return () => undefined;
  },
};
/** A clock whose timers never ring: what ends, ends by an answer. */
const patient = { ...systemClock, startTimer: () => () => undefined };
const cleanups: (() => Promise<void> | void)[] = [];
let databases = 0;

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[LTM-8] what was erased in one tab is not in the index that another one stores, though that closes at once', async () => {
  const databaseName = aDatabaseName();
  const { tab } = await aStoringTab(databaseName);
  const memory = aMemoryIn(databaseName, { clock: patient });
  await memory.retrieve({ text: 'safe' });
  await memory.erase({ id: TEXTS[0] ?? '' });
  tab.terminate();
  expect(await storedIn(databaseName)).toMatch(/Albatross/);
  expect(await storedIn(databaseName)).not.toMatch(/quince/);
});

test('[LTM-8] nor where the storing tab hangs and hears nothing any more; the next start misses nothing', async () => {
  const databaseName = aDatabaseName();
  const { tab, order } = await aStoringTab(databaseName);
  const memory = aMemoryIn(databaseName, { clock: impatient });
  await memory.retrieve({ text: 'safe' });
  await order({ kind: 'hang' });
  await memory.erase({ id: TEXTS[0] ?? '' });
  expect(await storedIn(databaseName)).toMatch(/Albatross/);
  expect(await storedIn(databaseName)).not.toMatch(/quince/);
  tab.terminate();
  await memory.dispose();
  expect(await storedIn(databaseName)).not.toMatch(/quince/);
  const next = aMemoryIn(databaseName);
  const { hits } = await next.retrieve({ text: 'boat' });
  expect(hits.map(({ record }) => record.text)).toEqual([TEXTS[1]]);
});

function aMemoryIn(databaseName: string, retrieval: { readonly clock?: Clock } = {}) {
  const segments = indexedDbSegmentStore({ databaseName });
  const store = indexedDbRecordStore({ databaseName });
  const memory = createLongTermMemory({
    store,
    user: 'ada',
    retrieval: { ...retrieval, segments },
  });
  cleanups.push(async () => {
    await memory.dispose();
    await store.close();
  });
  return memory;
}

async function aStoringTab(databaseName: string) {
  const tab = new Worker(new URL('../testing/storing-tab.ts', import.meta.url), { type: 'module' });
  cleanups.push(() => tab.terminate());
  /** Resolves when the tab has answered. */
  const order = (given: TabOrder) =>
    new Promise<void>((resolve, reject) => {
      tab.onmessage = () => resolve();
      tab.onerror = ({ message }) => reject(new Error(message));
      tab.postMessage(given);
    });
  await order({ kind: 'store', databaseName, texts: TEXTS });
  return { tab, order };
}

/** Everything that the stored index says. */
async function storedIn(databaseName: string): Promise<string> {
  const segments = indexedDbSegmentStore({ databaseName });
  const bytes = [...(await segments.read('memory')).values()];
  await segments.close();
  return bytes.map((part) => new TextDecoder().decode(part)).join();
}

function aDatabaseName(): string {
  const databaseName = `two-tabs-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
