export { indexedDbStore } from './indexeddb-store.ts';
export type { IndexedDbStoreOptions } from './store-options.ts';
