import { recordStoreContract } from '../testing/record-store-contract.ts';
import { inMemoryRecordStore } from './in-memory-record-store.ts';
import type { RecordStore } from './record-store.ts';

recordStoreContract('the store in memory', async () => {
  const store = inMemoryRecordStore();
  return { store, reopen: async () => store, dump: () => everythingIn(store) };
});

/** All that its reads give out. */
async function everythingIn(store: RecordStore): Promise<string> {
  const namespaces = await store.namespaces();
  const { items } = await store.page({ namespaces, withEnded: true }, { limit: 1000 });
  const versions = [...(await store.versions(items.map(({ id }) => id))).values()];
  const rest = [await store.changesSince(0), await store.audit(), await store.damaged()];
  return JSON.stringify([items, versions, rest]);
}
