import type { RetrievalDocument } from '../retrieval-index.ts';

type Fields = Partial<Record<keyof RetrievalDocument, unknown>>;

/** Whether a value from outside is a document. */
export function isRetrievalDocument(value: unknown): value is RetrievalDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { id, text, author, sessionId, createdAtMs, expiresAtMs, fields }: Fields = value;
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    [author, sessionId].every((name) => name === undefined || typeof name === 'string') &&
    [createdAtMs, expiresAtMs].every((time) => time === undefined || typeof time === 'number') &&
    (fields === undefined || isRecordOfStrings(fields))
  );
}

function isRecordOfStrings(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every((entry) => typeof entry === 'string');
}
