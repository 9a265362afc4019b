import { AgentMemoryError, type MemoryStore } from '@agent-memory/core';
import { aChange, someEntries } from '@agent-memory/core/testing';
import { openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { THROWAWAY_NAME } from './begin-new-log.ts';
import { TIMEOUT_MS } from './database-options.ts';
import { indexedDbStore } from './indexeddb-store.ts';
// From the start, so that fetching it takes nothing from the time of a call.
import './sessions-in-indexeddb.ts';
import { STORE } from './schema.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const EVERY_CALL: readonly [string, (store: MemoryStore) => Promise<unknown>][] = [
  ['load', (store) => store.load('session')],
  ['list', (store) => store.list()],
  ['commit', (store) => store.commit('session', aChange({ entries: someEntries(1, 2) }))],
  ['delete', (store) => store.delete('session')],
];

describe('a call that gets no answer', () => {
  test.each(EVERY_CALL)(
    '[STO-8] %s rejects with words while another tab never ends its transaction',
    async (_name, call) => {
      const { store, databaseName } = aStore();
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      const end = await anEndlessTransaction(databaseName);
      const error = await refusedInTime(() => call(store));
      expect(error.message).toContain('did not answer within 4.5 s');
      await end();
      // Its own transaction was given up with it, so nothing of the change turns up later.
      expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
    },
  );

  test.each(EVERY_CALL)(
    '[STO-8] %s rejects where the database is never opened, and the next one asks again',
    async (_name, call) => {
      let isSilent = true;
      const factory = {
        open: (name: string, version?: number) =>
          isSilent && name !== THROWAWAY_NAME
            ? ({} as IDBOpenDBRequest)
            : indexedDB.open(name, version),
        deleteDatabase: (name: string) => indexedDB.deleteDatabase(name),
      } as IDBFactory;
      const { store } = aStore({ getIndexedDb: () => factory });
      await refusedInTime(() => call(store));
      isSilent = false;
      await store.commit('session', aChange({ entries: someEntries(0, 1) }));
      expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
    },
  );

  test('[STO-8] a commit whose end is never told rejects, and can be repeated', async () => {
    const { store } = aStore();
    await store.list();
    const silence = silenceCompletions();
    const change = aChange({ entries: someEntries(0, 1) });
    await refusedInTime(() => store.commit('session', change));
    silence.mockRestore();
    await store.commit('session', change);
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
  });
});

describe('a write that failed', () => {
  test('[STO-7] nothing is written behind it before a new log was begun', async () => {
    const asked: string[] = [];
    const { store } = aStore({ getIndexedDb: () => aFactoryThatTells(asked) });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    const newLogs = () => asked.filter((what) => what === `open ${THROWAWAY_NAME}`).length;
    expect(newLogs()).toBe(1);
    await failNextWrites(store);
    // It was tried three times, each time behind a failed one but the first.
    expect(newLogs()).toBe(3);
    await store.load('session');
    expect(newLogs()).toBe(3);
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    await store.commit('session', aChange({ entries: someEntries(2, 3) }));
    expect(newLogs()).toBe(4);
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 3));
  });

  test('[STO-7] nor behind one that got no answer, of which some may be written', async () => {
    const asked: string[] = [];
    const { store } = aStore({ getIndexedDb: () => aFactoryThatTells(asked) });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    const silence = silenceCompletions();
    await refusedInTime(() => store.commit('session', aChange({ entries: someEntries(1, 2) })));
    silence.mockRestore();
    const newLogs = () => asked.filter((what) => what === `open ${THROWAWAY_NAME}`).length;
    expect(newLogs()).toBe(1);
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    expect(newLogs()).toBe(2);
  });

  test('[STO-7] while no new log can be begun every write rejects, and reads continue', async () => {
    let isFull = false;
    const factory = aFactoryThatTells([], () => {
      if (isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    });
    const { store } = aStore({ getIndexedDb: () => factory });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    await failNextWrites(store);
    isFull = true;
    const more = aChange({ entries: someEntries(1, 2) });
    await expect(store.commit('session', more)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
    isFull = false;
    await store.commit('session', more);
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
  });

  test('[STO-7] with the option off no new log is ever begun', async () => {
    const asked: string[] = [];
    const getIndexedDb = () => aFactoryThatTells(asked);
    const { store } = aStore({ getIndexedDb, logRotation: false });
    await failNextWrites(store);
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    expect(asked).not.toContain(`open ${THROWAWAY_NAME}`);
  });
});

function aStore(options: IndexedDbStoreOptions = {}) {
  const databaseName = `call-limits-${++databases}`;
  const store = indexedDbStore({ ...options, databaseName });
  cleanups.push(() => store.close());
  return { store, databaseName };
}

/** A transaction of another connection over everything; gives the function that ends it. */
async function anEndlessTransaction(databaseName: string): Promise<() => Promise<void>> {
  const other = await openDB(databaseName);
  cleanups.push(() => other.close());
  const tx = other.transaction(Object.values(STORE), 'readwrite');
  const sessions = tx.objectStore(STORE.sessions);
  let isEndless = true;
  await sessions.get('session');
  const goOn = async (): Promise<void> => {
    while (isEndless) await sessions.get('session');
  };
  const gone = goOn();
  return async () => {
    isEndless = false;
    await gone;
    await tx.done;
  };
}

/** Has transactions end without a word. */
function silenceCompletions() {
  const listen = IDBTransaction.prototype.addEventListener;
  return vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(function (
    this: IDBTransaction,
    ...given: Parameters<typeof listen>
  ) {
    if (given[0] !== 'complete') listen.apply(this, given);
  });
}

/** Has the browser abort the transactions of one commit. */
async function failNextWrites(store: MemoryStore): Promise<void> {
  const begin = IDBDatabase.prototype.transaction;
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given: Parameters<typeof begin>
  ) {
    const transaction = begin.apply(this, given);
    transaction.abort();
    return transaction;
  });
  await refused(store.commit('session', aChange({ entries: someEntries(0, 9) })));
  failing.mockRestore();
}

/** A factory that tells what it is asked; making the throwaway database may fail. */
function aFactoryThatTells(asked: string[], onThrowaway: () => void = () => undefined): IDBFactory {
  return {
    open: (name: string, version?: number) => {
      if (name === THROWAWAY_NAME) onThrowaway();
      asked.push(`open ${name}`);
      return indexedDB.open(name, version);
    },
    deleteDatabase: (name: string) => indexedDB.deleteDatabase(name),
  } as IDBFactory;
}

async function refused(call: Promise<unknown>): Promise<AgentMemoryError> {
  const error: unknown = await call.then(
    () => new Error('It resolved.'),
    (reason: unknown) => reason,
  );
  if (!AgentMemoryError.isInstance(error)) throw error;
  expect(error.code).toBe('STORE_UNAVAILABLE');
  return error;
}

/** The refusal of a call that nobody answers; the time that it may take passes in a few tasks. */
async function refusedInTime(call: () => Promise<unknown>): Promise<AgentMemoryError> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let isOver = false;
  const refusal = refused(call()).finally(() => {
    isOver = true;
  });
  try {
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(TIMEOUT_MS / 10);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return await refusal;
  } finally {
    vi.useRealTimers();
  }
}
