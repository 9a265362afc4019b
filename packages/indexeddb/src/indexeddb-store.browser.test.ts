import {
  type AgentMemory,
  AgentMemoryError,
  type AgentMemoryErrorCode,
  createAgentMemory,
  type Entry,
  inMemoryStore,
  type MemoryStore,
  type SessionChange,
  type StoredSession,
  StoreUnavailableError,
  textOf,
} from '@agent-memory/core';
import { runToEnd, storeRules } from '@agent-memory/core/internal';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  arbitraryCommits,
  aTokenCount,
  someEntries,
  someHistory,
  someOverlays,
  storeContract,
} from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import fc from 'fast-check';
import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { THROWAWAY_NAME } from './begin-new-log.ts';
import { entryRecord } from './check-stored.ts';
import { indexedDbStore } from './indexeddb-store.ts';
import { indexedDbRecordStore } from './long-term/indexeddb-record-store.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { openStore } from './sessions-in-indexeddb.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';
import { type DatabaseDump, dumpDatabase, restoreDatabase } from './testing/database-dump.ts';
import { seeConnections } from './testing/see-connections.ts';

let databases = 0;
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

storeContract('indexedDbStore', async () => {
  const databaseName = aDatabaseName();
  const store = indexedDbStore({ databaseName });
  return {
    store,
    async reopen() {
      await store.close();
      const reopened = indexedDbStore({ databaseName });
      cleanups.push(() => reopened.close());
      return reopened;
    },
  };
});

describe('opening', () => {
  test('[STO-1] making a store touches nothing', async () => {
    const getIndexedDb = vi.fn(() => indexedDB);
    const { store } = aStore({ getIndexedDb });
    expect(store).toMatchObject({ name: 'IndexedDB', persistent: true });
    expect(getIndexedDb).not.toHaveBeenCalled();
    await store.list();
    expect(getIndexedDb).toHaveBeenCalledOnce();
  });

  test('[STO-1] calls made at the same time share one opening', async () => {
    const getIndexedDb = vi.fn(() => indexedDB);
    const { store } = aStore({ getIndexedDb });
    await Promise.all([store.list(), store.load('a'), store.commit('a', aChange())]);
    expect(getIndexedDb).toHaveBeenCalledOnce();
  });

  test('[STO-1] databases of different names share nothing', async () => {
    const [one, two] = [aStore().store, aStore().store];
    await one.commit('session', aChange({ entries: [anEntry()] }));
    expect(await two.load('session')).toBeUndefined();
  });

  test('[STO-2] where there is no IndexedDB every call says so', async () => {
    const { store } = aStore({ getIndexedDb: () => undefined });
    const error = await rejection(store.load('session'), 'STORE_UNAVAILABLE');
    expect(error.message).toContain('There is no IndexedDB here');
    await rejection(store.commit('session', aChange()), 'STORE_UNAVAILABLE');
  });

  test('[STO-2] where the browser denies IndexedDB every call says so, with the cause', async () => {
    const denied = new DOMException('Access is denied for this document.', 'SecurityError');
    const { store } = aStore({
      getIndexedDb: () => {
        throw denied;
      },
    });
    const error = await rejection(store.list(), 'STORE_UNAVAILABLE');
    expect(error.message).toContain('The browser denies IndexedDB to this page');
    expect(error.cause).toBe(denied);
  });

  test('[STO-2] a denial that ends is forgotten with the next call', async () => {
    let isDenied = true;
    const { store } = aStore({ getIndexedDb: () => (isDenied ? undefined : indexedDB) });
    await rejection(store.list(), 'STORE_UNAVAILABLE');
    isDenied = false;
    expect(await store.list()).toEqual([]);
  });

  const OTHER_SHAPES: Record<string, (dump: DatabaseDump) => DatabaseDump> = {
    'of a newer version': (dump) => ({ ...dump, version: SCHEMA_VERSION + 1 }),
    'that lacks an object store': ({ stores: { parts: _, ...stores }, ...dump }) => ({
      ...dump,
      stores,
    }),
    'of other code': (dump) => ({ ...dump, stores: { ...dump.stores, theirs: [] } }),
  };

  test.each(Object.entries(OTHER_SHAPES))(
    '[STO-2] a database %s is refused by name with what to do, and left as it is',
    async (kind, changed) => {
      const isNewer = kind === 'of a newer version';
      const { databaseName, store: first } = aStore();
      await first.commit('session', aChange({ entries: someEntries(0, 3) }));
      await first.close();
      await restoreDatabase(databaseName, changed(await dumpDatabase(databaseName)));
      const before = await dumpDatabase(databaseName);
      const store = aStore({ databaseName }).store;
      const records = indexedDbRecordStore({ databaseName });
      cleanups.push(() => records.close());
      const calls = [
        () => store.load('session'),
        () => store.list(),
        () => store.commit('session', aChange({ entries: someEntries(3, 4) })),
        () => store.delete('session'),
        () => records.page({ namespaces: ['user:ada'] }),
      ];
      for (const call of calls) {
        const { message } = await rejection(call(), 'STORE_UNAVAILABLE');
        expect(message).toContain(
          `"${databaseName}" ${isNewer ? 'was made by a newer version' : 'has another shape'}`,
        );
        expect(message).toContain('Nothing was changed or lost.');
        expect(message).toContain('choose another `databaseName`');
      }
      expect(await dumpDatabase(databaseName)).toEqual(before);
    },
  );

  test('[STO-2] a database that lacks an index is refused by the calls that need it', async () => {
    const { databaseName, store } = aStore();
    await store.list();
    await store.close();
    const { shapes: _, ...plain } = await dumpDatabase(databaseName);
    await restoreDatabase(databaseName, plain);
    const records = indexedDbRecordStore({ databaseName });
    cleanups.push(() => records.close());
    const { message } = await rejection(
      records.page({ namespaces: ['user:ada'] }),
      'STORE_UNAVAILABLE',
    );
    expect(message).toContain(`"${databaseName}" has another shape`);
  });
});

describe('other tabs', () => {
  test('[STO-2] one that needs a newer version gets it at once, and this one is told', async () => {
    const onDisconnect = vi.fn<(error: StoreUnavailableError) => void>();
    const { store, databaseName } = aStore({ onDisconnect });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    const newer = await openDB(databaseName, SCHEMA_VERSION + 1);
    newer.close();
    expect(onDisconnect).toHaveBeenCalledOnce();
    expect(onDisconnect.mock.calls[0]?.[0]).toBeInstanceOf(StoreUnavailableError);
    const error = await rejection(store.load('session'), 'STORE_UNAVAILABLE');
    expect(error.message).toContain('updated while this page was open');
  });

  test('[STO-2] one that deletes the database is let through, and the next call makes it again', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    await deleteDB(databaseName);
    expect(await store.load('session')).toBeUndefined();
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
  });

  test('[STO-2] a call that waits for another tab can be aborted', async () => {
    const databaseName = aDatabaseName();
    const holder = await openDB(databaseName, SCHEMA_VERSION);
    // It waits until the holder lets go, and the next one that opens the database waits behind it.
    const deleting = deleteDB(databaseName);
    cleanups.push(async () => {
      holder.close();
      await deleting;
    });
    const { store } = aStore({ databaseName });
    const controller = new AbortController();
    const loading = store.load('session', { signal: controller.signal });
    const reason = new Error('the user left');
    controller.abort(reason);
    await expect(loading).rejects.toBe(reason);
  });

  test('[NS-2] of two that append to the same place exactly one wins, and the other conflicts', async () => {
    const { store: one, databaseName } = aStore();
    const two = aStore({ databaseName }).store;
    await one.commit('session', aChange({ entries: someEntries(0, 2) }));
    await two.load('session');
    const append = (store: MemoryStore, id: string) =>
      store.commit('session', aChange({ entries: [anEntry({ seq: 2, id })] }));
    const outcomes = await Promise.allSettled([append(one, 'from-one'), append(two, 'from-two')]);
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failures.map(({ reason }) => reason.code)).toEqual(['STORE_CONFLICT']);
    const winner = outcomes[0]?.status === 'fulfilled' ? 'from-one' : 'from-two';
    const [seenByOne, seenByTwo] = [await one.load('session'), await two.load('session')];
    expect(seenByOne?.entries.map((entry) => entry.id)).toEqual([
      anEntry({ seq: 0 }).id,
      anEntry({ seq: 1 }).id,
      winner,
    ]);
    expect(seenByTwo).toEqual(seenByOne);
  });
});

test('[STO-1] [STO-7] a memory whose session is deleted hears of it, and writes nothing into the one made again under its id', async () => {
  const { store, databaseName } = aStore();
  const elsewhere = aStore({ databaseName }).store;
  const old = aMemoryIn(store);
  await old.append({ role: 'user', content: 'Hello', id: 'h1' });
  await old.append({ role: 'assistant', content: 'Hi', id: 'h2' });
  await sessionCatalog(elsewhere).delete('session');
  await expect.poll(() => old.getState().error?.code).toBe('SESSION_CLEARED');
  const anew = aMemoryIn(elsewhere);
  await anew.append({ role: 'user', content: 'A new question', id: 'q1' });
  const [kept] = await old.append({ role: 'user', content: 'Still here', id: 'h3' });
  expect(kept).toMatchObject({ id: 'h3', durable: false });
  await old.patchScratchpad({ objective: 'Stay' });
  await anew.append({ role: 'user', content: 'More', id: 'q2' });
  const reloaded = aMemoryIn(aStore({ databaseName }).store);
  await reloaded.ready;
  expect(reloaded.entries().map(({ id }) => id)).toEqual(['q1', 'q2']);
  expect(reloaded.getState()).toMatchObject({
    degraded: [],
    scratchpad: anew.getState().scratchpad,
  });
  for (const memory of [old, anew, reloaded]) await memory.dispose();
});

describe('the start of a page', () => {
  /** Notes the names of databases in the order in which they are asked for. */
  function aFactoryThatTells(
    asked: string[],
    deleteDatabase = (name: string) => indexedDB.deleteDatabase(name),
  ) {
    const open = (name: string, version?: number) => {
      asked.push(`open ${name}`);
      return indexedDB.open(name, version);
    };
    return {
      open,
      deleteDatabase: (name: string) => {
        asked.push(`delete ${name}`);
        return deleteDatabase(name);
      },
    } as IDBFactory;
  }

  test('[STO-7] begins a new log before anything is read, once for all stores', async () => {
    const asked: string[] = [];
    const factory = aFactoryThatTells(asked);
    const names = [aDatabaseName(), aDatabaseName()];
    const stores = names.map((databaseName) =>
      indexedDbStore({ databaseName, getIndexedDb: () => factory }),
    );
    cleanups.push(async () => stores.forEach((store) => void store.close()));
    await Promise.all(stores.map((store) => store.list()));
    await stores[0]?.load('session');
    expect(asked).toEqual([
      `open ${THROWAWAY_NAME}`,
      `delete ${THROWAWAY_NAME}`,
      ...names.map((name) => `open ${name}`),
    ]);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(THROWAWAY_NAME);
  });

  test('[STO-7] continues where no new log can be begun', async () => {
    const databaseName = aDatabaseName();
    const factory = aFactoryThatTells([], () => {
      throw new DOMException('Not here.', 'InvalidStateError');
    });
    const store = indexedDbStore({ databaseName, getIndexedDb: () => factory });
    cleanups.push(() => store.close());
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
  });
});

describe('a lost connection', () => {
  test('[STO-2] closed behind our back is replaced, and the call succeeds', async () => {
    const { store, connections } = aStoreWithVisibleConnections();
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    connections.at(-1)?.close();
    await store.commit('session', aChange({ entries: someEntries(1, 2) }));
    connections.at(-1)?.close();
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
    expect(connections).toHaveLength(3);
  });

  test('[STO-2] closed by the browser is reported and replaced', async () => {
    const onDisconnect = vi.fn<(error: StoreUnavailableError) => void>();
    const { store, connections } = aStoreWithVisibleConnections({ onDisconnect });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    const [connection] = connections;
    connection?.dispatchEvent(new Event('close'));
    expect(onDisconnect.mock.calls[0]?.[0].message).toContain('The browser closed');
    connection?.close();
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
    expect(connections).toHaveLength(2);
  });

  test('[STO-2] that cannot be replaced rejects with a typed error', async () => {
    let isGone = false;
    const { store, connections } = aStoreWithVisibleConnections({
      getIndexedDb: () => (isGone ? undefined : indexedDB),
    });
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    connections.at(-1)?.close();
    isGone = true;
    await rejection(store.load('session'), 'STORE_UNAVAILABLE');
    isGone = false;
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 1));
  });

  test('[STO-1] by close, during an opening, leaves no connection behind', async () => {
    const opened = Promise.withResolvers<IDBDatabase>();
    const getIndexedDb = () => seeConnections(indexedDB, opened.resolve);
    // Without its facade, whose code may come behind the close: then nothing is opened at all.
    const store = openStore({ databaseName: aDatabaseName(), getIndexedDb });
    const loading = store.load('session');
    await store.close();
    await rejection(loading, 'STORE_UNAVAILABLE');
    const connection = await opened.promise;
    expect(() => connection.transaction('sessions')).toThrow('connection is closing');
  });

  test('[STO-4] a commit under way when the store closes is stored', async () => {
    const { store, databaseName } = aStore();
    await store.list();
    const committing = store.commit('session', aChange({ entries: someEntries(0, 50) }));
    await Promise.resolve();
    await store.close();
    await committing;
    const { store: reopened } = aStore({ databaseName });
    expect((await reopened.load('session'))?.entries).toEqual(someEntries(0, 50));
  });
});

describe('an aborted transaction', () => {
  test('[STO-2] leaves everything as before when the signal aborts in its middle', async () => {
    const { store } = aStore();
    await store.commit('session', fullChange());
    const before = await store.load('session');
    const controller = new AbortController();
    const reason = new Error('the user left');
    // The scratchpad is read by the structured clone, after the entries were written.
    const scratchpad = { value: onRead(() => controller.abort(reason)) };
    const change = aChange({ entries: someEntries(3, 9), scratchpad });
    const { signal } = controller;
    await expect(store.commit('session', change, { signal })).rejects.toBe(reason);
    expect(await store.load('session')).toEqual(before);
  });

  test('[STO-2] by the browser is repeated once, and the change is stored once', async () => {
    const { store } = aStore();
    await store.commit('session', fullChange());
    const transactions = seeTransactions();
    let aborts = 1;
    const value = onRead(() => {
      if (aborts-- > 0) transactions.at(-1)?.abort();
    });
    const change = aChange({ entries: someEntries(3, 5), scratchpad: { value } });
    await store.commit('session', change);
    expect(transactions).toHaveLength(2);
    const session = await store.load('session');
    expect(session?.entries.slice(3)).toEqual(someEntries(3, 5));
    expect(session?.scratchpad).toEqual({ field: 'read' });
  });

  test('[STO-2] again and again rejects with a typed error and leaves everything as before', async () => {
    const { store } = aStore();
    await store.commit('session', fullChange());
    const before = await store.load('session');
    const transactions = seeTransactions();
    const value = onRead(() => transactions.at(-1)?.abort());
    const change = aChange({ entries: someEntries(3, 5), scratchpad: { value } });
    const error = await rejection(store.commit('session', change), 'STORE_UNAVAILABLE');
    expect(error.message).toContain('nothing of this call was stored');
    expect(await store.load('session')).toEqual(before);
  });
});

describe('a full disk', () => {
  test('[STO-2] rejects with a typed error, and what was stored can still be read', async () => {
    const { store } = aStore({ getIndexedDb: await aSmallDisk(1_000_000) });
    await store.commit('session', fullChange());
    const before = await store.load('session');
    const entries = Array.from({ length: 10 }, (_, index) =>
      anEntry({ seq: 3 + index, text: incompressibleText() }),
    );
    const tooMuch = aChange({ entries, scratchpad: { value: 'after' } });
    const error = await rejection(store.commit('session', tooMuch), 'QUOTA_EXCEEDED');
    expect(error.cause).toMatchObject({ name: 'QuotaExceededError' });
    expect(await store.load('session')).toEqual(before);
  });

  test('[STO-2] lets a session continue in memory, with nothing lost', async () => {
    const disk = aStore({ getIndexedDb: await aSmallDisk(1_000_000) }).store;
    const memory = createAgentMemory({ id: 'session', contextWindow: 8_000_000, store: disk });
    const texts = Array.from({ length: 12 }, incompressibleText);
    for (const text of texts) await memory.append({ role: 'user', content: text });
    expect(memory.entries().map(({ message }) => textOf(message))).toEqual(texts);
    expect(memory.getState().degraded).toMatchObject([
      { code: 'STORE_WRITE_FAILED', message: expect.stringContaining('no storage left') },
    ]);
    const onDisk = (await disk.load('session'))?.entries ?? [];
    expect(onDisk.length).toBeGreaterThan(0);
    expect(onDisk.map((entry) => textOf(entry.message))).toEqual(texts.slice(0, onDisk.length));
    await memory.dispose();
  });
});

describe('a corrupted record', () => {
  test.each<[string, string, IDBValidKey, unknown, string]>([
    ['that is text', 'entries', ['session', 1], 'no entry', 'position 1'],
    [
      'that says another place',
      'entries',
      ['session', 1],
      { ...anEntry({ seq: 1 }), position: 9 },
      '1',
    ],
    ['at the wrong place', 'entries', ['session', 1], anEntry({ seq: 2 }), 'position 1'],
    ['without parts', 'entries', ['session', 1], { ...anEntry({ seq: 1 }), message: {} }, '1'],
    ['the last one', 'entries', ['session', 2], null, 'position 2'],
  ])(
    '[STO-6] of a message costs that message alone: %s',
    async (_what, storeName, key, value, words) => {
      const { store, databaseName } = aStore();
      await store.commit('session', fullChange());
      const whole = await store.load('session');
      await tamper(databaseName, (db) => db.put(storeName, value, key));
      const session = await store.load('session');
      const place = Number(Array.isArray(key) ? key[1] : -1);
      expect(session).toEqual({
        ...whole,
        entries: whole?.entries.map((entry, at) =>
          at === place ? expect.objectContaining({ seq: place, parentId: entry.parentId }) : entry,
        ),
        damaged: [expect.stringContaining(words)],
      });
      const change = aChange({ entries: someEntries(3, 4) });
      await store.commit('session', change);
      expect((await store.load('session'))?.entries.slice(3)).toEqual(change.entries);
      // The damaged one stays as it is.
      await tamper(databaseName, async (db) => expect(await db.get(storeName, key)).toEqual(value));
    },
  );

  test('[STO-6] one letter of an original changed on the disk is noticed', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    await tamper(databaseName, async (db) => {
      const record: Entry = await db.get('entries', ['session', 1]);
      const [part] = record.message.parts;
      const parts = [{ ...part, text: 'Refund 900 euros.' }];
      await db.put('entries', { ...record, message: { ...record.message, parts } }, ['session', 1]);
    });
    const session = await store.load('session');
    expect(session?.damaged).toHaveLength(1);
    expect(session?.entries[1]?.message.parts).toEqual([
      { type: 'text', text: '[A message stood here that can no longer be read from storage.]' },
    ]);
  });

  test('[STO-6] an original whose token count is damaged is whole, and estimated', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    await tamper(databaseName, async (db) => {
      const record: Entry = await db.get('entries', ['session', 1]);
      await db.put('entries', { ...record, tokens: { value: Number.NaN } }, ['session', 1]);
    });
    const session = await store.load('session');
    expect(session?.entries[1]).toMatchObject({
      message: someEntries(1, 2)[0]?.message,
      tokens: { source: 'estimated' },
    });
  });

  test.each<[string, string, IDBValidKey, unknown, Partial<StoredSession>]>([
    ['a token count', 'token-counts', ['session', 0], { seq: 0, tokens: 12 }, {}],
    [
      'the overlays',
      'overlays',
      'session',
      { value: { epoch: 0 }, settingsKey: 'k' },
      { overlays: storeRules.noOverlays(), settingsKey: '' },
    ],
    ['the scratchpad', 'scratchpads', 'session', 'no record', {}],
    ['the system text', 'systems', 'session', { value: 7 }, {}],
    ['a compaction', 'compactions', ['session', 0], {}, { compactions: [] }],
  ])(
    '[STO-6] beside the messages costs itself alone, and load says so: %s',
    async (_what, storeName, key, value, change) => {
      const { store, databaseName } = aStore();
      await store.commit('session', fullChange());
      await tamper(databaseName, (db) => db.put(storeName, value, key));
      const session = await store.load('session');
      expect(session).toMatchObject({ ...change, parts: fullChange().parts });
      expect(session?.damaged).toHaveLength(1);
      expect(session?.entries.map(({ message }) => message)).toEqual(
        someEntries(0, 3).map(({ message }) => message),
      );
    },
  );

  test.each<[string, unknown]>([
    ['is damaged', { id: 'session', createdAtMs: 7, title: 'Boats' }],
    ['is of another session', { ...anInfo(), id: 'other' }],
    ['is no record', 'no record'],
    ['ends in a head that is no id', { ...anInfo(), headId: 7 }],
    ['has a title that is no text', { ...anInfo(), title: 7 }],
    ['counts too few messages', { ...anInfo(), entries: 2 }],
    ['counts too many messages', { ...anInfo(), entries: 4 }],
  ])('[STO-6] that counts a session is made again where it %s', async (_what, value) => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    await tamper(databaseName, (db) => db.put('sessions', value, 'session'));
    const session = await store.load('session');
    expect(session?.entries.slice(0, 3).map(({ id }) => id)).toEqual(
      someEntries(0, 3).map(({ id }) => id),
    );
    expect(session?.history).toEqual(value === 'no record' ? someHistory(0, 3) : session?.history);
    const seq = session?.entries.length ?? 0;
    const last = session?.entries.at(-1);
    const next = { ...anEntry({ seq }), parentId: last?.id ?? null };
    await store.commit('session', aChange({ entries: [next] }));
    expect((await store.load('session'))?.entries.at(-1)).toEqual(next);
  });

  test('[STO-6] of a message that is gone, all others are given', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    await tamper(databaseName, (db) => db.delete('entries', ['session', 1]));
    const session = await store.load('session');
    expect(session?.entries.map(({ id }) => id)).toEqual(someEntries(0, 3).map(({ id }) => id));
    expect(session?.damaged?.join()).toContain('position 1');
  });

  test('[STO-2] of a session hides none from the list, and a commit to it before its load is refused', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    await store.commit('a', aChange({ atMs: 1000 }));
    await store.commit('z', aChange({ atMs: 2000 }));
    await tamper(databaseName, (db) => db.put('sessions', 'no record', 'session'));
    expect((await store.list()).map(({ id }) => id)).toEqual(['z', 'a', 'session']);
    const change = aChange({ entries: someEntries(3, 4) });
    await rejection(store.commit('session', change), 'STORE_CORRUPT');
    await store.load('session');
    await store.commit('session', change);
    expect((await store.load('session'))?.entries).toHaveLength(4);
  });

  test('[STO-6] beyond the counted end is a message like any other', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    const stray = anEntry({ seq: 3, text: 'stray' });
    const record = runToEnd(entryRecord(stray));
    await tamper(databaseName, (db) => db.put('entries', record, ['session', 3]));
    const change = aChange({ entries: someEntries(3, 4) });
    const error = await rejection(store.commit('session', change), 'STORE_CORRUPT');
    expect(error.message).toContain('holds more messages than its record counts');
    expect((await store.load('session'))?.entries.at(-1)).toEqual(stray);
  });

  test.each<[string, SessionChange]>([
    ['a count', aChange({ entries: [{ ...nextEntry(), tokens: aTokenCount({ value: NaN }) }] })],
    ['a time', aChange({ entries: [{ ...nextEntry(), createdAtMs: Number.NaN }] })],
    ['a later count', aChange({ tokens: new Map([[0, aTokenCount({ value: Infinity })]]) })],
    ['the time of the change', aChange({ atMs: Number.NaN })],
  ])('[STO-6] is never written: %s that is no number is refused, and named', async (_what, bad) => {
    const { store } = aStore();
    await store.commit('session', aChange({ entries: someEntries(0, 1) }));
    const before = await store.load('session');
    const error = await rejection(store.commit('session', bad), 'INVALID_OPTION');
    expect(error.message).toContain('could not be read back');
    expect(await store.load('session')).toEqual(before);
  });

  test.each<[string, number, unknown, number]>([
    ['none', 2, { ...someHistory(2, 3)[0], kind: 'head-move', headId: 5 }, 3],
    ['one at another index', 1, someHistory(3, 4)[0], 2],
    ['the oldest', 0, 'no record', 1],
    ['of the newest, and so all of it', 4, { index: 4, atMs: 0, kind: 'usage' }, 5],
  ])(
    '[HIS-1] [STO-2] of the history costs what stands before it, and load says so: %s',
    async (_kind, index, record, firstKept) => {
      const { store, databaseName } = aStore();
      await store.commit('session', { ...fullChange(), history: someHistory(0, 5) });
      await tamper(databaseName, (db) => db.put('history', record, ['session', index]));
      const session = await store.load('session');
      expect(session?.history).toEqual(someHistory(firstKept, 5));
      expect(session?.damaged).toEqual([
        `Record ${index} of its history is damaged; it and the ${index} before it are left out.`,
      ]);
      expect(session?.entries).toEqual(
        someEntries(0, 3).map((entry) =>
          entry.seq === 0 ? { ...entry, tokens: aTokenCount({ value: 3 }) } : entry,
        ),
      );
      await tamper(databaseName, async (db) => {
        expect(await db.get('history', ['session', index])).toEqual(record);
      });
    },
  );

  test('[HIS-1] [STO-2] of the history does not keep it from going on', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ history: someHistory(0, 5) }));
    await tamper(databaseName, (db) => db.delete('history', ['session', 3]));
    await store.commit('session', aChange({ history: someHistory(5, 6) }));
    expect((await store.load('session'))?.history).toEqual(someHistory(4, 6));
    await store.commit('session', aChange({ historyFrom: 4 }));
    const repaired = await store.load('session');
    expect(repaired?.history).toEqual(someHistory(4, 6));
    expect(repaired).not.toHaveProperty('damaged');
  });

  test.each<[string, (databaseName: string) => Promise<void>]>([
    ['its newest record', (name) => tamper(name, (db) => db.put('history', {}, ['session', 4]))],
    [
      'its newest record is missing',
      (name) => tamper(name, (db) => db.delete('history', ['session', 4])),
    ],
    [
      'where it begins and ends',
      (name) =>
        tamper(name, async (db) => {
          const info = await db.get('sessions', 'session');
          await db.put('sessions', { ...info, historyEnd: 'five' }, 'session');
        }),
    ],
  ])(
    '[HIS-1] [STO-2] of all the history lets it start over, and nothing old is mixed in: %s',
    async (_kind, damage) => {
      const { store, databaseName } = aStore();
      await store.commit('session', aChange({ history: someHistory(0, 5) }));
      await damage(databaseName);
      expect((await store.load('session'))?.history).toEqual([]);
      const anew = someHistory(10, 12).map((record, index) => ({ ...record, index }));
      await store.commit('session', aChange({ history: anew }));
      await store.commit('session', aChange({ history: anew }));
      const session = await store.load('session');
      expect(session?.history).toEqual(anew);
      expect(session).not.toHaveProperty('damaged');
      await tamper(databaseName, async (db) => {
        expect(await db.getAllKeys('history')).toEqual([
          ['session', 0],
          ['session', 1],
        ]);
      });
    },
  );

  test('[STO-2] of a part costs that part, and load says so', async () => {
    const { store, databaseName } = aStore();
    const parts = new Map([
      ['ledger', 1],
      ['notes', 2],
    ]);
    await store.commit('session', aChange({ parts }));
    await tamper(databaseName, (db) => db.put('parts', 'no record', ['session', 'ledger']));
    const session = await store.load('session');
    expect(session?.parts).toEqual(new Map([['notes', 2]]));
    expect(session?.damaged).toEqual(['The part "ledger" of its state is damaged and left out.']);
    await store.commit('session', aChange({ parts }));
    expect(await store.load('session')).not.toHaveProperty('damaged');
  });

  test('[STO-5] does not keep its session from being deleted, or others from being read', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    await store.commit('other', aChange({ entries: someEntries(0, 1) }));
    await tamper(databaseName, (db) => db.put('sessions', 'no record', 'session'));
    expect((await store.load('other'))?.entries).toEqual(someEntries(0, 1));
    await store.delete('session');
    expect((await store.list()).map((info) => info.id)).toEqual(['other']);
  });
});

describe('cost', () => {
  test('[STO-4] a commit of one entry reads one small record and the entry ahead, and writes that record and the entry', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ ...fullChange(), entries: someEntries(0, 500) }));
    const reads = [vi.spyOn(IDBObjectStore.prototype, 'getAll'), spyOn('get'), spyOn('openCursor')];
    const [add, put] = [spyOn('add'), spyOn('put')];
    await store.commit('session', aChange({ entries: someEntries(500, 501) }));
    expect(reads.map((read) => callsIn(databaseName, read).length)).toEqual([0, 2, 0]);
    const record = expect.objectContaining(anEntry({ seq: 500 }));
    expect(callsIn(databaseName, add)).toEqual([[record, ['session', 500]]]);
    expect(callsIn(databaseName, put).map(([, key]) => key)).toEqual(['session']);
  });

  test('[STO-4] a branch costs a session no more, since it names the entry ahead', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ ...fullChange(), entries: someEntries(0, 500) }));
    const reads = [vi.spyOn(IDBObjectStore.prototype, 'getAll'), spyOn('get'), spyOn('openCursor')];
    const forked = { ...anEntry({ seq: 3, id: 'fork' }), position: 500 };
    const basis = { entries: 501, lastEntryId: 'fork', previousEntryId: anEntry({ seq: 499 }).id };
    await store.commit('session', aChange({ entries: [forked], basis }));
    expect(reads.map((read) => callsIn(databaseName, read).length)).toEqual([0, 2, 0]);
  });

  test('[HIS-2] a commit of one record of history reads one small record and writes two', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', aChange({ ...fullChange(), history: someHistory(0, 300) }));
    const reads = [vi.spyOn(IDBObjectStore.prototype, 'getAll'), spyOn('get'), spyOn('openCursor')];
    const put = spyOn('put');
    const history = someHistory(300, 301);
    await store.commit(
      'session',
      aChange({ history, historyFrom: 40, parts: new Map([['a', 1]]) }),
    );
    expect(reads.map((read) => callsIn(databaseName, read).length)).toEqual([0, 1, 0]);
    expect(callsIn(databaseName, put).map(([, key]) => key)).toEqual([
      'session',
      ['session', 300],
      ['session', 'a'],
    ]);
    expect((await store.load('session'))?.history).toEqual(someHistory(40, 301));
  });

  test('[TOK-3] a new token count rewrites no entry', async () => {
    const { store, databaseName } = aStore();
    await store.commit('session', fullChange());
    const [add, put] = [spyOn('add'), spyOn('put')];
    const tokens = new Map([[1, aTokenCount({ value: 7 })]]);
    await store.commit('session', aChange({ tokens }));
    expect(callsIn(databaseName, add)).toEqual([]);
    expect(callsIn(databaseName, put).map(([, key]) => key)).toEqual(['session', ['session', 1]]);
  });

  function spyOn(method: 'get' | 'add' | 'put' | 'openCursor') {
    return vi.spyOn(IDBObjectStore.prototype, method);
  }

  /** An earlier test's store may still purge, in a database of its own. */
  function callsIn(databaseName: string, { mock }: MockInstance): readonly unknown[][] {
    const stores = mock.contexts as readonly IDBObjectStore[];
    return mock.calls.filter((_, at) => stores[at]?.transaction.db.name === databaseName);
  }
});

test('[MSG-5] [STO-4] edit, reload, switch branch, reload: a conversation continues where it was', async () => {
  const databaseName = aDatabaseName();
  const live = async (what: (memory: AgentMemory) => Promise<unknown>) => {
    const { store } = aStore({ databaseName });
    const memory = aMemoryIn(store);
    await memory.ready;
    await what(memory);
    const seen = { ids: memory.entries().map(({ id }) => id), branches: memory.branches() };
    await memory.dispose();
    await store.close();
    return seen;
  };
  const peek = () => live(async () => undefined);
  const say = (id: string, role: 'user' | 'assistant' = 'user') => ({ id, role, content: id });

  await live((memory) => memory.append([say('u1'), say('a1', 'assistant'), say('u2')]));
  const edited = await live((memory) => memory.append(say('u2-edited'), { after: 'a1' }));
  expect(edited.ids).toEqual(['u1', 'a1', 'u2-edited']);
  expect(await peek()).toEqual(edited);
  const switched = await live((memory) => memory.moveHead('u2'));
  expect(switched.ids).toEqual(['u1', 'a1', 'u2']);
  expect(switched.branches).toEqual([
    { headId: 'u2', entries: 3, forkedAfter: null, isCurrent: true },
    { headId: 'u2-edited', entries: 3, forkedAfter: 'a1', isCurrent: false },
  ]);
  expect(await peek()).toEqual(switched);
  const anew = await live((memory) => memory.moveHead(null));
  expect(await peek()).toEqual(anew);
  const other = await live((memory) => memory.append(say('other')));
  expect(other.ids).toEqual(['other']);
  expect(await peek()).toEqual(other);
});

test.each(['strict', 'relaxed'] as const)(
  '[STO-4] durability is an option: %s',
  async (durability) => {
    const { store } = aStore({ durability });
    const transactions = seeTransactions();
    await store.commit('session', aChange({ entries: someEntries(0, 2) }));
    expect(transactions.map((transaction) => transaction.durability)).toEqual([durability]);
    expect((await store.load('session'))?.entries).toEqual(someEntries(0, 2));
  },
);

test('[STO-1] random commits give the same sessions in IndexedDB and in memory', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCommits(), async (commits) => {
      const { store, databaseName } = aStore();
      const model = inMemoryStore();
      for (const { sessionId, change } of commits) {
        const [ours, models] = await Promise.allSettled([
          store.commit(sessionId, change),
          model.commit(sessionId, change),
        ]);
        expect(codeOf(ours)).toBe(codeOf(models));
      }
      await store.close();
      const reopened = aStore({ databaseName }).store;
      expect(await reopened.list()).toEqual(await model.list());
      for (const id of ['a', 'b']) expect(await reopened.load(id)).toEqual(await model.load(id));
      await reopened.close();
    }),
    { numRuns: 60 },
  );
});

function codeOf(outcome: PromiseSettledResult<void>): string {
  if (outcome.status === 'fulfilled') return 'stored';
  return AgentMemoryError.isInstance(outcome.reason) ? outcome.reason.code : 'no typed error';
}

/** A database that is deleted after the test. */
function aDatabaseName(): string {
  const databaseName = `agent-memory-test-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}

function aMemoryIn(store: MemoryStore): AgentMemory {
  return createAgentMemory({ id: 'session', contextWindow: 128_000, store });
}

function aStore(options: IndexedDbStoreOptions = {}) {
  const databaseName = options.databaseName ?? aDatabaseName();
  const store = indexedDbStore({ ...options, databaseName });
  cleanups.push(() => store.close());
  return { store, databaseName };
}

/** A store whose connections the test can get at, to close them behind its back. */
function aStoreWithVisibleConnections(options: IndexedDbStoreOptions = {}) {
  const { getIndexedDb = () => indexedDB } = options;
  const connections: IDBDatabase[] = [];
  const { store } = aStore({
    ...options,
    getIndexedDb: () => seeConnections(getIndexedDb(), (opened) => connections.push(opened)),
  });
  return { store, connections };
}

/** The transactions begun from now on. */
function seeTransactions(): readonly IDBTransaction[] {
  const seen: IDBTransaction[] = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given: Parameters<typeof begin>
  ) {
    const transaction = begin.apply(this, given);
    seen.push(transaction);
    return transaction;
  });
  return seen;
}

/** A value that calls back while the database copies it. */
function onRead(read: () => void) {
  return {
    get field() {
      read();
      return 'read';
    },
  };
}

function fullChange() {
  return aChange({
    entries: someEntries(0, 3),
    overlays: { value: someOverlays(), settingsKey: 'k' },
    scratchpad: { value: 'before' },
    system: { value: 'You find trains.' },
    compaction: aCompactionRecord(),
    tokens: new Map([[0, aTokenCount({ value: 3 })]]),
    history: someHistory(0, 3),
    parts: new Map([['ledger', { factor: 1.25 }]]),
  });
}

function anInfo() {
  return { id: 'session', createdAtMs: 1, updatedAtMs: 1, entries: 3, compactions: 1 };
}

async function tamper(
  databaseName: string,
  change: (db: Awaited<ReturnType<typeof openDB>>) => Promise<unknown>,
): Promise<void> {
  const db = await openDB(databaseName);
  await change(db);
  db.close();
}

/** About 150 kB. */
function incompressibleText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(16_000))).join(' ');
}

/** The part of the Storage Buckets API, not yet in the DOM types, that makes a small disk. */
interface StorageBuckets {
  open(name: string, options: { quota: number }): Promise<{ readonly indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

/** A disk of its own for one test, with so much room and no more. */
async function aSmallDisk(quota: number): Promise<() => IDBFactory> {
  const { storageBuckets } = navigator as unknown as { readonly storageBuckets: StorageBuckets };
  const name = `small-disk-${++databases}`;
  const bucket = await storageBuckets.open(name, { quota });
  cleanups.push(() => storageBuckets.delete(name));
  return () => bucket.indexedDB;
}

async function rejection(
  call: Promise<unknown>,
  code: AgentMemoryErrorCode,
): Promise<AgentMemoryError> {
  const error: unknown = await call.then(
    () => new Error(`Resolved, although ${code} was expected.`),
    (reason: unknown) => reason,
  );
  if (!AgentMemoryError.isInstance(error)) throw error;
  expect(error.code).toBe(code);
  return error;
}

/** The one behind a first entry. */
function nextEntry(): Entry {
  return someEntries(1, 2)[0] as Entry;
}
