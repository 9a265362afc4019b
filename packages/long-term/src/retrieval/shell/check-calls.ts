import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { isRetrievalDocument } from '../documents/document-shape.ts';
import type { RetrievalDocument, RetrievalQuery } from '../retrieval-index.ts';

const DOCUMENT = {
  id: true,
  text: true,
  author: true,
  sessionId: true,
  createdAtMs: true,
  expiresAtMs: true,
  fields: true,
} as const satisfies KnownNames<RetrievalDocument>;
const QUERY = {
  text: true,
  limit: true,
  fields: true,
  fromMs: true,
  toMs: true,
  maxTokens: true,
  minScore: true,
  nowMs: true,
  signal: true,
} as const satisfies KnownNames<RetrievalQuery>;

/** @throws InvalidOptionError if one of them is no document; none of them was added. */
export function checkDocuments(documents: readonly RetrievalDocument[]): void {
  if (!Array.isArray(documents)) {
    throw new InvalidOptionError('documents', 'must be a list; nothing was added.');
  }
  for (const [at, document] of documents.entries()) {
    refuseUnknown(document, DOCUMENT, `documents.${at}`);
    if (isRetrievalDocument(document)) continue;
    throw new InvalidOptionError(
      `documents.${at}`,
      'must have an id and a text, and numbers for its times; none of the documents was added.',
    );
  }
}

/** @throws InvalidOptionError if it is no list of ids; none of them was removed. */
export function checkIds(ids: readonly string[]): void {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return;
  throw new InvalidOptionError('remove.ids', 'must be a list of texts; nothing was removed.');
}

/**
 * @throws InvalidOptionError if a name is not known, the text is none, a limit is no number of 0 or
 *   more, or a filter is no list.
 */
export function checkQuery(query: RetrievalQuery): void {
  refuseUnknown(query, QUERY, 'search');
  const { text, limit = 0, maxTokens = 0, fields = {} } = query;
  for (const name of ['fromMs', 'toMs', 'minScore', 'nowMs'] as const) {
    const number: unknown = query[name] ?? 0;
    if (typeof number === 'number' && !Number.isNaN(number)) continue;
    throw new InvalidOptionError(name, 'must be a number.');
  }
  const isFilter =
    typeof fields === 'object' && fields !== null && Object.values(fields).every(Array.isArray);
  if (!isFilter)
    throw new InvalidOptionError('fields', 'must have a list of values for each field.');
  if (typeof text !== 'string') throw new InvalidOptionError('text', 'must be a text.');
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new InvalidOptionError('limit', `must be a whole number of 0 or more; got ${limit}.`);
  }
  if (!(maxTokens >= 0)) {
    throw new InvalidOptionError('maxTokens', `must be a number of 0 or more; got ${maxTokens}.`);
  }
}
