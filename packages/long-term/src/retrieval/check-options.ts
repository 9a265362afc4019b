import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { checkPort } from '../platform/check-port.ts';
import type { RetrievalIndexOptions } from './create-retrieval-index.ts';
import { languageOfTag } from './text/language-of-tag.ts';

const OPTIONS = {
  embedder: true,
  segments: true,
  name: true,
  language: true,
  neighbours: true,
  reranker: true,
  count: true,
  worker: true,
  questionTimeoutMs: true,
  clock: true,
} as const satisfies KnownNames<RetrievalIndexOptions>;

/**
 * Looks at the options of an index, without the code of one.
 * @throws InvalidOptionError if one is not known or makes no sense.
 */
export function checkRetrievalOptions(options: RetrievalIndexOptions, where: string): void {
  refuseUnknown(options, OPTIONS, where);
  const {
    name = 'memory',
    language = 'en',
    neighbours,
    worker,
    count,
    questionTimeoutMs,
  } = options;
  languageOfTag(language);
  if (questionTimeoutMs !== undefined && !(questionTimeoutMs > 0)) {
    throw new InvalidOptionError(
      'questionTimeoutMs',
      `must be milliseconds, more than 0; got ${questionTimeoutMs}.`,
    );
  }
  if (typeof name !== 'string' || name === '') {
    throw new InvalidOptionError('name', 'must be a text that is not empty.');
  }
  checkPort('embedder', options.embedder, 'embed');
  checkPort('reranker', options.reranker, 'rerank');
  checkPort('segments', options.segments, 'read', 'write', 'close');
  checkPort('clock', options.clock, 'nowMs');
  if (count !== undefined && typeof count !== 'function') {
    throw new InvalidOptionError('count', 'must be a function that counts the tokens of a text.');
  }
  if (worker !== undefined && worker !== false && typeof worker !== 'function') {
    throw new InvalidOptionError('worker', 'must be `false`, or a function that makes a worker.');
  }
  if (neighbours !== undefined && neighbours !== false && typeof neighbours?.lines !== 'string') {
    throw new InvalidOptionError(
      'neighbours',
      'must be `false`, or a table: `{ language, lines }`.',
    );
  }
}
