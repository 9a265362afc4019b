import { SerialQueue } from '@agent-memory/core/internal';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordStore } from '../store/record-store.ts';
import type { LateIndex } from './late-index.ts';
import { documentOf } from './record-document.ts';

/**
 * Keeps an index at the store's revision.
 *
 * - One piece of work at a time; each brings the index from its position to the store's.
 * - What a crash or another tab left undone is brought up from `changesSince`.
 * - A failure leaves the position, so that the next work does it again: adding twice is harmless.
 */
export class IndexKeeper {
  readonly #store: RecordStore;
  readonly #index: LateIndex;
  readonly #name: string | undefined;
  readonly #queue = new SerialQueue();
  #position: number | undefined;
  #marked: number | undefined;
  #isSettling = false;

  constructor(store: RecordStore, index: LateIndex, name: string | undefined) {
    this.#store = store;
    this.#index = index;
    this.#name = name;
  }

  /** Brings the index to the store's revision. */
  catchUp(): Promise<void> {
    return this.#queue.run(async () => {
      let hasMore = true;
      while (hasMore) {
        const delta = await this.#store.changesSince(await this.#start());
        await this.#apply(delta.puts, delta.erased);
        this.#position = delta.revision;
        hasMore = delta.hasMore;
      }
    });
  }

  /** Waits until the index is stored whole, and remembers how far it had come by now. */
  async settle(): Promise<void> {
    // Outside of the queue: vectors may take long, and writes need not wait for them.
    const position = this.#position;
    await this.#index.settled();
    await this.#mark(position);
  }

  /** The same while writes go on: one at a time, and once more for what came meanwhile. */
  async settleInBackground(): Promise<void> {
    if (this.#name === undefined || this.#isSettling) return;
    this.#isSettling = true;
    try {
      while (this.#marked !== this.#position) await this.settle();
    } finally {
      this.#isSettling = false;
    }
  }

  /** Lets go of the index, which stores what it has. */
  async close(): Promise<void> {
    await this.#queue.settled();
    await this.#index.close();
    await this.#mark(this.#position);
  }

  async #mark(position: number | undefined): Promise<void> {
    if (this.#name === undefined || position === undefined || position === this.#marked) return;
    await this.#store.commit({ mark: { name: this.#name, revision: position } });
    this.#marked = position;
  }

  async #start(): Promise<number> {
    this.#position ??= await this.#storedPosition();
    return this.#position;
  }

  /** An index that lost something is filled from the beginning. */
  async #storedPosition(): Promise<number> {
    if (this.#name === undefined) return 0;
    const position = (await this.#store.mark(this.#name)) ?? 0;
    return position > 0 && (await this.#index.hasLost()) ? 0 : position;
  }

  async #apply(puts: readonly MemoryRecord[], erased: readonly string[]): Promise<void> {
    const ended = puts.filter((record) => record.ended !== undefined).map(({ id }) => id);
    const gone = [...ended, ...erased];
    if (gone.length > 0) await this.#index.remove(gone);
    const documents = puts.filter((record) => record.ended === undefined).map(documentOf);
    if (documents.length > 0) await this.#index.add(documents);
  }
}
