/** PERSISTED: added documents, their chunks and unfinished work on them are kept under names that begin so. */
const OF_DOCUMENTS = /^document(?:s|-chunks|-jobs):/u;

/** PERSISTED: whether a user's memory is paused is kept under a name that begins so. */
const OF_PAUSES = 'pause:';

/** Where it is kept whether the memory of a user's namespace is paused. */
export function pauseNamespace(user: string): string {
  return OF_PAUSES + user;
}

/** Whether a namespace holds documents or a pause, which are no facts: no memory lists, finds or exports them. */
export function isSetApart(namespace: string): boolean {
  return OF_DOCUMENTS.test(namespace) || namespace.startsWith(OF_PAUSES);
}
