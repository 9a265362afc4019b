import type { MemoryStore } from '@agent-memory/core';
import { deleteDB } from 'idb';
import { afterEach } from 'vitest';
import { indexedDbStore } from '../indexeddb-store.ts';

/** Databases of a test file's own, which are gone behind each test, like everything made on them. */
export function ownDatabases(prefix: string) {
  let databases = 0;
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    /** Done behind the test, the last one first. */
    afterwards: (cleanup: () => unknown): void => void cleanups.push(cleanup),
    aDatabase(): string {
      databases += 1;
      const databaseName = `${prefix}-${databases}`;
      cleanups.push(() => deleteDB(databaseName));
      return databaseName;
    },
    aStore(databaseName: string): MemoryStore {
      const store = indexedDbStore({ databaseName });
      cleanups.push(() => store.close());
      return store;
    },
  };
}
