import { createAgentMemory } from '@agent-memory/core';
import { aChange, someEntries, someHistory } from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { STORE } from './schema.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const STRAY = 'A record stands where no message can be; it is left out.';

test.each([1e6, 1e9, Number.MAX_SAFE_INTEGER])(
  '[STO-6] a record at place %d costs nothing else: the session opens, continues and is exported',
  async (place) => {
    const { store, databaseName } = await aSession(27);
    await putStray(databaseName, place);
    expect(await store.load('session')).toMatchObject({ damaged: [STRAY] });
    const memory = createAgentMemory({ id: 'session', contextWindow: 128_000, store });
    await memory.ready;
    expect(memory.entries()).toHaveLength(27);
    await memory.append({ role: 'user', content: 'new' });
    await memory.dispose();
    expect((await store.load('session'))?.entries).toHaveLength(28);
    const file = await sessionCatalog(store).export('session');
    expect((await sessionCatalog(store).import(file, { id: 'copy' })).entries).toBe(28);
    await store.delete('copy');
    expect(await store.list()).toMatchObject([{ entries: 28 }]);
  },
);

test('[STO-6] a record far behind the others is not counted where the session record is damaged', async () => {
  const { store, databaseName } = await aSession(27);
  await putStray(databaseName, 1e9);
  const db = await openDB(databaseName);
  await db.put(STORE.sessions, 'rubble', 'session');
  db.close();
  expect(await store.list()).toMatchObject([{ entries: 27 }]);
  expect((await store.load('session'))?.entries).toHaveLength(27);
});

test('[STO-6] a long session with a record far behind the others opens, whole and from its end', async () => {
  const { store, databaseName } = await aSession(1_200);
  await putStray(databaseName, 1e9);
  for (const options of [{}, { newest: 50 }]) {
    const session = await store.load('session', options);
    expect(session?.entries).toHaveLength(1_200);
    expect(session?.damaged).toEqual([STRAY]);
  }
});

test('[STO-6] a record of the history far behind the others costs nothing but itself', async () => {
  const { store, databaseName } = await aSession(3);
  const history = someHistory(0, 3);
  await store.commit('session', aChange({ history }));
  const db = await openDB(databaseName);
  await db.put(STORE.history, { index: 1e9 }, ['session', 1e9]);
  const info = await db.get(STORE.sessions, 'session');
  await db.put(STORE.sessions, { ...info, historyFrom: 0, historyEnd: 1e9 + 1 }, 'session');
  expect((await store.load('session'))?.entries).toHaveLength(3);
  await db.put(STORE.sessions, 'rubble', 'session');
  db.close();
  expect((await store.load('session'))?.history).toEqual(history);
});

async function aSession(length: number) {
  const databaseName = `stray-records-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => store.close());
  await store.commit('session', aChange({ entries: someEntries(0, length) }));
  return { store, databaseName };
}

/** A copy of the first message where none can be. */
async function putStray(databaseName: string, place: number): Promise<void> {
  const db = await openDB(databaseName);
  const first = await db.get(STORE.entries, ['session', 0]);
  await db.put(STORE.entries, first, ['session', place]);
  db.close();
}
