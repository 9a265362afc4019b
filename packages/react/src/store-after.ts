import type { MemoryStore } from '@agent-memory/core';

/**
 * The same store, whose loads wait until `previous` has ended, well or badly: what it still writes
 * is there to be loaded.
 */
export function storeAfter(previous: Promise<void>, store: MemoryStore): MemoryStore {
  const ended = previous.catch(() => undefined);
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
    commit: (sessionId, change, options) => store.commit(sessionId, change, options),
    list: (options) => store.list(options),
    delete: (sessionId, options) => store.delete(sessionId, options),
    close: () => store.close(),
  };
}
