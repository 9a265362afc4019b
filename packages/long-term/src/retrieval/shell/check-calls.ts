import { InvalidOptionError } from '@agent-memory/core';
import { isRetrievalDocument } from '../documents/document-shape.ts';
import type { RetrievalDocument, RetrievalQuery } from '../retrieval-index.ts';

/** @throws InvalidOptionError if one of them is no document; none of them was added. */
export function checkDocuments(documents: readonly RetrievalDocument[]): void {
  for (const [at, document] of documents.entries()) {
    if (isRetrievalDocument(document)) continue;
    throw new InvalidOptionError(
      `documents.${at}`,
      'must have an id and a text, and numbers for its times; none of the documents was added.',
    );
  }
}

/** @throws InvalidOptionError if the text is none, or a limit is no number of 0 or more. */
export function checkQuery({ text, limit = 0, maxTokens = 0 }: RetrievalQuery): void {
  if (typeof text !== 'string') throw new InvalidOptionError('text', 'must be a text.');
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new InvalidOptionError('limit', `must be a whole number of 0 or more; got ${limit}.`);
  }
  if (!(maxTokens >= 0)) {
    throw new InvalidOptionError('maxTokens', `must be a number of 0 or more; got ${maxTokens}.`);
  }
}
