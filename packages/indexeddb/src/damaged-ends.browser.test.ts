import { createAgentMemory } from '@agent-memory/core';
import { aChange, someEntries } from '@agent-memory/core/testing';
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

const UNREADABLE_TEXT = '[A message stood here that can no longer be read from storage.]';
const END_UNKNOWN =
  'The end of the conversation is not known; it is taken to be the last message that was stored.';
const TRUNK = ['m0', 'm1', 'm2', 'm3', 'm4'];
const EDIT = ['m0', 'm1', 'edit'];

test.each<[string, (info: Readonly<Record<string, unknown>>) => unknown]>([
  ['its time of change', (info) => ({ ...info, updatedAtMs: 'x' })],
  ['its times', (info) => ({ ...info, updatedAtMs: 1e308, createdAtMs: Number.NaN })],
  ['its id', (info) => ({ ...info, id: 'other' })],
  ['its counts', (info) => ({ ...info, entries: -1, compactions: 'none' })],
])(
  '[STO-6] a session whose record is damaged in %s stays on its branch, and keeps its name',
  async (_field, damage) => {
    const { databaseName } = await aSessionWithBranches();
    await putRaw(databaseName, STORE.sessions, 'session', damage);
    const { memory, store } = await open(databaseName);
    expect(wordsOf(memory)).toEqual(TRUNK);
    expect(memory.getState().degraded).toHaveLength(1);
    expect(JSON.stringify(memory.getState().degraded)).not.toContain(END_UNKNOWN);
    await memory.append({ role: 'user', content: 'new' });
    await memory.dispose();
    const [info] = await sessionCatalog(store).list();
    expect(info).toMatchObject({ entries: 7, title: 'Lyon' });
    const later = await open(databaseName);
    expect(wordsOf(later.memory)).toEqual([...TRUNK, 'new']);
    expect(later.memory.getState().degraded).toEqual([]);
  },
);

test('[STO-6] a session whose name alone is damaged stays on its branch', async () => {
  const { databaseName } = await aSessionWithBranches();
  await putRaw(databaseName, STORE.sessions, 'session', (info) => ({ ...info, title: { a: 1 } }));
  const { memory } = await open(databaseName);
  expect(wordsOf(memory)).toEqual(TRUNK);
});

test.each<[string, (info: Readonly<Record<string, unknown>>) => unknown]>([
  ['names no message', (info) => ({ ...info, headId: 'nobody' })],
  ['is no name', (info) => ({ ...info, headId: 7 })],
  ['is lost with its record', () => null],
])(
  '[STO-6] an end that %s is taken to be the last message, it says so, and the session continues',
  async (_damage, damage) => {
    const { databaseName } = await aSessionWithBranches();
    await putRaw(databaseName, STORE.sessions, 'session', damage);
    const { memory } = await open(databaseName);
    expect(wordsOf(memory)).toEqual(EDIT);
    const { degraded } = memory.getState();
    expect(degraded.flatMap(({ details }) => details ?? [])).toContain(END_UNKNOWN);
    await memory.append({ role: 'user', content: 'new' });
    await memory.dispose();
    const later = await open(databaseName);
    expect(wordsOf(later.memory)).toEqual([...EDIT, 'new']);
    expect(later.memory.getState().degraded).toEqual([]);
  },
);

test('[STO-6] a long session whose end names no message says so', async () => {
  const { store, databaseName } = await aSessionWithBranches();
  const entries = someEntries(0, 600);
  await store.commit('long', aChange({ entries }));
  await putRaw(databaseName, STORE.sessions, 'long', (info) => ({ ...info, headId: 'nobody' }));
  expect(await store.load('long')).toMatchObject({ entries, damaged: [END_UNKNOWN] });
  expect((await store.load('long'))?.damaged).toBeUndefined();
});

test.each<[string, unknown]>([
  ['missing', undefined],
  ['rubble', 5],
])(
  '[STO-6] where the last message of a branch is %s, its note stands on that branch',
  async (_what, rest) => {
    const { databaseName } = await aSessionWithBranches();
    await putRaw(databaseName, STORE.entries, ['session', 4], () => rest);
    const { memory } = await open(databaseName);
    const withNote = [...TRUNK.slice(0, 4), UNREADABLE_TEXT];
    expect(wordsOf(memory)).toEqual(withNote);
    expect(memory.getState().degraded).toHaveLength(1);
    await memory.append({ role: 'user', content: 'new' });
    await memory.dispose();
    const later = await open(databaseName);
    expect(wordsOf(later.memory)).toEqual([...withNote, 'new']);
  },
);

test('[STO-6] the note of a message whose words are damaged follows what the message followed', async () => {
  const { databaseName } = await aSessionWithBranches();
  await putRaw(databaseName, STORE.entries, ['session', 5], (entry) => ({ ...entry, message: 0 }));
  await putRaw(databaseName, STORE.sessions, 'session', ({ headId: _, ...info }) => info);
  const { memory } = await open(databaseName);
  expect(wordsOf(memory)).toEqual(['m0', 'm1', UNREADABLE_TEXT]);
});

/** Five messages, and another third one; it continues behind the five. */
async function aSessionWithBranches() {
  const databaseName = `damaged-ends-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  const { memory, store } = await open(databaseName);
  for (const [at, content] of TRUNK.entries()) {
    await memory.append({ role: at % 2 === 0 ? 'user' : 'assistant', content });
  }
  const trunk = memory.entries();
  await memory.append({ role: 'user', content: 'edit' }, { after: trunk[1]?.id ?? '' });
  await memory.moveHead(trunk.at(-1)?.id ?? '');
  await memory.dispose();
  await sessionCatalog(store).rename('session', 'Lyon');
  return { store, databaseName };
}

async function open(databaseName: string) {
  const store = indexedDbStore({ databaseName });
  cleanups.push(() => store.close());
  const memory = createAgentMemory({ id: 'session', contextWindow: 128_000, store });
  await memory.ready;
  return { memory, store };
}

function wordsOf(memory: ReturnType<typeof createAgentMemory>): readonly string[] {
  return memory
    .entries()
    .flatMap(({ message }) => message.parts.map((part) => (part.type === 'text' ? part.text : '')));
}

async function putRaw(
  databaseName: string,
  storeName: string,
  key: IDBValidKey,
  damage: (record: Readonly<Record<string, unknown>>) => unknown,
): Promise<void> {
  const db = await openDB(databaseName);
  const damaged = damage(await db.get(storeName, key));
  if (damaged === undefined) await db.delete(storeName, key);
  else await db.put(storeName, damaged, key);
  db.close();
}
