import { inMemoryStore, type SessionInfo } from '@agent-memory/core';
import { runToEnd, storeRules } from '@agent-memory/core/internal';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  someEntries,
  someHistory,
} from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { entryRecord } from './check-stored.ts';
import { indexedDbStore } from './indexeddb-store.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const entries = someEntries(0, 3);
const storedEntry = runToEnd(entryRecord(anEntry({ seq: 2 })));
const info = { id: 'session', createdAtMs: 1, updatedAtMs: 1, entries: 3, compactions: 1 };
const compaction = aCompactionRecord();
const overlays = storeRules.noOverlays();

test.each<[string, string, IDBValidKey, unknown]>([
  [
    'a figure deep in the record of a compaction',
    'compactions',
    ['session', 0],
    { ...compaction, stages: [{ ...compaction.stages[0], entries: undefined }] },
  ],
  [
    'a compaction that left nowhere',
    'compactions',
    ['session', 0],
    { ...compaction, left: [null] },
  ],
  [
    'a value that a summary was made from',
    'overlays',
    'session',
    {
      settingsKey: 'k',
      value: {
        ...overlays,
        condensed: { id: 'c', text: 'Lyon', values: { values: [{ text: 7 }], newestSeq: 1 } },
      },
    },
  ],
  ['the unit of a message', 'entries', ['session', 2], { ...storedEntry, unitStart: 0 }],
  ['a time that no date has', 'sessions', 'session', { ...info, createdAtMs: 1e308 }],
  [
    'a token count below nothing',
    'token-counts',
    ['session', 0],
    { seq: 0, tokens: { value: -5, source: 'counted', encoding: 'o200k_base' } },
  ],
  [
    'an end of the history that nothing reaches',
    'sessions',
    'session',
    { ...info, historyFrom: 0, historyEnd: Number.MAX_SAFE_INTEGER },
  ],
  [
    'a head that the history alone knows',
    'history',
    ['session', 1],
    { index: 1, atMs: 1, kind: 'head-move', headId: 'nobody' },
  ],
])(
  '[STO-6] %s, damaged, costs itself alone, and the rest can be taken elsewhere',
  async (_what, storeName, key, value) => {
    const { store, databaseName } = aStore();
    await store.commit(
      'session',
      aChange({
        entries: someEntries(0, 3),
        overlays: { value: overlays, settingsKey: 'k' },
        compaction,
        history: someHistory(0, 2),
      }),
    );
    await putRaw(databaseName, storeName, value, key);
    const session = await store.load('session');
    expect(session?.entries.map(({ message }) => message)).toEqual(
      someEntries(0, 3).map(({ message }) => message),
    );
    // A head that nobody has is seen where the history is read, not where it is loaded.
    expect(session?.damaged ?? []).toHaveLength(storeName === 'history' ? 0 : 1);
    const file = await sessionCatalog(store).export('session');
    const taken: SessionInfo = await sessionCatalog(inMemoryStore()).import(
      JSON.parse(JSON.stringify(file)),
    );
    expect(taken.entries).toBe(3);
  },
);

function aStore(databaseName = `damage-beside-${++databases}`) {
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => deleteDB(databaseName));
  cleanups.push(() => store.close());
  return { store, databaseName };
}

async function putRaw(
  databaseName: string,
  storeName: string,
  value: unknown,
  key: IDBValidKey,
): Promise<void> {
  const db = await openDB(databaseName);
  await db.put(storeName, value, key);
  db.close();
}

test('[STO-6] a count without end counts nothing', async () => {
  const { store, databaseName } = aStore();
  await store.commit('session', aChange({ entries: someEntries(0, 3) }));
  const whole = await store.load('session');
  const endless = {
    ...info,
    createdAtMs: whole?.info.createdAtMs,
    entries: Number.MAX_SAFE_INTEGER,
  };
  await putRaw(databaseName, 'sessions', endless, 'session');
  expect((await store.load('session'))?.entries).toEqual(whole?.entries);
});

test('[STO-6] a session whose record is damaged is listed with what can be read of it', async () => {
  const { store, databaseName } = aStore();
  await store.commit(
    'named',
    aChange({ atMs: 5, entries: someEntries(0, 3), title: { value: 'Lyon' } }),
  );
  await store.commit('session', aChange({ atMs: 9, entries }));
  await store.commit('whole', aChange({ atMs: 7, entries }));
  await putRaw(databaseName, 'sessions', { title: 'Lyon', updatedAtMs: 8, entries: 'x' }, 'named');
  await putRaw(databaseName, 'sessions', 'rubble', 'session');
  await putRaw(databaseName, 'sessions', { id: 3 }, 3);

  const [named, whole, session, ...others] = await store.list();
  expect(named).toEqual({ id: 'named', createdAtMs: 8, updatedAtMs: 8, entries: 3, title: 'Lyon' });
  expect(whole).toMatchObject({ id: 'whole', updatedAtMs: 7 });
  expect(session).toEqual({ id: 'session', createdAtMs: 0, updatedAtMs: 0, entries: 3 });
  expect(others).toEqual([]);
});

test('[STO-6] retention removes no session whose record is damaged', async () => {
  const { store, databaseName } = aStore();
  await store.commit('session', aChange({ entries }));
  await putRaw(databaseName, 'sessions', 'rubble', 'session');
  const { store: later } = aStore(databaseName);
  const plan = await later.planRetention({ maxAgeDays: 1 });
  expect(await later.applyRetention(plan)).toEqual([]);
  expect((await later.load('session'))?.entries).toHaveLength(3);
});
