import { inMemorySegmentStore } from '../testing/in-memory-segment-store.ts';
import { segmentStoreContract } from '../testing/segment-store-contract.ts';

segmentStoreContract('the store in memory', async () => {
  const store = inMemorySegmentStore();
  return { store, reopen: async () => store };
});
