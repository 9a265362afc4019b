import type {
  RetrievalDocument,
  RetrievalIndex,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import { WorkerEndedError } from '../retrieval/worker/worker-ended.ts';

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

/** Workers that may end one after another, without a search answered in between. */
const MOST_LOSSES = 3;

type MakeIndex = () => RetrievalIndex | Promise<RetrievalIndex>;

/** Makes an index that needs no worker; its searches say the problem. */
type MakeFallback = (problem: string) => RetrievalIndex | Promise<RetrievalIndex>;

/**
 * Makes an index with its first use. One that could not be made is tried again by the next call; one
 * that was never used is never made; one whose worker ended is made anew by the next call, and the
 * next search says so. After the third worker that ended without a search answered in between there is
 * no other one: the fallback takes its place for as long as the page lives.
 */
export function lateIndex(make: MakeIndex, makeFallback: MakeFallback): LateIndex {
  return new IndexOnDemand(make, makeFallback);
}

/**
 * Does work with an index, and does it again where a worker of the index ended meanwhile. It ends: the
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

class IndexOnDemand implements LateIndex {
  readonly #make: MakeIndex;
  readonly #makeFallback: MakeFallback;
  #opening: Promise<RetrievalIndex> | undefined;
  #losses = 0;
  /** Losses since a search was answered. */
  #lossesInARow = 0;
  #problem = '';
  #notice: string | undefined;
  /** The last that ended, until another one has its storage. */
  #lost: RetrievalIndex | undefined;

  constructor(make: MakeIndex, makeFallback: MakeFallback) {
    this.#make = make;
    this.#makeFallback = makeFallback;
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
    this.#notice = `The worker of the index ended: ${problem} The index was made anew, and nothing is missing.`;
  }
}
