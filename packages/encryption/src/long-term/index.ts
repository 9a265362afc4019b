export { encryptedRecordStore } from './encrypted-record-store.ts';
export { encryptedSegmentStore } from './encrypted-segment-store.ts';
