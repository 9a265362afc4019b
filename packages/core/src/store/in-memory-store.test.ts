import { expect, test } from 'vitest';
import { aChange, anEntry } from '../testing/builders.ts';
import { aNewestFirstStore } from '../testing/newest-first-store.ts';
import { storeContract } from '../testing/store-contract.ts';
import { inMemoryStore } from './in-memory-store.ts';

storeContract('inMemoryStore', async () => {
  const store = inMemoryStore();
  return { store, reopen: async () => store };
});

storeContract('aNewestFirstStore over it', async () => {
  const store = aNewestFirstStore(inMemoryStore(), 50);
  return { store, reopen: async () => store };
});

test('[STO-0] says that it does not outlive the page', () => {
  expect(inMemoryStore()).toMatchObject({ name: 'memory', persistent: false });
});

test('[STO-0] two stores share nothing', async () => {
  const [one, two] = [inMemoryStore(), inMemoryStore()];
  await one.commit('session', aChange({ entries: [anEntry()] }));
  expect(await two.load('session')).toBeUndefined();
});
