import { systemClock } from '@agent-memory/core';
import { errorText } from '@agent-memory/core/internal';
import { type TabLock, takeTabLock } from '../platform/tab-lock.ts';
import { hybridIndex } from './hybrid-index.ts';
import type { HybridRetrievalIndex, SegmentStore } from './retrieval-index.ts';
import {
  checkRetrievalOptions,
  languageOfTag,
  type RetrievalIndexOptions,
} from './retrieval-options.ts';
import { SegmentWriter } from './shell/segment-writer.ts';
import { openHost } from './worker/open-host.ts';

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
  const { name = 'memory', segments, embedder } = options;
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
  const shared = lockOf(segments, name);
  const lock = await takeTabLock(shared, () => turn.take());
  const { host, release, problems, workerProblem, ended, talk } = await openOrLetGo(
    lock,
    async () => {
      // An index that no other tab can open has nobody to talk to.
      const talk = shared === undefined ? undefined : await import('./shell/index-tabs.ts');
      const opened = await openHost(
        { language, neighbours: neighbours || undefined },
        () => stored.read(),
        options.worker,
        clock,
      );
      return { ...opened, talk };
    },
  );
  // The index that replaces one whose worker ended may store itself.
  ended?.catch(() => lock.release());
  const writer = new SegmentWriter(stored.writable, name, host);
  // Storage that could not be read is not overwritten, and does not count as stored.
  if (!lock.wasFree || stored.writable !== segments) writer.yieldTurn();
  const tabs = shared && talk ? new talk.IndexTabs(shared, { host, writer, clock }) : undefined;
  turn.take = () => {
    writer.takeTurn();
    tabs?.noteTurn();
  };
  if (wasTaken) writer.takeTurn();
  return hybridIndex({
    host,
    writer,
    tabs,
    async release() {
      release();
      await segments?.close();
      await lock.release();
    },
    problems: [...stored.problems, ...problems],
    workerProblem,
    embedder,
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

/** The index stored under a name. Storage that cannot be read is no reason to find nothing at all. */
export class StoredIndex {
  readonly #store: SegmentStore | undefined;
  readonly #name: string;
  #problem: string | undefined;

  constructor(store: SegmentStore | undefined, name: string) {
    this.#store = store;
    this.#name = name;
  }

  get problems(): readonly string[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  /** The storage; nothing where it could not be read: then nothing in it is overwritten. */
  get writable(): SegmentStore | undefined {
    return this.#problem === undefined ? this.#store : undefined;
  }

  async read(): Promise<ReadonlyMap<string, ArrayBuffer>> {
    if (this.#store === undefined) return new Map();
    try {
      return await this.#store.read(this.#name);
    } catch (error) {
      this.#problem = `The stored index "${this.#name}" could not be read: ${errorText(error)} What is added is found until the page is left, and nothing stored is overwritten.`;
      return new Map();
    }
  }
}
