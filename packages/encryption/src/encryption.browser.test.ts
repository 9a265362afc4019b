import { createAgentMemory } from '@agent-memory/core';
import { aChange, anEntry, storeContract } from '@agent-memory/core/testing';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore, indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { recordStoreContract, segmentStoreContract } from '@agent-memory/long-term/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { keyFromPassphrase } from './key-from-passphrase.ts';
import { encryptedRecordStore } from './long-term/encrypted-record-store.ts';
import { encryptedSegmentStore } from './long-term/encrypted-segment-store.ts';
import { encryptedStore } from './session/encrypted-store.ts';
import { aKey } from './testing/a-key.ts';
import { aPlantedChange } from './testing/planted-change.ts';
import { wordsIn } from './testing/words-in.ts';

let databases = 0;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function aDatabase(): string {
  databases += 1;
  const databaseName = `encryption-${databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}

function closing<Store extends { close(): Promise<void> }>(store: Store): Store {
  cleanups.push(() => store.close());
  return store;
}

const key = await aKey();
const sessionsIn = (databaseName: string) =>
  closing(encryptedStore(indexedDbStore({ databaseName }), key));
const recordsIn = (databaseName: string) =>
  closing(encryptedRecordStore(indexedDbRecordStore({ databaseName }), key));
const segmentsIn = (databaseName: string) =>
  closing(encryptedSegmentStore(indexedDbSegmentStore({ databaseName }), key));

async function wordsOnDisk(databaseName: string): Promise<string> {
  const db = await openDB(databaseName);
  const names = [...db.objectStoreNames];
  const held = await Promise.all(
    names.map(async (name) => [await db.getAllKeys(name), await db.getAll(name)]),
  );
  db.close();
  return wordsIn(held);
}

storeContract('encryptedStore on IndexedDB', async () => {
  const databaseName = aDatabase();
  const store = sessionsIn(databaseName);
  return {
    store,
    async reopen() {
      await store.close();
      return sessionsIn(databaseName);
    },
  };
});

recordStoreContract('encryptedRecordStore on IndexedDB', async () => {
  const databaseName = aDatabase();
  return {
    store: recordsIn(databaseName),
    reopen: async () => recordsIn(databaseName),
    dump: () => wordsOnDisk(databaseName),
  };
});

segmentStoreContract('encryptedSegmentStore on IndexedDB', async () => {
  const databaseName = aDatabase();
  return { store: segmentsIn(databaseName), reopen: async () => segmentsIn(databaseName) };
});

test('[STO-11] nothing that sessions and records say is on disk', async () => {
  const databaseName = aDatabase();
  const sessions = sessionsIn(databaseName);
  await sessions.commit('chat', aPlantedChange('pomegranate'));
  const image = {
    type: 'image' as const,
    url: `data:image/png;base64,${btoa('medlar'.repeat(20_000))}`,
  };
  const message = { role: 'user' as const, parts: [image] };
  await sessions.commit('chat', aChange({ entries: [anEntry({ seq: 2, message })] }));
  const memory = createLongTermMemory({
    user: 'ada',
    store: recordsIn(databaseName),
    retrieval: { segments: segmentsIn(databaseName) },
  });
  const fact = { type: 'user', kind: 'fact', source: 'user_stated' } as const;
  await memory.store({ ...fact, text: 'Ada likes the quince best.' });
  await memory.dispose();
  expect(await wordsOnDisk(databaseName)).not.toMatch(/pomegranate|medlar|quince/);
  const db = await openDB(databaseName);
  const [blob] = await db.getAll('blobs');
  db.close();
  // A large file is stored as bytes still.
  expect(blob).toBeInstanceOf(Uint8Array);
  expect((await sessions.load('chat'))?.entries[2]?.message).toEqual(message);
});

test('[STO-11] two tabs on one encrypted session see each other’s messages, and its end', async () => {
  const databaseName = aDatabase();
  const open = () => {
    const memory = createAgentMemory({
      id: 'chat',
      contextWindow: 16_000,
      store: sessionsIn(databaseName),
    });
    cleanups.push(() => memory.dispose());
    return memory;
  };
  const [one, other] = [open(), open()];
  await Promise.all([one.ready, other.ready]);
  const textsOf = (memory: typeof one) =>
    memory.entries().map(({ message }) => wordsIn(message.parts));
  await one.append({ role: 'user', content: 'from one' });
  await expect.poll(() => textsOf(other).join()).toContain('from one');
  await Promise.all([
    one.append({ role: 'user', content: 'at once, one' }),
    other.append({ role: 'user', content: 'at once, other' }),
  ]);
  await expect.poll(() => [one.entries().length, other.entries().length]).toEqual([3, 3]);
  expect(textsOf(one)).toEqual(textsOf(other));
});

test('[STO-11] a session comes over from a store without encryption by its export, and can be deleted', async () => {
  const [from, into] = [aDatabase(), aDatabase()];
  const plain = closing(indexedDbStore({ databaseName: from }));
  const scratchpad = { value: 'pomegranate' };
  await plain.commit('chat', { ...aPlantedChange('pomegranate'), scratchpad });
  const sessions = sessionCatalog(sessionsIn(into));
  await sessions.import(await sessionCatalog(plain).export('chat'));
  expect(await wordsOnDisk(into)).not.toContain('pomegranate');
  expect(await sessions.list()).toMatchObject([{ id: 'chat', title: 'About the pomegranate' }]);
  await sessions.delete('chat');
  expect(await sessions.list()).toEqual([]);
});

test('[STO-11] a damaged message costs itself alone, as without encryption', async () => {
  const databaseName = aDatabase();
  const store = sessionsIn(databaseName);
  await store.commit('chat', aChange({ entries: [anEntry({ text: 'one' }), anEntry({ seq: 1 })] }));
  const db = await openDB(databaseName);
  const record = await db.get('entries', ['chat', 1]);
  await db.put('entries', { ...record, checksum: 1 }, ['chat', 1]);
  db.close();
  const session = await store.load('chat');
  expect(session?.damaged).toHaveLength(1);
  expect(session?.entries.map(({ message }) => wordsIn(message.parts))).toEqual([
    expect.stringContaining('one'),
    expect.stringContaining('[A message stood here'),
  ]);
});

test('[STO-11] the salt of a passphrase is in the database itself', async () => {
  const databaseName = aDatabase();
  const salt = () => closing(indexedDbRecordStore({ databaseName })).secret();
  const open = async (passphrase: string) =>
    closing(
      encryptedStore(
        indexedDbStore({ databaseName }),
        await keyFromPassphrase(passphrase, await salt()),
      ),
    );
  await (await open('open sesame')).commit('chat', aPlantedChange('pomegranate'));
  expect(await (await open('open sesame')).load('chat')).toBeDefined();
  await expect((await open('open barley')).load('chat')).rejects.toMatchObject({
    fault: 'other-key',
  });
});
