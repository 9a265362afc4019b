import { createLongTermMemory, type LongTermEvent } from '@agent-memory/long-term';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import type { IndexedDbOptions } from '../database-options.ts';
import { RECORD_STORE } from '../schema.ts';
import { seeConnections } from '../testing/see-connections.ts';
import { indexedDbRecordStore } from './indexeddb-record-store.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

test('[STO-7] records that the browser lost between two pages are told by the second, in words', async () => {
  const databaseName = aDatabaseName();
  await aPageThatRemembers(databaseName, 3);
  await deleteDB(databaseName);
  const { onReset, events } = await aPage(databaseName);
  expect(onReset).toHaveBeenCalledExactlyOnceWith({ changes: 3 });
  expect(events).toEqual([
    expect.objectContaining({
      type: 'record-loss',
      changes: 3,
      sentence: expect.stringContaining('The browser lost what was remembered (3 changes)'),
    }),
  ]);
});

test('[STO-7] each page is told about lost records until something is stored again', async () => {
  const databaseName = aDatabaseName();
  await aPageThatRemembers(databaseName, 3);
  await deleteDB(databaseName);
  expect((await aPage(databaseName)).onReset).toHaveBeenCalledOnce();
  expect((await aPage(databaseName)).onReset).toHaveBeenCalledOnce();
  await aPageThatRemembers(databaseName, 1);
  expect((await aPage(databaseName)).onReset).not.toHaveBeenCalled();
});

test('[STO-7] records of an older state of the database are told as lost', async () => {
  const databaseName = aDatabaseName();
  await aPageThatRemembers(databaseName, 3);
  const raw = await openDB(databaseName);
  await raw.put(RECORD_STORE.meta, 1, 'revision');
  raw.close();
  expect((await aPage(databaseName)).onReset).toHaveBeenCalledExactlyOnceWith({ changes: 2 });
  await aPageThatRemembers(databaseName, 1, 3);
  expect((await aPage(databaseName)).onReset).not.toHaveBeenCalled();
});

test('[STO-7] an open page notices that the browser made its database again', async () => {
  const databaseName = aDatabaseName();
  const open: IDBDatabase[] = [];
  const factory = seeConnections(indexedDB, (raw) => open.push(raw));
  const { memory, onReset } = await aPage(databaseName, { getIndexedDb: () => factory });
  await memory.store(aDraft(0));
  for (const raw of open.splice(0)) {
    raw.onversionchange = null;
    raw.close();
    raw.dispatchEvent(new Event('close'));
  }
  await deleteDB(databaseName);
  expect((await memory.retrieve({ text: 'tea' })).hits).toEqual([]);
  expect(onReset).toHaveBeenCalledExactlyOnceWith({ changes: 1 });
});

test('[STO-7] records whose database was deleted under an open page were not lost', async () => {
  const databaseName = aDatabaseName();
  const { memory } = await aPage(databaseName);
  await memory.store(aDraft(0));
  await deleteDB(databaseName);
  await memory.dispose();
  expect((await aPage(databaseName)).onReset).not.toHaveBeenCalled();
});

test.each([
  'no JSON',
  'null',
  '{"databaseId":7,"createdAtMs":0,"entries":3}',
  '{"databaseId":"x","createdAtMs":0,"entries":"many"}',
  '{"databaseId":"x","createdAtMs":0,"entries":-1}',
])('[STO-7] a canary that says %s is none', async (text) => {
  const databaseName = aDatabaseName();
  localStorage.setItem(`agent-memory-record-canary:["${databaseName}","records"]`, text);
  const { memory, onReset } = await aPage(databaseName);
  await memory.store(aDraft(0));
  expect(onReset).not.toHaveBeenCalled();
});

/** A page that has opened its memory; it lives until the end of the test. */
async function aPage(databaseName: string, options: IndexedDbOptions = {}) {
  const onReset = vi.fn();
  const store = indexedDbRecordStore({ databaseName, ...options });
  store.watchLoss?.(onReset);
  const memory = createLongTermMemory({ store, user: 'ada' });
  cleanups.push(async () => {
    await memory.dispose();
    await store.close();
  });
  const events: LongTermEvent[] = [];
  memory.subscribe((event) => events.push(event));
  await memory.ready;
  return { memory, onReset, events };
}

async function aPageThatRemembers(databaseName: string, records: number, from = 0): Promise<void> {
  const store = indexedDbRecordStore({ databaseName });
  const memory = createLongTermMemory({ store, user: 'ada' });
  for (let index = 0; index < records; index += 1) await memory.store(aDraft(from + index));
  await memory.dispose();
  await store.close();
}

function aDraft(index: number) {
  const text = `Ada drinks tea number ${index}.`;
  return { type: 'user', kind: 'fact', key: `tea-${index}`, text, source: 'user_stated' } as const;
}

function aDatabaseName(): string {
  const databaseName = `record-losses-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
