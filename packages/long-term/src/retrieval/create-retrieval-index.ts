import { estimateTokens } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { Embedder } from './embedder.ts';
import { HybridIndex } from './hybrid-index.ts';
import type { WordNeighbourTable } from './neighbours/word-neighbours.ts';
import type { Reranker } from './reranker.ts';
import type { HybridRetrievalIndex } from './retrieval-index.ts';
import type { SegmentStore } from './segment-store.ts';
import { readStored } from './shell/read-stored.ts';
import { openHost } from './worker/open-host.ts';

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
   * Whether the index lives in a worker, where there are workers. In the page its work is done a few
   * milliseconds at a time. Default: `true`.
   */
  readonly worker?: boolean;
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
} as const satisfies KnownNames<RetrievalIndexOptions>;

/**
 * Makes an index that finds texts by words, by words of like meaning and, with an embedder, by
 * meaning. What is stored under its name is read again, not rebuilt.
 *
 * @example
 * const index = await createRetrievalIndex();
 * await index.add([{ id: '1', text: 'My boat is called Albatross.', author: 'Ana' }]);
 * const { hits } = await index.search({ text: 'What is the name of the ship?' });
 * console.log(hits[0]?.document.text);
 *
 * @throws InvalidOptionError if an option is unknown or the language is no language tag.
 */
export async function createRetrievalIndex(
  options: RetrievalIndexOptions = {},
): Promise<HybridRetrievalIndex> {
  refuseUnknown(options, OPTIONS, 'createRetrievalIndex');
  const { language = 'en', name = 'memory', segments } = options;
  const neighbours = options.neighbours ?? (isEnglish(language) ? 'english' : undefined);
  const stored = await readStored(segments, name);
  const opened = await openHost({
    language,
    neighbours: neighbours || undefined,
    segments: stored.segments,
  });
  return new HybridIndex({
    ...opened,
    problems: [...stored.problems, ...opened.problems],
    name,
    store: stored.store,
    embedder: options.embedder,
    reranker: options.reranker,
    count: options.count ?? estimateTokens,
  });
}

function isEnglish(language: string): boolean {
  return /^en\b/i.test(language);
}
