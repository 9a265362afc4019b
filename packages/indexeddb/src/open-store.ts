import { MIGRATIONS } from './migrations.ts';
import { createIndexedDbStore, type SessionsInIndexedDb } from './sessions-in-indexeddb.ts';
import type { IndexedDbStoreOptions } from './store-options.ts';

/** A store on the database of this release. */
export function openStore(options: IndexedDbStoreOptions): SessionsInIndexedDb {
  return createIndexedDbStore(options, MIGRATIONS);
}
