import type { MemoryStore, StoreLoss } from '@agent-memory/core';
import { aChange, anEntry, someEntries } from '@agent-memory/core/testing';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { THROWAWAY_NAME } from './begin-new-log.ts';
import { indexedDbStore } from './indexeddb-store.ts';
import { DATABASE_ID_KEY, IDENTITY_STORE, STORE } from './schema.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';
import { seeConnections } from './testing/see-connections.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  localStorage.clear();
});

describe('a database that is made again', () => {
  test('[STO-7] between two pages is noticed by the second, which says what was there', async () => {
    const databaseName = aDatabaseName();
    await aPageThatStores(databaseName, { trip: 3, recipe: 2 });
    await deleteDB(databaseName);
    const onReset = vi.fn();
    const store = aStore({ databaseName, onReset });
    expect(await store.load('trip')).toBeUndefined();
    const sessions = 2;
    expect(store.lossOf?.('trip')).toEqual({ kind: 'reset', entries: 3, sessions });
    expect(store.lossOf?.('recipe')).toEqual({ kind: 'reset', entries: 2, sessions });
    expect(store.lossOf?.('of today')).toBeUndefined();
    expect(onReset).toHaveBeenCalledExactlyOnceWith({ kind: 'reset', entries: 5, sessions });
  });

  test('[STO-7] by the browser behind an open page is noticed by its next call', async () => {
    const { store, reset } = aStoreToReset({});
    await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
    await reset();
    const refused = store.commit('trip', aChange({ entries: someEntries(3, 4) }));
    await expect(refused).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    expect(lossIn(store, 'trip')).toMatchObject({ kind: 'reset', entries: 3 });
  });

  test('[STO-7] without `localStorage` is noticed by an open page whose browser says so', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const { store, reset } = aStoreToReset({ says: 'The log is corrupted.' });
    await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
    await reset();
    await store.load('trip');
    expect(lossIn(store, 'trip')).toMatchObject({ entries: 3, message: 'The log is corrupted.' });
    expect(store.lossOf?.('of today')).toBeUndefined();
  });

  test('[STO-7] is told about by each page until the session continues, and to everybody once', async () => {
    const databaseName = aDatabaseName();
    await aPageThatStores(databaseName, { trip: 3, recipe: 2 });
    await deleteDB(databaseName);
    const onReset = vi.fn();
    const second = aStore({ databaseName, onReset });
    await second.load('trip');
    await second.commit('trip', aChange({ entries: someEntries(0, 1) }));
    // The page that has lost words keeps saying so.
    expect(lossIn(second, 'trip')).toMatchObject({ entries: 3 });
    await second.close();
    const third = aStore({ databaseName, onReset });
    await third.load('trip');
    expect(third.lossOf?.('trip')).toBeUndefined();
    expect(lossIn(third, 'recipe')).toMatchObject({ entries: 2, sessions: 1 });
    expect(onReset).toHaveBeenCalledOnce();
  });

  test('[STO-7] is no loss any more once the page has written the session back', async () => {
    const { store, reset } = aStoreToReset({});
    await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
    await reset();
    await store.load('trip');
    await store.commit('trip', aChange({ entries: someEntries(0, 2) }));
    expect(lossIn(store, 'trip')).toMatchObject({ entries: 3 });
    await store.commit('trip', aChange({ entries: someEntries(2, 3) }));
    expect(store.lossOf?.('trip')).toBeUndefined();
  });

  test('[STO-7] is told with the words of the browser, where it says that it lost everything', async () => {
    const databaseName = aDatabaseName();
    const onReset = vi.fn();
    const getIndexedDb = () => aFactoryThatLost('The log is corrupted.', databaseName);
    const store = aStore({ databaseName, onReset, getIndexedDb });
    await store.load('trip');
    const loss: StoreLoss = {
      ...{ kind: 'reset', entries: 0, sessions: 0 },
      message: 'The log is corrupted.',
    };
    expect(store.lossOf?.('trip')).toEqual(loss);
    expect(onReset).toHaveBeenCalledExactlyOnceWith(loss);
  });

  test('[STO-7] is noticed where the browser tells only the first opening, which begins the log', async () => {
    const databaseName = aDatabaseName();
    await aPageThatStores(databaseName, { trip: 3 });
    await deleteDB(databaseName);
    const factory = aFactoryThatLost('The log is corrupted.', THROWAWAY_NAME);
    const store = aStore({ databaseName, getIndexedDb: () => factory });
    await store.load('trip');
    expect(lossIn(store, 'trip')).toMatchObject({ entries: 3, message: 'The log is corrupted.' });
  });
});

describe('no loss', () => {
  test.each<[string, (store: MemoryStore, databaseName: string) => Promise<void>]>([
    ['the first visit', async () => undefined],
    ['a session that goes on', (store) => store.commit('trip', aChange({ entries: [anEntry()] }))],
    [
      'a session that was deleted',
      async (store) => {
        await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
        await store.delete('trip');
      },
    ],
    [
      'a session that was deleted and begun anew',
      async (store) => {
        await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
        await store.delete('trip');
        await store.commit('trip', aChange({ atMs: 7, entries: [anEntry()] }));
      },
    ],
    [
      'a session that another tab deleted while this one waited for its commit',
      async (store, databaseName) => {
        await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
        const late = { ...localStorage };
        await aStore({ databaseName }).delete('trip');
        Object.assign(localStorage, late);
        expect(canariesOf(databaseName)).toHaveLength(1);
      },
    ],
    [
      'sessions of another database of the site',
      async () => {
        const other = aDatabaseName();
        await aPageThatStores(other, { trip: 3 });
        await deleteDB(other);
      },
    ],
    [
      'a canary that something else wrote over',
      async (store, databaseName) => {
        await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
        for (const key of canariesOf(databaseName)) localStorage.setItem(key, '{"entries":"many"}');
      },
    ],
  ])('[STO-7] %s', async (_name, live) => {
    const databaseName = aDatabaseName();
    const onReset = vi.fn();
    const first = aStore({ databaseName, onReset });
    await live(first, databaseName);
    await first.load('trip');
    const second = aStore({ databaseName, onReset });
    await second.load('trip');
    for (const store of [first, second]) expect(store.lossOf?.('trip')).toBeUndefined();
    expect(onReset).not.toHaveBeenCalled();
  });

  test('[STO-7] where somebody deletes the database under an open page, for that page and the next', async () => {
    const databaseName = aDatabaseName();
    const onReset = vi.fn();
    const store = aStore({ databaseName, onReset });
    await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
    await deleteDB(databaseName);
    expect(await store.load('trip')).toBeUndefined();
    const next = aStore({ databaseName, onReset });
    await next.load('trip');
    expect([store, next].map((page) => page.lossOf?.('trip'))).toEqual([undefined, undefined]);
    expect(onReset).not.toHaveBeenCalled();
  });

  test('[STO-7] where somebody clears all data of the site under an open page', async () => {
    const { store, reset } = aStoreToReset({});
    await store.commit('trip', aChange({ entries: someEntries(0, 3) }));
    localStorage.clear();
    await reset();
    expect(await store.load('trip')).toBeUndefined();
    expect(store.lossOf?.('trip')).toBeUndefined();
  });

  test('[STO-7] where another tab deletes a session, and then the database is made again', async () => {
    const databaseName = aDatabaseName();
    const [one, two] = [aStore({ databaseName }), aStore({ databaseName })];
    await one.commit('trip', aChange({ entries: someEntries(0, 3) }));
    await two.delete('trip');
    expect(await one.load('trip')).toBeUndefined();
    await deleteDB(databaseName);
    await one.load('trip');
    expect(one.lossOf?.('trip')).toBeUndefined();
  });

  test('[STO-7] where another tab stores more while a session is read', async () => {
    const databaseName = aDatabaseName();
    const [one, two] = [aStore({ databaseName }), aStore({ databaseName })];
    await one.commit('trip', aChange({ entries: someEntries(0, 1) }));
    for (let seq = 1; seq < 20; seq += 1) {
      const commit = two.commit('trip', aChange({ entries: someEntries(seq, seq + 1) }));
      await Promise.all([one.load('trip'), commit]);
      expect(one.lossOf?.('trip')).toBeUndefined();
    }
    const [key = ''] = canariesOf(databaseName);
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({ entries: 20 });
  });
});

test('[STO-7] a session that holds fewer messages than were acknowledged has lost the others', async () => {
  const databaseName = aDatabaseName();
  await aPageThatStores(databaseName, { trip: 3 });
  await cutTo(databaseName, 'trip', 2);
  const store = aStore({ databaseName });
  expect((await store.load('trip'))?.entries).toHaveLength(2);
  expect(lossIn(store, 'trip')).toEqual({
    ...{ kind: 'reset', entries: 3, sessions: 1 },
  });
});

test('[STO-7] a session is lost that is missing although nobody deleted it, and everybody is told once', async () => {
  const databaseName = aDatabaseName();
  await aPageThatStores(databaseName, { trip: 3, stays: 1 });
  await cutTo(databaseName, 'trip', 0);
  for (const toldAgain of [1, 0]) {
    const onReset = vi.fn();
    const store = aStore({ databaseName, onReset });
    expect(await store.load('trip')).toBeUndefined();
    expect(await store.load('stays')).toBeDefined();
    expect(lossIn(store, 'trip').sessions).toBe(1);
    expect(store.lossOf?.('stays')).toBeUndefined();
    expect(onReset).toHaveBeenCalledTimes(toldAgain);
  }
});

test('[STO-7] a canary is written behind the acknowledgement, and goes with its session', async () => {
  const databaseName = aDatabaseName();
  const store = aStore({ databaseName });
  const taken = aChange({ entries: [anEntry({ id: 'another' })] });
  await store.commit('trip', aChange({ entries: someEntries(0, 1) }));
  const before = { ...localStorage };
  await expect(store.commit('trip', taken)).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
  await store.commit('trip', aChange({ parts: new Map([['note', 'x']]) }));
  expect({ ...localStorage }).toEqual(before);
  await store.delete('trip');
  expect(canariesOf(databaseName)).toEqual([]);
});

test('[STO-7] a canary holds nothing that was said', async () => {
  const databaseName = aDatabaseName();
  const words = 'My locker is number 4711.';
  const message = { role: 'user', parts: [{ type: 'text', text: words }] } as const;
  const entries = [anEntry({ message })];
  await aStore({ databaseName }).commit('trip', aChange({ entries, title: { value: words } }));
  const [key = ''] = canariesOf(databaseName);
  expect(Object.keys(JSON.parse(localStorage.getItem(key) ?? '')).sort()).toEqual([
    'createdAtMs',
    'databaseId',
    'entries',
  ]);
  expect(JSON.stringify({ ...localStorage })).not.toContain('4711');
});

test.each<[string, () => void]>([
  [
    'denied',
    () => {
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      });
    },
  ],
  [
    'full',
    () => {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('No room.', 'QuotaExceededError');
      });
    },
  ],
])(
  '[STO-7] where `localStorage` is %s, sessions are stored and read as ever',
  async (_name, break_) => {
    break_();
    const store = aStore({ databaseName: aDatabaseName() });
    await store.commit('trip', aChange({ entries: someEntries(0, 2) }));
    expect((await store.load('trip'))?.entries).toHaveLength(2);
    await store.delete('trip');
    expect(store.lossOf?.('trip')).toBeUndefined();
  },
);

test('[STO-7] a database whose id is damaged is used as ever, and nothing is said of losses', async () => {
  const databaseName = aDatabaseName();
  await aPageThatStores(databaseName, { trip: 3 });
  const raw = await openDB(databaseName);
  await raw.put(IDENTITY_STORE, 7, DATABASE_ID_KEY);
  raw.close();
  const onReset = vi.fn();
  const store = aStore({ databaseName, onReset });
  expect((await store.load('trip'))?.entries).toHaveLength(3);
  await store.commit('trip', aChange({ entries: someEntries(3, 4) }));
  expect(store.lossOf?.('trip')).toBeUndefined();
  expect(onReset).not.toHaveBeenCalled();
});

/** The sessions as an earlier page left them, each with so many messages. */
async function aPageThatStores(
  databaseName: string,
  sessions: Readonly<Record<string, number>>,
): Promise<void> {
  const store = indexedDbStore({ databaseName });
  for (const [id, length] of Object.entries(sessions)) {
    await store.commit(id, aChange({ entries: someEntries(0, length) }));
  }
  await store.close();
}

/** A session as it stands where the disk has got only the first of its commits. */
async function cutTo(databaseName: string, sessionId: string, entries: number): Promise<void> {
  const raw = await openDB(databaseName);
  const info = await raw.get(STORE.sessions, sessionId);
  if (entries === 0) await raw.delete(STORE.sessions, sessionId);
  else await raw.put(STORE.sessions, { ...info, entries }, sessionId);
  await raw.delete(STORE.entries, IDBKeyRange.bound([sessionId, entries], [sessionId, []]));
  raw.close();
}

/** A factory that says of the opening of one database that all was lost, as Chromium does. */
function aFactoryThatLost(message: string, databaseName: string): IDBFactory {
  return {
    deleteDatabase: (name: string) => indexedDB.deleteDatabase(name),
    open: (name: string, version?: number) => {
      const request = indexedDB.open(name, version);
      request.addEventListener('upgradeneeded', (event) => {
        if (name !== databaseName) return;
        Object.defineProperty(event, 'dataLoss', { value: 'total' });
        Object.defineProperty(event, 'dataLossMessage', { value: message });
      });
      return request;
    },
  } as IDBFactory;
}

/** A store, and the browser that makes its database again: it closes connections without a word before. */
function aStoreToReset({ says, ...options }: IndexedDbStoreOptions & { readonly says?: string }) {
  const databaseName = aDatabaseName();
  const open: IDBDatabase[] = [];
  let isReset = false;
  const factory = seeConnections(indexedDB, (raw) => open.push(raw));
  const afterwards = says === undefined ? indexedDB : aFactoryThatLost(says, databaseName);
  const getIndexedDb = () => (isReset ? afterwards : factory);
  const reset = async () => {
    isReset = true;
    for (const raw of open.splice(0)) {
      raw.onversionchange = null;
      raw.close();
      raw.dispatchEvent(new Event('close'));
    }
    await deleteDB(databaseName);
  };
  return { store: aStore({ databaseName, getIndexedDb, ...options }), reset };
}

function lossIn(store: MemoryStore, sessionId: string): StoreLoss {
  const loss = store.lossOf?.(sessionId);
  if (!loss) throw new Error(`The store knows of no loss of "${sessionId}".`);
  return loss;
}

function canariesOf(databaseName: string): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.includes(JSON.stringify(databaseName)));
}

function aStore(options: IndexedDbStoreOptions): MemoryStore {
  const store = indexedDbStore(options);
  cleanups.push(() => store.close());
  return store;
}

function aDatabaseName(): string {
  const databaseName = `losses-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
