import { segmentStoreContract } from '@agent-memory/long-term/testing';
import { deleteDB } from 'idb';
import { indexedDbSegmentStore } from './indexeddb-segment-store.ts';

let databases = 0;

segmentStoreContract('indexedDbSegmentStore', async () => {
  const databaseName = `segments-${++databases}`;
  return {
    store: indexedDbSegmentStore({ databaseName }),
    reopen: async () => indexedDbSegmentStore({ databaseName }),
    remove: () => deleteDB(databaseName),
  };
});
