export { aRecord } from './a-record.ts';
export { embedderContract } from './embedder-contract.ts';
export { inMemorySegmentStore } from './in-memory-segment-store.ts';
export { type RecordStoreUnderTest, recordStoreContract } from './record-store-contract.ts';
export { segmentStoreContract } from './segment-store-contract.ts';
