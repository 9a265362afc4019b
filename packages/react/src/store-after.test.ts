import type { MemoryStore } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { storeAfter } from './store-after.ts';

test('[STO-2] says what the store is called and promises now, not when it was wrapped', () => {
  let isDegraded = false;
  const inner: MemoryStore = {
    get name() {
      return isDegraded ? 'memory' : 'IndexedDB';
    },
    get persistent() {
      return !isDegraded;
    },
    load: async () => undefined,
    commit: async () => undefined,
    list: async () => [],
    delete: async () => undefined,
    close: async () => undefined,
  };
  const store = storeAfter(Promise.resolve(), inner);
  expect(store).toMatchObject({ name: 'IndexedDB', persistent: true });
  isDegraded = true;
  expect(store).toMatchObject({ name: 'memory', persistent: false });
});
