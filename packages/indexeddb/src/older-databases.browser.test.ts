import { createAgentMemory, type MemoryStore, type StoredSession } from '@agent-memory/core';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aTokenCount,
  START_MS,
  someEntries,
  someHistory,
  someOverlays,
} from '@agent-memory/core/testing';
import type { MemoryRecord, RecordStore } from '@agent-memory/long-term';
import { aRecord } from '@agent-memory/long-term/testing';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { indexedDbStore } from './indexeddb-store.ts';
import { indexedDbRecordStore } from './long-term/indexeddb-record-store.ts';
import { MIGRATIONS } from './migrations.ts';
import { createIndexedDbStore } from './sessions-in-indexeddb.ts';
import { dumpDatabase, restoreDatabase } from './testing/database-dump.ts';
import { type DatabaseFixture, fixtureText } from './testing/database-fixture.ts';
import { aDatabaseOfVersion1 } from './testing/database-of-version-1.ts';
import version2 from './testing/fixtures/version-2.json' with { type: 'json' };
import version3 from './testing/fixtures/version-3.json' with { type: 'json' };
import version4 from './testing/fixtures/version-4.json' with { type: 'json' };
import { type JsonValue, jsonOf } from './testing/json-of-values.ts';
import { aMemoryOfTheTrip, LIVED_ID, liveSessions } from './testing/lived-sessions.ts';
import { seeConnections } from './testing/see-connections.ts';

/*
 * Databases as earlier releases left them on people's disks, as data. Before a migration is added,
 * the database of the version before is written down by the code that made it:
 *
 *   VITE_WRITE_FIXTURE=1 node_modules/.bin/vitest run --project browser \
 *     packages/indexeddb/src/older-databases.browser.test.ts
 */
const WRITES_FIXTURE = import.meta.env.VITE_WRITE_FIXTURE === '1';
const FIXTURES = 'packages/indexeddb/src/testing/fixtures';

// The types of its JSON say less than that it is a fixture.
const FIXTURE_2 = version2 as unknown as DatabaseFixture;
const FIXTURE_3 = version3 as unknown as DatabaseFixture;
const FIXTURE_4 = version4 as unknown as DatabaseFixture;

/** The one of version 1 is spelled out by hand. */
const FIXTURES_BY_VERSION = [FIXTURE_2, FIXTURE_3, FIXTURE_4];

let databases = 0;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A session of an earlier release has no history and no parts. */
const NOT_THEN = { history: [], parts: await jsonOf(new Map()) };

/** How the sessions of the fixture are to be read today. */
const LOADED_2 = Object.fromEntries(
  Object.entries(FIXTURE_2.loaded).map(([id, session]) => [
    id,
    { ...(session as object), ...NOT_THEN },
  ]),
);

test('[STO-2] every session of a database of version 2 loads as the release that wrote it loaded it', async () => {
  const { store, databaseName } = await aStoreOver(FIXTURE_2);
  expect(await store.list()).toEqual(FIXTURE_2.list);
  expect(await loadedFrom(store)).toEqual(LOADED_2);
  expect(Object.keys(LOADED_2)).toHaveLength(8);
  const { version, stores } = await dumpDatabase(databaseName);
  expect(version).toBe(MIGRATIONS.length);
  expect(stores).toMatchObject(FIXTURE_2.database.stores);
});

test('[STO-2] [HIS-1] every session of a database of version 2 goes on, and takes history and parts', async () => {
  const { store } = await aStoreOver(FIXTURE_2);
  const ids = FIXTURE_2.list.map(({ id }) => id);
  for (const id of ids) {
    const history = someHistory(0, 3);
    await store.commit(id, { atMs: START_MS, history, parts: new Map([['note', id]]) });
  }
  const parts = (id: string) => jsonOf(new Map([['note', id]]));
  for (const id of ids) {
    const stored = { ...LOADED_2[id], history: someHistory(0, 3), parts: await parts(id) };
    const { updatedAtMs: _, ...info } = (await store.load(id))?.info ?? {};
    expect(await loadedFrom(store)).toMatchObject({ [id]: { ...stored, info } });
  }
});

test('[STO-2] [MSG-5] a conversation of version 2 goes on where it was, over a reload as well', async () => {
  const { store } = await aStoreOver(FIXTURE_2);
  const before = await loadedSession(store, LIVED_ID);
  const memory = aMemoryOfTheTrip(store, 'second-page');
  await memory.ready;
  expect(memory.getState()).toMatchObject({ headId: 'answer', degraded: [] });
  expect(memory.branches().map(({ headId }) => headId)).toEqual(['answer', 'thanks']);
  expect(memory.getState().scratchpad).toEqual(before.scratchpad);
  await memory.append({ id: 'go-on', role: 'user', content: 'Then book the one at 7:42.' });
  await memory.assemble();
  await memory.moveHead('thanks');
  await memory.dispose();
  const after = await loadedSession(store, LIVED_ID);
  expect(after.headId).toBe('thanks');
  expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
  expect(after.entries.at(-1)?.id).toBe('go-on');
});

test('[STO-2] [LTM-2] a database of version 3 loads whole, and takes records', async () => {
  const { store, databaseName } = await aStoreOver(FIXTURE_3);
  expect(await store.list()).toEqual(FIXTURE_3.list);
  expect(await loadedFrom(store)).toEqual(FIXTURE_3.loaded);
  const records = aRecordStoreIn(databaseName);
  await records.commit({ puts: [aRecord({ id: 'a' })] });
  expect((await records.page({ namespaces: ['user:ada'] })).items).toEqual([aRecord({ id: 'a' })]);
  const { version, stores } = await dumpDatabase(databaseName);
  expect(version).toBe(MIGRATIONS.length);
  expect(stores).toMatchObject(FIXTURE_3.database.stores);
});

test('[STO-2] [LTM-2] a database that came from version 3 finds records by each of its indexes', async () => {
  const { databaseName } = await aStoreOver(FIXTURE_3);
  const records = aRecordStoreIn(databaseName);
  await liveRecords(records);
  expect(await foundIn(records)).toEqual(FOUND);
});

test('[STO-2] [LTM-2] a database of version 4 loads whole, with its records, and goes on', async () => {
  const { store, databaseName } = await aStoreOver(FIXTURE_4);
  expect(await store.list()).toEqual(FIXTURE_4.list);
  expect(await loadedFrom(store)).toEqual(FIXTURE_4.loaded);
  expect(await foundIn(aRecordStoreIn(databaseName))).toEqual(FOUND);
  const { version, stores } = await dumpDatabase(databaseName);
  expect(version).toBe(MIGRATIONS.length);
  expect(stores).toMatchObject(FIXTURE_4.database.stores);
  await store.commit('pad', aChange({ atMs: START_MS + 9, entries: someEntries(2, 3) }));
  expect((await loadedSession(store, 'pad')).entries).toHaveLength(3);
});

test('[STO-2] every version before this one has its database among these tests', async () => {
  const fixtures = [await aDatabaseOfVersion1(), ...FIXTURES_BY_VERSION.map((f) => f.database)];
  const versions = MIGRATIONS.slice(0, -1).map((_, index) => index + 1);
  expect(fixtures.map(({ version }) => version)).toEqual(versions);
});

test.each(FIXTURES_BY_VERSION.map((fixture) => [fixture.database.version, fixture] as const))(
  '[STO-2] newer code’s database with the records of version %i is refused by every call, untouched',
  async (_version, { database }) => {
    const databaseName = aDatabaseName();
    await restoreDatabase(databaseName, { ...database, version: MIGRATIONS.length + 1 });
    const before = await dumpDatabase(databaseName);
    const store = aStoreIn(databaseName);
    const records = aRecordStoreIn(databaseName);
    const calls = [
      () => store.load(LIVED_ID),
      () => store.list(),
      () => store.commit(LIVED_ID, aChange({ entries: someEntries(0, 1) })),
      () => store.delete(LIVED_ID),
      () => records.page({ namespaces: ['user:ada'] }),
      () => records.commit({ puts: [aRecord({ id: 'a' })] }),
    ];
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(call()).rejects.toThrow('newer code');
    }
    expect(await dumpDatabase(databaseName)).toEqual(before);
  },
);

test('[STO-2] a database of version 2 that another tab holds open is waited for, and whole when it lets go', async () => {
  const databaseName = aDatabaseName();
  await restoreDatabase(databaseName, FIXTURE_2.database);
  const holder = await openDB(databaseName, 2);
  const opened = Promise.withResolvers<void>();
  const store = indexedDbStore({
    databaseName,
    blockedTimeoutMs: 0,
    getIndexedDb: () => seeConnections(indexedDB, () => opened.resolve()),
  });
  cleanups.push(() => store.close());
  await expect(store.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(store.load(LIVED_ID)).rejects.toThrow('Another tab holds an older version');
  holder.close();
  await opened.promise;
  expect(await loadedFrom(store)).toEqual(LOADED_2);
});

test('[STO-2] a tab of version 2 lets go at once when a newer one comes', async () => {
  const databaseName = aDatabaseName();
  await restoreDatabase(databaseName, FIXTURE_2.database);
  const lost = vi.fn();
  const older = createIndexedDbStore({ databaseName, onDisconnect: lost }, MIGRATIONS.slice(0, 2));
  cleanups.push(() => older.close());
  // A commit of today names object stores that version 2 lacks; this one needs none of them.
  await older.commit(LIVED_ID, { atMs: START_MS, scratchpad: { value: 'noted by the older tab' } });
  const store = aStoreIn(databaseName);
  expect((await store.load(LIVED_ID))?.scratchpad).toBe('noted by the older tab');
  expect(lost).toHaveBeenCalledOnce();
  await expect(older.list()).rejects.toThrow('newer code');
});

test('[STO-2] [TIER-1] a database of version 1 is brought along, and keeps what came later', async () => {
  const databaseName = aDatabaseName();
  await restoreDatabase(databaseName, await aDatabaseOfVersion1());
  const store = aStoreIn(databaseName);
  const before = await store.load('session');
  expect(before).toEqual({
    info: { id: 'session', createdAtMs: 1, updatedAtMs: 1, entries: 3 },
    entries: [anEntry({ tokens: aTokenCount({ value: 3 }) }), ...someEntries(1, 3)],
    overlays: someOverlays(),
    settingsKey: 'k',
    scratchpad: 'before',
    compactions: [aCompactionRecord()],
    history: [],
    parts: new Map(),
  });
  const system = { value: 'You find trains.' };
  const history = someHistory(0, 2);
  await store.commit('session', { atMs: 1, system, history });
  expect(await store.load('session')).toEqual({ ...before, system: system.value, history });
  expect((await dumpDatabase(databaseName)).version).toBe(MIGRATIONS.length);
});

test('[STO-2] [MSG-5] a session from before there were branches goes on and branches', async () => {
  const databaseName = aDatabaseName();
  await restoreDatabase(databaseName, await aDatabaseOfVersion1());
  const store = aStoreIn(databaseName);
  const open = async () => {
    const memory = createAgentMemory({ id: 'session', contextWindow: 128_000, store });
    await memory.ready;
    return memory;
  };
  const memory = await open();
  expect(memory.entries()).toHaveLength(3);
  await memory.append({ id: 'edited', role: 'user', content: 'edited' }, { after: anEntry().id });
  await memory.append({ id: 'answer', role: 'assistant', content: 'answer' });
  await memory.dispose();
  const { entries } = await loadedSession(store, 'session');
  expect(entries.map(({ seq, position }) => [seq, position])).toEqual([
    [0, undefined],
    [1, undefined],
    [2, undefined],
    [1, 3],
    [2, 4],
  ]);
  const next = await open();
  expect(next.entries().map(({ id }) => id)).toEqual([anEntry().id, 'edited', 'answer']);
  await next.moveHead(anEntry({ seq: 2 }).id);
  await next.dispose();
  expect((await loadedSession(store, 'session')).headId).toBe(anEntry({ seq: 2 }).id);
});

test('[STO-2] a database written down as data and made anew is the same database', async () => {
  const databaseName = aDatabaseName();
  const store = aStoreIn(databaseName);
  await liveSessions(store);
  const records = aRecordStoreIn(databaseName);
  await liveRecords(records);
  const list = await store.list();
  const loaded = await loadedFrom(store);
  const fixture = { database: await dumpDatabase(databaseName), list, loaded };
  if (WRITES_FIXTURE) {
    const path = `${FIXTURES}/version-${MIGRATIONS.length}.json`;
    await commands.writeFile(path, fixtureText(fixture));
  }
  const again = await aStoreOver(JSON.parse(fixtureText(fixture)));
  expect(await again.store.list()).toEqual(list);
  expect(await loadedFrom(again.store)).toEqual(loaded);
  expect(await dumpDatabase(again.databaseName)).toEqual(fixture.database);
  const restored = aRecordStoreIn(again.databaseName);
  expect(await foundIn(restored)).toEqual(FOUND);
  await restored.commit({ audit: [RECALL] });
  expect((await restored.audit()).items.map(({ number }) => number)).toEqual([2, 1]);
});

const RECALL = {
  atMs: START_MS,
  action: 'recall',
  namespace: 'user:ada',
  recordIds: ['home'],
} as const;

/** Fills a store with records that each of its indexes tells apart. */
async function liveRecords(store: RecordStore): Promise<void> {
  const old = { subject: 'Ada', key: 'city', createdAtMs: START_MS, updatedAtMs: START_MS };
  await store.commit({ puts: [aRecord({ ...old, id: 'home' }), aRecord({ id: 'gone' })] });
  const later = { createdAtMs: START_MS + 1, updatedAtMs: START_MS + 1 };
  const moved = { ...old, revision: 2, updatedAtMs: START_MS + 1, text: 'Ada lives in Rome.' };
  await store.commit({
    puts: [aRecord({ ...moved, id: 'home' }), aRecord({ ...later, id: 'tea', subject: 'tea' })],
  });
  await store.commit({ erase: ['gone'], audit: [RECALL] });
}

/** The ids that each index of the record stores leads to. */
async function foundIn(store: RecordStore) {
  const idsOf = (found: readonly MemoryRecord[]) => found.map(({ id }) => id);
  const namespaces = ['user:ada'];
  const { puts, erased } = await store.changesSince(1);
  const { items } = await store.page({ namespaces });
  const first = await store.page({ namespaces }, { limit: 1 });
  const then = await store.versionsAt(namespaces, START_MS);
  return {
    page: idsOf(items),
    nextPage: idsOf((await store.page({ namespaces }, { after: first.next ?? '' })).items),
    key: idsOf(await store.byKeys('user:ada', ['city'])),
    subject: idsOf(await store.bySubject('user:ada', 'tea', 'fact')),
    namespaces: await store.namespaces(),
    changed: idsOf(puts).sort(),
    erased,
    known: then.map(({ text }) => text),
  };
}

const FOUND = {
  page: ['tea', 'home'],
  nextPage: ['home'],
  key: ['home'],
  subject: ['tea'],
  namespaces: ['user:ada'],
  changed: ['home', 'tea'],
  erased: ['gone'],
  known: ['Ada lives in Paris.'],
};

function aRecordStoreIn(databaseName: string): RecordStore {
  const store = indexedDbRecordStore({ databaseName });
  cleanups.push(() => store.close());
  return store;
}

/** A store of today over the database of a fixture. */
async function aStoreOver({ database }: DatabaseFixture) {
  const databaseName = aDatabaseName();
  await restoreDatabase(databaseName, database);
  return { store: aStoreIn(databaseName), databaseName };
}

async function loadedSession(store: MemoryStore, id: string): Promise<StoredSession> {
  const session = await store.load(id);
  if (!session) throw new Error(`Session "${id}" is not in the store.`);
  return session;
}

/** Every session of a store by its id, as JSON. */
async function loadedFrom(store: MemoryStore): Promise<Readonly<Record<string, JsonValue>>> {
  const loaded: Record<string, JsonValue> = {};
  for (const { id } of await store.list()) loaded[id] = await jsonOf(await store.load(id));
  return loaded;
}

function aStoreIn(databaseName: string): MemoryStore {
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => store.close());
  return store;
}

function aDatabaseName(): string {
  const databaseName = `older-database-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
