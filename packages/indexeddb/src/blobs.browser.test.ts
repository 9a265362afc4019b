import { createAgentMemory, type MemoryStore, type Message } from '@agent-memory/core';
import { crypt, storeRules } from '@agent-memory/core/internal';
import { aChange, anEntry, aToolResult } from '@agent-memory/core/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { indexedDbStore } from './indexeddb-store.ts';
import { STORE } from './schema.ts';
import type { IndexedDbStore } from './session-store.ts';

const UNREADABLE_TEXT = '[A message stood here that can no longer be read from storage.]';
const BYTES = Uint8Array.from({ length: 150_000 }, (_, index) => (index * 31) % 253);
const FILE = crypt.base64Of(BYTES);

const PICTURE: Message = {
  role: 'user',
  parts: [
    { type: 'text', text: 'The two of us, and the ticket.' },
    { type: 'image', url: `data:image/png;base64,${FILE}`, width: 8 },
    { type: 'document', data: `data:application/pdf;base64,${FILE}`, filename: 'ticket.pdf' },
    { type: 'unknown', value: { type: 'input_audio', input_audio: { data: FILE, format: 'wav' } } },
  ],
};

let databases = 0;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[STO-5] images and files are stored as bytes beside their message, and come back with it', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  expect((await store.load('trip'))?.entries.map(({ message }) => message)).toEqual([
    PICTURE,
    anEntry({ seq: 1 }).message,
  ]);
  const raw = await openDB(databaseName);
  const [record] = await raw.getAll(STORE.entries);
  expect(JSON.stringify(record).length).toBeLessThan(1_500);
  expect(await raw.getAll(STORE.blobs)).toEqual([BYTES, BYTES, BYTES]);
  raw.close();
});

test('[STO-5] a session continues behind an image, in the page and in the next one', async () => {
  const databaseName = aDatabaseName();
  const open = async () => {
    const store = aStore(databaseName);
    const memory = createAgentMemory({ id: 'trip', contextWindow: 128_000, store });
    await memory.ready;
    return memory;
  };
  const image = { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${FILE}` } };
  const first = await open();
  await first.append({ id: 'picture', role: 'user', content: [image] });
  await first.append({ id: 'answer', role: 'assistant', content: 'Lovely.' });
  const before = first.entries().map(({ id, message }) => [id, message]);
  await first.dispose();
  const second = await open();
  expect(second.entries().map(({ id, message }) => [id, message])).toEqual(before);
  await second.append({ id: 'more', role: 'user', content: 'And here?' }, { after: 'picture' });
  expect(second.getState()).toMatchObject({ degraded: [], error: undefined });
  await second.dispose();
});

test('[STO-5] an export has images and files, and an import stores them apart again', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  const catalog = sessionCatalog(store);
  const file = await catalog.export('trip');
  expect(JSON.stringify(file)).toContain(FILE);
  await catalog.import(JSON.parse(JSON.stringify(file)), { id: 'copy' });
  expect((await store.load('copy'))?.entries[0]?.message).toEqual(PICTURE);
  expect(await blobsIn(databaseName)).toBe(6);
});

test('[STO-5] images and files go with their session, and with what replaces it', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  const entries = [0, 1].map((seq) => anEntry({ seq, ...(seq === 0 && { id: 'picture' }) }));
  await store.commit('trip', aChange({ replaces: true, entries }));
  expect(await blobsIn(databaseName)).toBe(0);
  await store.commit('other', aChange({ entries: [anEntry({ message: PICTURE })] }));
  await store.delete('other');
  expect(await blobsIn(databaseName)).toBe(0);
});

test('[STO-5] an erased message leaves none of its images and files', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  await sessionCatalog(store).eraseEntries('trip', { entryIds: ['picture'] });
  expect(await blobsIn(databaseName)).toBe(0);
  expect((await store.load('trip'))?.entries).toHaveLength(2);
});

test('[STO-6] a damaged file costs its message alone', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  const raw = await openDB(databaseName);
  await raw.put(STORE.blobs, BYTES.toReversed(), ['trip', 0, 1]);
  await expectDamaged(store);
  raw.close();
});

test.each([0, 1, 2])('[STO-6] missing file %d of a message costs itself alone', async (number) => {
  const { store, databaseName } = await aSessionWithPictures();
  const raw = await openDB(databaseName);
  await raw.delete(STORE.blobs, ['trip', 0, number]);
  raw.close();
  const session = await store.load('trip');
  expect(session?.damaged).toEqual([
    'The message at position 0 has lost a file; a note stands there instead, and nothing vouches for its other words.',
  ]);
  const note = { type: 'text', text: storeRules.LOST_FILE_TEXT };
  expect(session?.entries[0]).toMatchObject({ id: 'picture', message: { role: 'user' } });
  expect(session?.entries[0]?.message.parts).toEqual(
    PICTURE.parts.map((part, index) => (index === number + 1 ? note : part)),
  );
  expect(session?.entries[1]).toEqual(anEntry({ seq: 1, parentId: 'picture' }));
});

test('[STO-6] a missing part of what a tool gave costs the whole message: its call needs a result', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  const message = aToolResult({ text: FILE });
  await store.commit('other', aChange({ entries: [anEntry({ message })] }));
  const raw = await openDB(databaseName);
  await raw.delete(STORE.blobs, ['other', 0, 0]);
  raw.close();
  expect((await store.load('other'))?.entries[0]?.message.parts).toEqual([
    { type: 'text', text: UNREADABLE_TEXT },
  ]);
});

test('[STO-6] a session continues behind a message that has lost its file', async () => {
  const { store, databaseName } = await aSessionWithPictures();
  const raw = await openDB(databaseName);
  await raw.clear(STORE.blobs);
  raw.close();
  const memory = createAgentMemory({ id: 'trip', contextWindow: 128_000, store });
  await memory.ready;
  await memory.append({ role: 'user', content: 'More' }, { after: 'picture' });
  await memory.dispose();
  const session = await store.load('trip');
  expect(session?.entries).toHaveLength(3);
  expect(session?.entries[0]?.message.parts[0]).toEqual(PICTURE.parts[0]);
});

test('[STO-3] the size of a session counts its images and files', async () => {
  const { store } = await aSessionWithPictures();
  expect(await store.sizeOf('trip')).toBeGreaterThan(3 * BYTES.length);
  expect(await store.sizeOf('trip')).toBeLessThan(3 * BYTES.length + 5_000);
});

async function expectDamaged(store: MemoryStore): Promise<void> {
  const session = await store.load('trip');
  expect(session?.damaged).toHaveLength(1);
  expect(session?.entries[0]?.message.parts).toEqual([
    { type: 'text', text: expect.stringContaining(UNREADABLE_TEXT) },
  ]);
  expect(session?.entries[1]).toEqual(anEntry({ seq: 1, parentId: 'picture' }));
}

async function blobsIn(databaseName: string): Promise<number> {
  const raw = await openDB(databaseName);
  const count = await raw.count(STORE.blobs);
  raw.close();
  return count;
}

async function aSessionWithPictures() {
  const databaseName = aDatabaseName();
  const store = aStore(databaseName);
  const picture = anEntry({ id: 'picture', message: PICTURE });
  await store.commit(
    'trip',
    aChange({ entries: [picture, anEntry({ seq: 1, parentId: 'picture' })] }),
  );
  return { store, databaseName };
}

function aStore(databaseName: string): IndexedDbStore {
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => store.close());
  return store;
}

function aDatabaseName(): string {
  const databaseName = `blobs-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
