import type { MemoryStore, StoreNews } from '../storage/memory-store.ts';
import { passedOnEntries } from '../storage/passed-on-entries.ts';
import { passesOnTo } from '../storage/unpaid-sessions.ts';
import { announceCommit } from './store-commits.ts';

/**
 * The same store, as the memory of an open session uses it.
 *
 * - Its loads wait until `previous` has settled: the last writes of the memory before are loaded too.
 * - Each commit is announced to those who list the store's sessions.
 */
export function openSessionStore(store: MemoryStore, previous?: Promise<unknown>): MemoryStore {
  const ended = previous?.catch(() => undefined);
  const passedOn: MemoryStore = {
    // Read each time: both change when a store falls back to memory.
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
      announceCommit(store);
    },
    list: (options) => store.list(options),
    delete: (sessionId, options) => store.delete(sessionId, options),
    close: () => store.close(),
    ...(store.address !== undefined && { address: store.address }),
    ...(store.watch && {
      watch: (sessionId: string, listener: (news: StoreNews) => void) =>
        store.watch?.(sessionId, listener) ?? (() => undefined),
    }),
    ...(store.lossOf && { lossOf: (sessionId: string) => store.lossOf?.(sessionId) }),
    ...passedOnEntries(store),
  };
  passesOnTo(passedOn, store);
  return passedOn;
}
