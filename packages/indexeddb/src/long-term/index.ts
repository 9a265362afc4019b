export type { IndexedDbOptions } from '../database-options.ts';
export { indexedDbRecordStore } from './indexeddb-record-store.ts';
export { indexedDbSegmentStore } from './indexeddb-segment-store.ts';
