import { type AbortSignalLike, AgentMemoryError } from '@agent-memory/core';
import { orAbort, SerialQueue, throwIfAborted } from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import { LongTermMemoryClosedError } from '../errors/record-errors.ts';
import type { RecordStore } from '../store/record-store.ts';

/** A decided change, and the result for its caller once it is stored. */
export interface Decided<Result> {
  /** Absent: there is nothing to write. */
  readonly change?: UnbasedChange | undefined;
  readonly result: Result;
}

/** Decides about what is stored now; ids and tombstones are keyed with the secret of that store. */
type Decide<Result> = (secret: Uint8Array) => Promise<Decided<Result>>;

const CUT_OFF =
  'This long-term memory was disposed while the call ran: this write was not made. What the call ' +
  'had stored before stays; make a new memory on the same store to go on.';

/** Times in a row that other tabs may come first; each of them has then written something. */
const MOST_TRIES = 50;

/**
 * The one way into the store.
 *
 * - Writes of this tab follow one another; each is decided on what is stored when its turn comes.
 * - Where another tab wrote meanwhile, or the store's data was deleted, it is decided anew.
 * - It resolves when the store has it.
 */
export class Writer {
  readonly #store: RecordStore;
  readonly #afterCommit: (change: UnbasedChange) => Promise<void>;
  readonly #queue = new SerialQueue();
  #isClosed = false;

  constructor(store: RecordStore, afterCommit: (change: UnbasedChange) => Promise<void>) {
    this.#store = store;
    this.#afterCommit = afterCommit;
  }

  /** @throws LongTermMemoryClosedError behind `close`; then nothing is written. */
  async run<Result>(decide: Decide<Result>, signal?: AbortSignalLike): Promise<Result> {
    if (this.#isClosed) throw new LongTermMemoryClosedError(CUT_OFF);
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

  /** Takes nothing in any more; resolves when everything given so far is over. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#queue.settled();
  }

  async #committed<Result>(
    decide: Decide<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<Result>> {
    for (let tries = 1; ; tries += 1) {
      const [basis, secret] = await Promise.all([
        this.#store.revision({ signal }),
        this.#store.secret({ signal }),
      ]);
      const decided = await decide(secret);
      if (!decided.change) return decided;
      try {
        await this.#store.commit({ ...decided.change, basis, keyedBy: secret }, { signal });
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
