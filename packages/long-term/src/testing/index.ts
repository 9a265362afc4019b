export { aRecord, START_MS } from './a-record.ts';
export { type RecordStoreUnderTest, recordStoreContract } from './record-store-contract.ts';
