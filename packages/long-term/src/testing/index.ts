export { aRecord, START_MS } from './a-record.ts';
export { conceptEmbedder, type EmbedCall } from './concept-embedder.ts';
export { type EmbedderContractOptions, embedderContract } from './embedder-contract.ts';
export { inMemorySegmentStore } from './in-memory-segment-store.ts';
export { type RecordStoreUnderTest, recordStoreContract } from './record-store-contract.ts';
export { type SegmentStoreUnderTest, segmentStoreContract } from './segment-store-contract.ts';
export { type SmallPage, smallPdf } from './small-pdf.ts';
