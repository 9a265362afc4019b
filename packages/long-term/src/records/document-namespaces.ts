/** PERSISTED: where documents, their chunks and unfinished work on them are kept; no other record is. */
const DOCUMENTS = 'documents:';
const CHUNKS = 'document-chunks:';
const JOBS = 'document-jobs:';

/** The namespaces of the documents of one owner. */
export interface DocumentNames {
  readonly documents: string;
  readonly chunks: string;
  readonly jobs: string;
}

export function documentNames(owner: string): DocumentNames {
  return { documents: DOCUMENTS + owner, chunks: CHUNKS + owner, jobs: JOBS + owner };
}

/** Whether a namespace holds documents, which are no facts: no memory reads or writes there. */
export function isOfDocuments(namespace: string): boolean {
  return [DOCUMENTS, CHUNKS, JOBS].some((prefix) => namespace.startsWith(prefix));
}

/** Whether a namespace that may end with `*` reaches documents. */
export function reachesDocuments(name: string): boolean {
  const beginning = name.replace(/\*$/u, '');
  const isOpen = beginning !== name;
  return (
    isOfDocuments(beginning) ||
    (isOpen && [DOCUMENTS, CHUNKS, JOBS].some((prefix) => prefix.startsWith(beginning)))
  );
}

export function isOfChunks(namespace: string): boolean {
  return namespace.startsWith(CHUNKS);
}

/** The id of the chunk of an edition as readers know it: `guide@3f2a91bc#12`. */
export function chunkName(documentId: string, edition: string, number: number): string {
  return `${documentId}@${edition}#${number}`;
}
