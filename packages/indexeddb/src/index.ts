export { type IndexedDbStoreOptions, indexedDbStore } from './indexeddb-store.ts';
