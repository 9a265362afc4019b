import {
  createAgentMemory,
  type SessionChange,
  type StoreNews,
  StoreUnavailableError,
} from '@agent-memory/core';
import { expect, test, vi } from 'vitest';
import { TIMEOUT_MS } from './database-options.ts';
import { DeferredStore, indexedDbStore } from './indexeddb-store.ts';
import * as storeCode from './sessions-in-indexeddb.ts';
import { ownDatabases } from './testing/own-databases.ts';

const { aDatabase } = ownDatabases('deferred');

const begun: SessionChange = { atMs: 1, scratchpad: { value: { objective: 'Book a train.' } } };
type FetchCode = () => Promise<typeof storeCode>;
const lost: FetchCode = () => Promise.reject(new TypeError('Failed to fetch'));

test('[STO-2] code that cannot be fetched rejects a call in words, and the next call fetches it again', async () => {
  const fetchCode = vi.fn<FetchCode>(lost);
  const store = new DeferredStore({ databaseName: aDatabase() }, fetchCode);
  const call = store.load('trip');
  await expect(call).rejects.toThrow(StoreUnavailableError);
  await expect(call).rejects.toThrow('could not be fetched. What is stored stays as it is;');
  await expect(call).rejects.toMatchObject({ recoverable: true, cause: expect.any(TypeError) });
  fetchCode.mockResolvedValue(storeCode);
  await store.commit('trip', begun);
  expect((await store.load('trip'))?.scratchpad).toEqual(begun.scratchpad?.value);
  await store.close();
});

test('[STO-2] code that never arrives ends each call in time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const options = { databaseName: aDatabase() };
  const store = new DeferredStore(options, () => new Promise(() => undefined));
  const calls = [
    store.load('trip'),
    store.list(),
    store.commit('trip', begun),
    store.delete('trip'),
  ];
  const ended = Promise.allSettled([
    ...calls,
    store.sizeOf('trip'),
    store.planRetention({}),
    store.applyRetention([]),
  ]);
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
  for (const outcome of await ended) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('did not answer within 4.5 s') },
    });
  }
  const leaving = new AbortController();
  const left = store.load('trip', { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await store.close();
  vi.useRealTimers();
});

test('[NS-2] who watches before the code is here hears what other tabs store, until it stops', async () => {
  const databaseName = aDatabase();
  let arrive: () => void = () => undefined;
  const code = new Promise<typeof storeCode>((resolve) => {
    arrive = () => resolve(storeCode);
  });
  const store = new DeferredStore({ databaseName }, () => code);
  const heard: StoreNews[] = [];
  const stopped: StoreNews[] = [];
  store.watch('trip', (news) => heard.push(news));
  const stop = store.watch('trip', (news) => stopped.push(news));
  expect(store.lossOf('trip')).toBeUndefined();
  arrive();
  await store.list();
  stop();
  const other = indexedDbStore({ databaseName });
  await other.commit('trip', begun);
  await expect.poll(() => heard).toEqual([expect.objectContaining({ kind: 'changed' })]);
  expect(stopped).toEqual([]);
  await Promise.all([store.close(), other.close()]);
});

test('[STO-1] a store that is closed before its code is here opens nothing, and says so', async () => {
  const opened = vi.fn(() => indexedDB);
  const store = indexedDbStore({ databaseName: aDatabase(), getIndexedDb: opened });
  await store.close();
  await expect(store.load('trip')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(opened).not.toHaveBeenCalled();
});

test('[STO-8] a conversation that began without the code of its store is stored once it is here', async () => {
  const databaseName = aDatabase();
  const fetchCode = vi.fn<FetchCode>(lost);
  const store = new DeferredStore({ databaseName }, fetchCode);
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000, store });
  const [entry] = await memory.append({ role: 'user', content: 'Is anybody here?' });
  expect(entry?.durable).toBe(false);
  expect(memory.getState()).toMatchObject({
    degraded: [{ code: 'STORE_UNAVAILABLE' }],
    store: { persistent: false },
  });
  fetchCode.mockResolvedValue(storeCode);
  await expect
    .poll(() => memory.getState())
    .toMatchObject({
      degraded: [],
      store: { name: 'IndexedDB', owed: 0 },
    });
  await memory.dispose();
  expect((await store.load('trip'))?.entries).toHaveLength(1);
  await store.close();
});
