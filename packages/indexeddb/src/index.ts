export type { IndexedDbOptions } from './database-options.ts';
export {
  type DeviceStorage,
  deviceStorage,
  type StorageEstimate,
  type StoragePersistence,
} from './device-storage.ts';
export { type IndexedDbStore, indexedDbStore, type RetentionOptions } from './indexeddb-store.ts';
export type { RetentionLimits, RetentionRemoval, SessionExtent } from './retention.ts';
export type { IndexedDbStoreOptions } from './store-options.ts';
