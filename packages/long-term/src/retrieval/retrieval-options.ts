import { type Clock, InvalidOptionError } from '@agent-memory/core';
import * as check from '../platform/check-argument.ts';
import type { WordNeighbourTable } from './neighbours/word-neighbours.ts';
import type { Embedder, SegmentStore } from './retrieval-index.ts';

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

const OPTIONS: check.Checks<RetrievalIndexOptions> = {
  embedder: check.having('embed'),
  segments: check.having('read', 'write', 'close'),
  name: check.aName,
  language: check.anything,
  neighbours: check.checkThat(
    'must be `false`, or a table: `{ language, lines }`',
    (value) => value === false || typeof Reflect.get(Object(value), 'lines') === 'string',
  ),
  worker: check.checkThat(
    'must be `false`, or a function that makes a worker',
    (value) => value === false || typeof value === 'function',
  ),
  questionTimeoutMs: check.anAmount,
  clock: check.having('nowMs'),
};

/**
 * Looks at the options of an index, without the code of one.
 * @throws InvalidOptionError if one is not known or makes no sense.
 */
export function checkRetrievalOptions(options: RetrievalIndexOptions, where: string): void {
  check.checkFields(options, OPTIONS, where);
  languageOfTag(options.language ?? 'en');
}

/** The two letters of a language tag: `pt` of `pt-BR`. @throws InvalidOptionError if it is not one. */
export function languageOfTag(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    throw new InvalidOptionError(
      'language',
      `must be a language tag such as 'en' or 'pt-BR'; got '${String(tag)}'.`,
    );
  }
}
