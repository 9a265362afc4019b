/** PERSISTED: added documents, their chunks and unfinished work on them are kept under names that begin so. */
const OF_DOCUMENTS = /^document(?:s|-chunks|-jobs):/u;

/** Whether a namespace holds documents, which are no facts: no memory reads or writes there. */
export function isOfDocuments(namespace: string): boolean {
  return OF_DOCUMENTS.test(namespace);
}
