import { errorText } from '@agent-memory/core/internal';
import type {
  RetrievalDocument,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import {
  checkRetrievalOptions,
  type RetrievalIndexOptions,
} from '../retrieval/retrieval-options.ts';
import { WorkerEndedError } from '../retrieval/worker/engine-host.ts';
import { wordIndex } from './word-index.ts';

/** An index, and the name under which a store keeps how far it is; one that begins empty with each page has none. */
export interface NamedIndex {
  readonly index: LateIndex;
  readonly name: string | undefined;
}

/**
 * The index of the package, made when it is first used.
 *
 * @param place of the options among those of the caller
 * @throws InvalidOptionError if an option is not known or makes no sense.
 */
export function namedIndex(options: RetrievalIndexOptions, place: string): NamedIndex {
  checkRetrievalOptions(options, place);
  const { segments, name = 'memory' } = options;
  const inPage = (problem: string) => packageIndexInPage(options, problem);
  return {
    index: new LateIndex(() => packageIndex(options), inPage),
    name: segments ? name : undefined,
  };
}

/** Where its code cannot be fetched, plain words are looked for, and every search says so. */
async function packageIndex(options: RetrievalIndexOptions): Promise<RetrievalIndex> {
  let code: typeof import('../retrieval/create-retrieval-index.ts');
  try {
    code = await import('../retrieval/create-retrieval-index.ts');
  } catch (error) {
    return plainIndex(`The code of the index could not be fetched (${errorText(error)}).`);
  }
  return code.createRetrievalIndex(options);
}

/** The same index in the page, for an app whose workers end; every search says so. */
async function packageIndexInPage(
  options: RetrievalIndexOptions,
  problem: string,
): Promise<RetrievalIndex> {
  const index = await packageIndex({ ...options, worker: false });
  return saying(
    index,
    `${problem} The index works in the page until that is loaded again; nothing is missing.`,
  );
}

/** Looks for plain words until the page is left, and stores nothing; every search says why. */
export function plainIndex(problem: string): RetrievalIndex {
  const plain = wordIndex();
  const sentence = `${problem} Only plain words are looked for until the page is loaded again.`;
  return {
    ...saying(plain, sentence),
    // Nobody may believe that the index under this name was given what this one was.
    async status() {
      const documents = (await plain.ids?.())?.length ?? 0;
      return { documents, withVector: 0, problems: [sentence], isStored: false };
    },
  };
}

function saying(index: RetrievalIndex, sentence: string): RetrievalIndex {
  const { status, ids } = index;
  return {
    add: (documents) => index.add(documents),
    remove: (gone) => index.remove(gone),
    settled: () => index.settled(),
    close: () => index.close(),
    ...(status && { status: () => status.call(index) }),
    ...(ids && { ids: () => ids.call(index) }),
    async search(query) {
      const result = await index.search(query);
      return { ...result, degraded: [...result.degraded, sentence] };
    },
  };
}

/** Workers that may end one after another, without a search answered in between. */
const MOST_LOSSES = 3;

/**
 * Does work with an index, and does it again if a worker of the index ended during it. It ends: the
 * index does without a worker before long.
 */
export async function overLosses<Result>(
  index: LateIndex,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const { losses } = index;
    try {
      return await work();
    } catch (error) {
      if (index.losses === losses) throw error;
    }
  }
}

/**
 * Makes an index with its first use. One that could not be made is tried again by the next call; one
 * that was never used is never made; one whose worker ended is made again by the next call, and the
 * next search says so. After the third worker that ended without a search answered in between there is
 * no other one: the fallback replaces it for as long as the page lives.
 */
export class LateIndex {
  readonly #make: () => RetrievalIndex | Promise<RetrievalIndex>;
  readonly #makeFallback: (problem: string) => RetrievalIndex | Promise<RetrievalIndex>;
  #opening: Promise<RetrievalIndex> | undefined;
  #losses = 0;
  /** Losses since a search was answered. */
  #lossesInARow = 0;
  #problem = '';
  #notice: string | undefined;
  /** The last that ended, until another one has its storage. */
  #lost: RetrievalIndex | undefined;

  constructor(
    make: () => RetrievalIndex | Promise<RetrievalIndex>,
    makeFallback: (problem: string) => RetrievalIndex | Promise<RetrievalIndex>,
  ) {
    this.#make = make;
    this.#makeFallback = makeFallback;
  }

  /** How often its worker ended: each time the next call makes it again, with what was stored. */
  get losses(): number {
    return this.#losses;
  }

  add(documents: readonly RetrievalDocument[]): Promise<void> {
    return this.#reach((index) => index.add(documents));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#reach((index) => index.remove(ids));
  }

  async search(query: RetrievalQuery): Promise<RetrievalResult> {
    const result = await this.#reach((index) => index.search(query));
    this.#lossesInARow = 0;
    const notice = this.#notice;
    if (notice === undefined) return result;
    this.#notice = undefined;
    return { ...result, degraded: [...result.degraded, notice] };
  }

  async settled(): Promise<void> {
    if (this.#opening !== undefined) await this.#reach((index) => index.settled());
  }

  async close(): Promise<void> {
    if (this.#opening !== undefined) await this.#reach((index) => index.close());
    else await this.#lost?.close();
  }

  /** The ids of its documents: `undefined` before it is made, `[]` if the index lists none. */
  async ids(): Promise<readonly string[] | undefined> {
    if (this.#opening === undefined) return undefined;
    return this.#reach(async (index) => (await index.ids?.()) ?? []);
  }

  /** Whether everything that was ever added has to be added again: the index is empty or damaged. */
  async hasLost(): Promise<boolean> {
    const status = await this.#reach(async (index) => index.status?.());
    return status !== undefined && (status.documents === 0 || status.problems.length > 0);
  }

  /** Whether it is stored, as far as the index says. */
  async isStored(): Promise<boolean> {
    if (this.#opening === undefined) return true;
    const status = await this.#reach(async (index) => index.status?.());
    return status?.isStored !== false;
  }

  async #reach<Result>(call: (index: RetrievalIndex) => Promise<Result>): Promise<Result> {
    this.#opening ??= this.#made();
    const opening = this.#opening;
    let index: RetrievalIndex;
    try {
      index = await opening;
      this.#lost = undefined;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
    try {
      return await call(index);
    } catch (error) {
      if (error instanceof WorkerEndedError && this.#opening === opening) this.#lose(index, error);
      throw error;
    }
  }

  async #made(): Promise<RetrievalIndex> {
    if (this.#lossesInARow < MOST_LOSSES) return this.#make();
    this.#notice = undefined;
    return this.#makeFallback(
      `The worker of the index ended ${MOST_LOSSES} times in a row, the last time so: ${this.#problem}`,
    );
  }

  #lose(index: RetrievalIndex, { problem }: WorkerEndedError): void {
    this.#lost = index;
    this.#opening = undefined;
    this.#losses += 1;
    this.#lossesInARow += 1;
    this.#problem = problem;
    this.#notice = `The worker of the index ended: ${problem} The index was made again, and nothing is missing.`;
  }
}
