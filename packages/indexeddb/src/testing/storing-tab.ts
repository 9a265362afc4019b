import { createLongTermMemory } from '@agent-memory/long-term';
import { createRetrievalIndex } from '@agent-memory/long-term/retrieval';
import { indexedDbRecordStore } from '../long-term/indexeddb-record-store.ts';
import { indexedDbSegmentStore } from '../long-term/indexeddb-segment-store.ts';

// Another tab, as a thread of its own that a test can end: it opens an index first, and so stores it.

/** The words of a test to the tab. */
export type TabOrder =
  | { readonly kind: 'store'; readonly databaseName: string; readonly texts: readonly string[] }
  | { readonly kind: 'hang' };

addEventListener('message', ({ data }: MessageEvent<TabOrder>) => {
  if (data.kind === 'store') void storeAll(data.databaseName, data.texts);
  else hang();
});

async function storeAll(databaseName: string, texts: readonly string[]): Promise<void> {
  const segments = indexedDbSegmentStore({ databaseName });
  const index = await createRetrievalIndex({ segments, worker: false });
  const store = indexedDbRecordStore({ databaseName });
  const memory = createLongTermMemory({ store, user: 'ada', index, indexName: 'memory' });
  for (const text of texts) await memory.store({ type: 'user', kind: 'fact', text, id: text });
  await index.settled();
  postMessage('stored');
}

/** Hears nothing from now on. */
function hang(): void {
  postMessage('hangs');
  for (;;);
}
