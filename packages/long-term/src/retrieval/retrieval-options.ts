import { type Clock, InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { checkPort } from '../platform/check-port.ts';
import type { Embedder } from './embedder.ts';
import type { WordNeighbourTable } from './neighbours/word-neighbours.ts';
import type { Reranker } from './reranker.ts';
import type { SegmentStore } from './segment-store.ts';
import { languageOfTag } from './text/language-of-tag.ts';

/** How an index is made; all of it can be left out. */
export interface RetrievalIndexOptions {
  /** Makes vectors. Without one, words and their neighbours find what is found. */
  readonly embedder?: Embedder;
  /** Where the index lives over reloads. Default: in memory only. */
  readonly segments?: SegmentStore;
  /** Names the index in `segments`. Default: `memory`. */
  readonly name?: string;
  /** The language of most texts, as `de` or `pt-BR`: its stop words, stems and months. Default: `en`. */
  readonly language?: string;
  /**
   * Words of like meaning, for what is asked in other words. Default: a table that comes with the
   * package where the language is **English**, none for other languages. `false`: none.
   */
  readonly neighbours?: WordNeighbourTable | false;
  /** Looks at the best candidates again. Default: none. */
  readonly reranker?: Reranker;
  /** Tokens of a text, for `maxTokens`. Default: core's estimate. */
  readonly count?: (text: string) => number;
  /**
   * Makes the worker that the index lives in, for an app that places it by itself: it loads
   * `@agent-memory/long-term/retrieval-worker`. `false`: no worker; in the page the work is done a few
   * milliseconds at a time. Default: the worker of this package, where there are workers.
   */
  readonly worker?: (() => Worker) | false;
  /**
   * Longest wait for the vector of a question, in milliseconds; then words alone decide, and `degraded`
   * says so. Default: 2000.
   */
  readonly questionTimeoutMs?: number;
  /** Default: the platform's own. */
  readonly clock?: Clock;
}

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
  const isTimeout = typeof questionTimeoutMs === 'number' && questionTimeoutMs > 0;
  if (questionTimeoutMs !== undefined && !isTimeout) {
    const given = String(questionTimeoutMs);
    throw new InvalidOptionError(
      'questionTimeoutMs',
      `must be milliseconds, more than 0; got ${given}.`,
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
