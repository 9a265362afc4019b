export type { IndexedDbOptions } from './database-options.ts';
export { indexedDbStore } from './indexeddb-store.ts';
export type { RetentionLimits, RetentionRemoval, SessionExtent } from './retention.ts';
export type { IndexedDbStore } from './session-store.ts';
export type { IndexedDbStoreOptions } from './store-options.ts';
