import { createAgentMemory, inMemoryStore, type MemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { sessionCatalog } from './session-catalog.ts';
import { UnknownSessionError } from './session-errors.ts';

const WINDOW = { contextWindow: 128_000 };
const OTHERS = { code: 'SESSION_OF_OTHER_USER' };

async function chat(store: MemoryStore, id: string, content: string, user?: string): Promise<void> {
  const memory = createAgentMemory({ id, store, ...WINDOW, ...(user !== undefined && { user }) });
  await memory.append({ role: 'user', content });
  await memory.dispose();
}

async function aSharedDevice() {
  const store = inMemoryStore();
  await chat(store, 'ada-1', 'My account is 4711.', 'ada');
  await chat(store, 'nobody-1', 'Hello');
  return {
    store,
    bob: sessionCatalog(store, { user: 'bob' }),
    ada: sessionCatalog(store, { user: 'ada' }),
    nobody: sessionCatalog(store),
  };
}

test('[NS-1] a catalog lists the sessions of its user, and those without one where it has none', async () => {
  const { ada, bob, nobody } = await aSharedDevice();
  expect(await ada.list()).toMatchObject([{ id: 'ada-1', user: 'ada' }]);
  expect(await bob.list()).toEqual([]);
  expect((await nobody.list()).map(({ id }) => id)).toEqual(['nobody-1']);
});

test('[NS-1] a session of somebody else is neither read nor changed', async () => {
  const { store, ada, bob } = await aSharedDevice();
  const before = await store.load('ada-1');
  await expect(bob.export('ada-1')).rejects.toMatchObject(OTHERS);
  await expect(bob.rename('ada-1', 'Mine')).rejects.toThrow(UnknownSessionError);
  await expect(bob.eraseEntries('ada-1', { entryIds: [] })).rejects.toMatchObject(OTHERS);
  await expect(bob.delete('ada-1')).rejects.toMatchObject(OTHERS);
  await expect(bob.delete('nobody-1')).rejects.toMatchObject(OTHERS);
  const file = await ada.export('ada-1');
  await expect(bob.import(file)).rejects.toMatchObject(OTHERS);
  expect(await bob.eraseShown(['record'])).toEqual([]);
  expect(await store.load('ada-1')).toEqual(before);
  await ada.rename('ada-1', 'Account');
  await ada.delete('ada-1');
  expect(await store.load('ada-1')).toBeUndefined();
});

test('[NS-1] an imported session is its importer’s, and a file names nobody', async () => {
  const { ada, bob } = await aSharedDevice();
  const file = await ada.export('ada-1');
  expect(JSON.stringify(file)).not.toContain('"ada"');
  expect(await bob.import(file, { id: 'copy' })).toMatchObject({ id: 'copy', user: 'bob' });
  expect(await bob.list()).toHaveLength(1);
  expect(await ada.list()).toHaveLength(1);
});

test('[NS-1] a user’s name is text without the separator of namespaces', () => {
  for (const user of ['', 'ada:bob', 7, null]) {
    expect(() => sessionCatalog(inMemoryStore(), { user: user as never })).toThrow('without ":"');
  }
});
