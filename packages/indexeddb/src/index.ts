export type { IndexedDbOptions } from './database-options.ts';
export {
  type DeviceStorage,
  deviceStorage,
  type StorageEstimate,
  type StoragePersistence,
} from './device-storage.ts';
export { indexedDbStore } from './indexeddb-store.ts';
export type { RetentionLimits, RetentionRemoval, SessionExtent } from './retention.ts';
export type { IndexedDbStore, RetentionOptions } from './session-store.ts';
export type { IndexedDbStoreOptions } from './store-options.ts';
