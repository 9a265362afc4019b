import { type AbortSignalLike, AgentMemoryError } from '@agent-memory/core';
import { orAbort, SerialQueue, throwIfAborted } from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import type { RecordStore } from '../store/record-store.ts';

/** What was decided, and what its caller is told once it is stored. */
export interface Decided<Result> {
  /** Absent: there is nothing to write. */
  readonly change?: UnbasedChange | undefined;
  readonly result: Result;
}

/** Times in a row that other tabs may come first; each of them has then written something. */
const MOST_TRIES = 50;

/**
 * The one way into the store.
 *
 * - Writes of this tab follow one another; each is decided on what is stored when its turn comes.
 * - Where another tab wrote meanwhile, it is decided anew.
 * - It resolves when the store has it.
 */
export class Writer {
  readonly #store: RecordStore;
  readonly #afterCommit: (change: UnbasedChange) => Promise<void>;
  readonly #queue = new SerialQueue();

  constructor(store: RecordStore, afterCommit: (change: UnbasedChange) => Promise<void>) {
    this.#store = store;
    this.#afterCommit = afterCommit;
  }

  run<Result>(decide: () => Promise<Decided<Result>>, signal?: AbortSignalLike): Promise<Result> {
    return orAbort(
      this.#queue.run(async () => {
        throwIfAborted(signal);
        const { change, result } = await this.#committed(decide, signal);
        if (change) await this.#afterCommit(change);
        return result;
      }),
      signal,
    );
  }

  /** Resolves when everything given so far is over. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  async #committed<Result>(
    decide: () => Promise<Decided<Result>>,
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<Result>> {
    for (let tries = 1; ; tries += 1) {
      const basis = await this.#store.revision({ signal });
      const decided = await decide();
      if (!decided.change) return decided;
      try {
        await this.#store.commit({ ...decided.change, basis }, { signal });
        return decided;
      } catch (error) {
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
      }
    }
  }
}

/** By its code: a store may come with another copy of this package. */
function isConflict(error: unknown): boolean {
  return AgentMemoryError.isInstance(error) && error.code === 'STORE_CONFLICT';
}
