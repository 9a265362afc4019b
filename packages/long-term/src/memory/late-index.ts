import { errorText } from '@agent-memory/core/internal';
import type { RetrievalIndexOptions } from '../retrieval/create-retrieval-index.ts';
import type {
  RetrievalDocument,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import { WorkerEndedError } from '../retrieval/worker/worker-ended.ts';
import { wordIndex } from './word-index.ts';

/** An index that is made when it is first used, and tells whether it holds what it held before. */
export interface LateIndex extends Omit<RetrievalIndex, 'ids' | 'status'> {
  /** How often its worker ended: each time the next call makes it anew, with what was stored. */
  readonly losses: number;
  /** Whether everything that was ever added has to be added again: the index is empty or damaged. */
  hasLost(): Promise<boolean>;
  /** Whether what it holds is stored, as far as it says. */
  isStored(): Promise<boolean>;
  /** The ids of its documents; none where the index does not tell, nothing where it was not made yet. */
  ids(): Promise<readonly string[] | undefined>;
}

/**
 * Makes an index with its first use. One that could not be made is tried again by the next call; one
 * that was never used is never made; one whose worker ended is made anew by the next call, and the
 * next search says so.
 */
export function lateIndex(make: () => RetrievalIndex | Promise<RetrievalIndex>): LateIndex {
  return new IndexOnDemand(make);
}

class IndexOnDemand implements LateIndex {
  readonly #make: () => RetrievalIndex | Promise<RetrievalIndex>;
  #opening: Promise<RetrievalIndex> | undefined;
  #losses = 0;
  #notice: string | undefined;
  /** The last that ended, until another one has its storage. */
  #lost: RetrievalIndex | undefined;

  constructor(make: () => RetrievalIndex | Promise<RetrievalIndex>) {
    this.#make = make;
  }

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

  async ids(): Promise<readonly string[] | undefined> {
    if (this.#opening === undefined) return undefined;
    return this.#reach(async (index) => (await index.ids?.()) ?? []);
  }

  async hasLost(): Promise<boolean> {
    const status = await this.#reach(async (index) => index.status?.());
    return status !== undefined && (status.documents === 0 || status.problems.length > 0);
  }

  async isStored(): Promise<boolean> {
    if (this.#opening === undefined) return true;
    const status = await this.#reach(async (index) => index.status?.());
    return status?.isStored !== false;
  }

  async #reach<Result>(call: (index: RetrievalIndex) => Promise<Result>): Promise<Result> {
    this.#opening ??= (async () => this.#make())();
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

  #lose(index: RetrievalIndex, { problem }: WorkerEndedError): void {
    this.#lost = index;
    this.#opening = undefined;
    this.#losses += 1;
    this.#notice = `The worker of the index ended: ${problem} The index was made anew, and nothing is missing.`;
  }
}

/**
 * The index of the package, with its code fetched when it is first used. Where that cannot be fetched,
 * plain words are looked for, and every search says so.
 *
 * @throws InvalidOptionError if an option is refused.
 */
export async function packageIndex(options: RetrievalIndexOptions): Promise<RetrievalIndex> {
  let code: typeof import('../retrieval/create-retrieval-index.ts');
  try {
    code = await import('../retrieval/create-retrieval-index.ts');
  } catch (error) {
    return plainIndex(errorText(error));
  }
  return code.createRetrievalIndex(options);
}

function plainIndex(reason: string): RetrievalIndex {
  const plain = wordIndex();
  const sentence = `The code of the index could not be fetched (${reason}); only plain words are looked for until the page is loaded anew.`;
  return {
    add: (documents) => plain.add(documents),
    remove: (ids) => plain.remove(ids),
    ids: async () => (await plain.ids?.()) ?? [],
    settled: () => plain.settled(),
    close: () => plain.close(),
    async search(query) {
      const result = await plain.search(query);
      return { ...result, degraded: [...result.degraded, sentence] };
    },
  };
}
