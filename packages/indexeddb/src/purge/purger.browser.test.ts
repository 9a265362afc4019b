import { aChange, someEntries } from '@agent-memory/core/testing';
import { aRecord } from '@agent-memory/long-term/testing';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { patience } from '../../../../scripts/patience.mjs';
import { indexedDbStore } from '../indexeddb-store.ts';
import { indexedDbRecordStore } from '../long-term/indexeddb-record-store.ts';
import { RECORD_STORE, STORE } from '../schema.ts';
import { dumpDatabase } from '../testing/database-dump.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[LTM-8] what was erased leaves the files of the engine behind the call, and other sessions stay as they are', async () => {
  const { store, databaseName } = aStore();
  const stays = aChange({ entries: someEntries(0, 3) });
  await store.commit('stays', stays);
  await store.commit('goes', aChange({ entries: someEntries(0, 3), title: { value: 'Goes' } }));
  const before = await store.load('stays');
  await store.delete('goes');
  await expectNothingOwed(databaseName);
  expect(await store.load('stays')).toEqual(before);
  expect(await keysOf(databaseName, STORE.entries)).toHaveLength(3);
  expect(await keysOf(databaseName, STORE.sessions)).toEqual(['stays']);
});

test('[LTM-8] what a page that ended has left to purge, the next one does', async () => {
  const { store, databaseName } = aStore();
  await store.commit('session', aChange({ entries: someEntries(0, 2) }));
  const db = await openDB(databaseName);
  const spots = [{ store: STORE.entries, key: ['gone', 0], span: 50 }];
  await db.put(RECORD_STORE.meta, { spots }, 'purge:1-left');
  await db.put(RECORD_STORE.meta, 'damaged', 'purge:2-left');
  db.close();
  await store.load('session');
  await expectNothingOwed(databaseName);
  expect(await keysOf(databaseName, STORE.entries)).toHaveLength(2);
});

test('[LTM-8] an erased record leaves neither a decoy nor a word in the database', async () => {
  const { databaseName } = aStore();
  const records = indexedDbRecordStore({ databaseName });
  cleanups.push(() => records.close());
  await records.commit({ puts: [aRecord({ id: 'a' }), aRecord({ id: 'b', text: 'quagga' })] });
  await records.commit({ erase: ['b'] });
  await expectNothingOwed(databaseName);
  expect(await keysOf(databaseName, RECORD_STORE.records)).toEqual(['a']);
  expect(JSON.stringify(await dumpDatabase(databaseName))).not.toContain('quagga');
});

test('[LTM-8] closing the store does not stop it', async () => {
  const { store, databaseName } = aStore();
  await store.commit('goes', aChange({ entries: someEntries(0, 3) }));
  await store.delete('goes');
  await store.close();
  await expectNothingOwed(databaseName);
});

test('[LTM-8] a change that outgrows its history owes nothing', async () => {
  const { store, databaseName } = aStore();
  await store.commit('session', aChange({ entries: someEntries(0, 1) }));
  await store.commit('session', aChange({ historyFrom: 0 }));
  await store.delete('nobody');
  expect(await owedIn(databaseName)).toBe(0);
});

async function expectNothingOwed(databaseName: string): Promise<void> {
  await expect.poll(() => owedIn(databaseName), { timeout: patience.waitMs }).toBe(0);
}

async function owedIn(databaseName: string): Promise<number> {
  const keys = await keysOf(databaseName, RECORD_STORE.meta);
  return keys.filter((key) => String(key).startsWith('purge:')).length;
}

async function keysOf(databaseName: string, storeName: string): Promise<readonly IDBValidKey[]> {
  const db = await openDB(databaseName);
  const keys = await db.getAllKeys(storeName);
  db.close();
  return keys;
}

function aStore() {
  const databaseName = `purger-${++databases}`;
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => deleteDB(databaseName));
  cleanups.push(() => store.close());
  return { store, databaseName };
}
