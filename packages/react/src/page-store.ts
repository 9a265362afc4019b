import type { MemoryStore } from '@agent-memory/core';
import { tellStoreChange } from './store-news.ts';

/**
 * The same store, as a memory of this page uses it.
 *
 * - Its loads wait until `previous` has ended, well or badly: what the memory before this one still
 *   writes is there to be loaded.
 * - Who shows the store's sessions hears of each commit.
 */
export function pageStore(store: MemoryStore, previous?: Promise<unknown>): MemoryStore {
  const ended = previous?.catch(() => undefined);
  return {
    // Asked each time: both change when a store goes on in its fallback.
    get name() {
      return store.name;
    },
    get persistent() {
      return store.persistent;
    },
    load: async (sessionId, options) => {
      await ended;
      return store.load(sessionId, options);
    },
    commit: async (sessionId, change, options) => {
      await store.commit(sessionId, change, options);
      tellStoreChange(store);
    },
    list: (options) => store.list(options),
    delete: (sessionId, options) => store.delete(sessionId, options),
    close: () => store.close(),
  };
}
