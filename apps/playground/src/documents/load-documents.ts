import { type MemoryStore, sessionCatalog } from '@agent-memory/core';
import { indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
import type { RecordStore } from '@agent-memory/long-term';
import type { Documents, PdfReader } from '@agent-memory/long-term/documents';

/** Makes the place of this page's documents; its code is fetched with the first call. */
export async function loadDocuments({
  databaseName,
  records,
  sessions,
}: {
  readonly databaseName: string;
  readonly records: RecordStore;
  /** Its contexts of before forget the chunks of a document that is removed. */
  readonly sessions: MemoryStore;
}): Promise<Documents> {
  const { createDocuments } = await import('@agent-memory/long-term/documents');
  return createDocuments({
    store: records,
    retrieval: { segments: indexedDbSegmentStore({ databaseName }) },
    pdf: latePdfReader,
    sessions: sessionCatalog(sessions),
  });
}

/** Its code is fetched with the first PDF. */
const latePdfReader: PdfReader = {
  async read(bytes, options) {
    const { pdfReader } = await import('@agent-memory/long-term/documents/pdf');
    return pdfReader().read(bytes, options);
  },
};
