import { type Clock, estimateTokens, systemClock } from '@agent-memory/core';
import { type TabLock, takeTabLock } from '../platform/tab-lock.ts';
import { checkRetrievalOptions } from './check-options.ts';
import type { Embedder } from './embedder.ts';
import { HybridIndex } from './hybrid-index.ts';
import type { WordNeighbourTable } from './neighbours/word-neighbours.ts';
import type { Reranker } from './reranker.ts';
import type { HybridRetrievalIndex } from './retrieval-index.ts';
import type { SegmentStore } from './segment-store.ts';
import { IndexTabs } from './shell/index-tabs.ts';
import { SegmentWriter } from './shell/segment-writer.ts';
import { StoredIndex } from './shell/stored-index.ts';
import { languageOfTag } from './text/language-of-tag.ts';
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

const QUESTION_TIMEOUT_MS = 2000;

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
 * @throws InvalidOptionError if an option is unknown or makes no sense: a language that is no
 *   language tag, a time limit that is no number above 0, an embedder that cannot embed.
 */
export async function createRetrievalIndex(
  options: RetrievalIndexOptions = {},
): Promise<HybridRetrievalIndex> {
  checkRetrievalOptions(options, 'createRetrievalIndex');
  const { name = 'memory', segments, embedder, reranker, count = estimateTokens } = options;
  const { questionTimeoutMs = QUESTION_TIMEOUT_MS, clock = systemClock } = options;
  const language = languageOfTag(options.language ?? 'en');
  const neighbours = options.neighbours ?? (language === 'en' ? 'english' : undefined);
  const stored = new StoredIndex(segments, name);
  let wasTaken = false;
  const turn = {
    take: (): void => {
      wasTaken = true;
    },
  };
  const lock = await takeTabLock(lockOf(segments, name), () => turn.take());
  const { host, release, problems, ended } = await openOrLetGo(lock, () =>
    openHost(
      { language, neighbours: neighbours || undefined },
      () => stored.read(),
      options.worker,
      clock,
    ),
  );
  // The index that takes the place of one whose worker ended may store itself.
  ended?.catch(() => lock.release());
  const writer = new SegmentWriter(stored.writable, name, host);
  // Storage that could not be read is not overwritten, and does not count as stored.
  if (!lock.wasFree || stored.writable !== segments) writer.yieldTurn();
  const tabs = new IndexTabs(lockOf(segments, name), { host, writer, clock });
  turn.take = () => {
    writer.takeTurn();
    tabs.noteTurn();
  };
  if (wasTaken) writer.takeTurn();
  return new HybridIndex({
    host,
    writer,
    tabs,
    async release() {
      release();
      await segments?.close();
      await lock.release();
    },
    problems: [...stored.problems, ...problems],
    embedder,
    reranker,
    count,
    questionTimeoutMs,
    clock,
  });
}

async function openOrLetGo<Opened>(lock: TabLock, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** PERSISTED in the sense that tabs of two releases may run side by side: their lock, and their channel. */
const LOCK = 'agent-memory-index:';

function lockOf(segments: SegmentStore | undefined, name: string): string | undefined {
  return segments?.address === undefined ? undefined : `${LOCK}${segments.address}:${name}`;
}
