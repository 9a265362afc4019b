import { aChange, aCompactionRecord, someEntries, someHistory } from '@agent-memory/core/testing';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { STORE } from './schema.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test.each<[string, IDBValidKey]>([
  [STORE.sessions, 'session'],
  [STORE.overlays, 'session'],
  [STORE.scratchpads, 'session'],
  [STORE.entries, ['session', 1]],
  [STORE.history, ['session', 0]],
  [STORE.parts, ['session', 'part']],
])(
  '[STO-3] the size of a session is counted where a value in %s holds itself',
  async (storeName, key) => {
    const { store, databaseName } = await aSession();
    const before = await store.sizeOf('session');
    const holder: Record<string, unknown> = {};
    holder.self = holder;
    await putBeside(databaseName, storeName, key, holder);
    const after = await store.sizeOf('session');
    expect(after).toBeGreaterThan(before);
    expect(after).toBeLessThan(before + 200);
  },
);

test('[STO-3] places of an array where nothing stands count nothing', async () => {
  const { store, databaseName } = await aSession();
  const before = await store.sizeOf('session');
  const sparse: unknown[] = [];
  sparse.length = 2 ** 32 - 1;
  await putBeside(databaseName, STORE.parts, ['session', 'part'], sparse);
  expect(await store.sizeOf('session')).toBeLessThan(before + 200);
});

test('[STO-3] a count ends when its store is closed', async () => {
  const { store, databaseName } = await aSession();
  const many = Array.from({ length: 200_000 }, (_, at) => ({ at }));
  // The last that is read: nothing asks the database again behind it.
  await putBeside(databaseName, STORE.blobs, ['session', 0, 0], many);
  onceRead(STORE.blobs, () => store.close());
  await expect(store.sizeOf('session')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

/** Does something when the records of an object store have been read. */
function onceRead(storeName: string, act: () => unknown): void {
  const { getAll } = IDBObjectStore.prototype;
  cleanups.push(async () => {
    IDBObjectStore.prototype.getAll = getAll;
  });
  IDBObjectStore.prototype.getAll = function getAllAndTell(this: IDBObjectStore, ...given) {
    const request = getAll.apply(this, given);
    if (this.name === storeName) request.addEventListener('success', act);
    return request;
  };
}

async function aSession() {
  const databaseName = `session-size-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => store.close());
  await store.commit(
    'session',
    aChange({
      entries: someEntries(0, 3),
      scratchpad: { value: { objective: 'Lyon' } },
      compaction: aCompactionRecord(),
      history: someHistory(0, 2),
      parts: new Map([['part', { text: 'Lyon' }]]),
    }),
  );
  return { store, databaseName };
}

async function putBeside(
  databaseName: string,
  storeName: string,
  key: IDBValidKey,
  extra: unknown,
): Promise<void> {
  const db = await openDB(databaseName);
  await db.put(storeName, { ...(await db.get(storeName, key)), extra }, key);
  db.close();
}
