import { DeferredStore } from './deferred-store.ts';
import type { IndexedDbStore } from './session-store.ts';
import { checkStoreOptions, type IndexedDbStoreOptions } from './store-options.ts';

/**
 * Sessions in IndexedDB: they outlive the page [STO-1].
 *
 * Making one touches no database; it opens with the first call, and every trouble with it is
 * a typed rejection of a call [STO-2]: `StoreUnavailableError`, `QuotaExceededStoreError`,
 * `StoreCorruptError`, `StoreConflictError`. Wrap it in `storeWithFallback` to go on in memory.
 * A value that cannot be stored, such as a function, rejects with the error that names its place.
 *
 * A commit resolves when its transaction has completed [STO-4]. Several tabs may use one database:
 * of two that append to the same place of a session, one wins and the other gets
 * `StoreConflictError`; a memory then goes on behind what won. `watch` tells what other tabs commit.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, store: indexedDbStore() });
 *
 * @throws InvalidOptionError if an option is not known.
 */
export function indexedDbStore(options: IndexedDbStoreOptions = {}): IndexedDbStore {
  checkStoreOptions(options);
  return new DeferredStore(options, () => import('./open-store.ts'));
}
