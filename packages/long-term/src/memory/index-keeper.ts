import { errorText, SerialQueue, throwIfAborted } from '@agent-memory/core/internal';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RetrievalDocument } from '../retrieval/retrieval-index.ts';
import { isSameSecret } from '../store/record-page.ts';
import type { RecordCallOptions, RecordStore } from '../store/record-store.ts';
import type { NamedIndex } from './package-index.ts';
import { type LateIndex, overLosses } from './package-index.ts';

/** A record as the index finds it; `undefined` for one that it does not hold. */
type DocumentOf = (record: MemoryRecord) => RetrievalDocument | undefined;

/** How far an index has come, and in which store. */
interface Place {
  readonly position: number | undefined;
  readonly identity: Uint8Array | undefined;
}

/**
 * Keeps an index at the store's revision.
 *
 * - One piece of work at a time; each brings the index from its position to the store's.
 * - What a crash or another tab left undone is brought up from `changesSince`, at the latest by the next search.
 * - A failure leaves the position, so that the next work does it again: adding twice is harmless.
 * - A store that was deleted and started over is another one: the index is filled from its beginning,
 *   and what it does not have leaves the index.
 */
export class IndexKeeper {
  readonly #store: RecordStore;
  readonly #index: LateIndex;
  readonly #name: string | undefined;
  readonly #documentOf: DocumentOf;
  readonly #queue = new SerialQueue();
  #position: number | undefined;
  /** The secret of the store that the position is one of. */
  #identity: Uint8Array | undefined;
  /** Losses of the index that have been made good. */
  #losses = 0;
  /** While the index is filled from the beginning: what it was given. */
  #given: Set<string> | undefined;
  #marked: number | undefined;
  #isSettling = false;

  constructor(store: RecordStore, { index, name }: NamedIndex, documentOf: DocumentOf) {
    this.#store = store;
    this.#index = index;
    this.#name = name;
    this.#documentOf = documentOf;
  }

  /** Brings the index to the store's revision. */
  catchUp(): Promise<void> {
    return this.#queue.run(() => overLosses(this.#index, () => this.#bringUp()));
  }

  /** Fills an index that was lost since it was last brought up. */
  async revive(): Promise<void> {
    if (this.#isLost()) await this.catchUp();
  }

  /**
   * Brings the index up before a search, also with what another memory or tab has written: one cheap
   * read tells whether there is any. An index that cannot take what is new is searched without it: the
   * sentences say so.
   */
  async refresh(options: RecordCallOptions): Promise<readonly string[]> {
    await this.revive();
    if ((await this.#store.revision(options)) === this.#position) return [];
    const { losses } = this.#index;
    try {
      await this.#queue.run(() => this.#bringUpFrom(options));
      return [];
    } catch (error) {
      if (this.#index.losses !== losses) throw error;
      throwIfAborted(options.signal);
      return [
        `Not searched: what was written last, which the index could not take. ${errorText(error)}`,
      ];
    }
  }

  /** Where several searches waited, the first one has done it for all. */
  async #bringUpFrom(options: RecordCallOptions): Promise<void> {
    if ((await this.#store.revision(options)) !== this.#position) await this.#bringUp();
  }

  #isLost(): boolean {
    return this.#losses !== this.#index.losses;
  }

  async #bringUp(): Promise<void> {
    if (this.#isLost()) this.#position = undefined;
    this.#losses = this.#index.losses;
    let hasMore = true;
    while (hasMore) hasMore = await this.#advance();
    await this.#removeForeign();
  }

  /** Takes one page of changes; true where there is more to take. */
  async #advance(): Promise<boolean> {
    const start = await this.#start();
    const delta = await this.#store.changesSince(start);
    // Asked for behind the changes: a store that was replaced in between is noticed as well.
    const identity = await this.#store.secret();
    const isReplaced = this.#identity !== undefined && !isSameSecret(identity, this.#identity);
    this.#identity = identity;
    if (isReplaced || delta.revision < start) {
      this.#begin(0);
      return true;
    }
    await this.#apply(delta.puts, delta.erased);
    this.#position = delta.revision;
    return delta.hasMore;
  }

  /**
   * Waits until the index is stored whole, and remembers how far it had come; one at a time, and once more
   * for records written during the wait.
   */
  async settleInBackground(): Promise<void> {
    if (this.#name === undefined || this.#isSettling) return;
    this.#isSettling = true;
    try {
      let settled: number | undefined;
      while (settled !== this.#position && this.#marked !== this.#position) {
        settled = this.#position;
        await this.revive();
        // Outside of the queue: vectors may take long, and writes need not wait for them.
        const place = this.#place();
        await this.#index.settled();
        if (await this.#index.isStored()) await this.#mark(place);
      }
    } finally {
      this.#isSettling = false;
    }
  }

  /** Lets go of the index, which stores what it has. */
  async close(): Promise<void> {
    await this.#queue.settled();
    const isStored = !this.#isLost() && (await this.#isStored());
    await this.#index.close();
    if (isStored) await this.#mark(this.#place());
  }

  /** An index that cannot be asked any more has stored nothing of late. */
  async #isStored(): Promise<boolean> {
    const { losses } = this.#index;
    try {
      return await this.#index.isStored();
    } catch (error) {
      if (this.#index.losses === losses) throw error;
      return false;
    }
  }

  #place(): Place {
    return { position: this.#position, identity: this.#identity };
  }

  /** A store that was deleted meanwhile refuses the mark of the one before. */
  async #mark({ position, identity }: Place): Promise<void> {
    if (this.#name === undefined || position === undefined || position === this.#marked) return;
    const mark = { name: this.#name, revision: position };
    await this.#store.commit({ mark, ...(identity && { keyedBy: identity }) });
    this.#marked = position;
  }

  async #start(): Promise<number> {
    return this.#position ?? this.#begin(await this.#storedPosition());
  }

  #begin(position: number): number {
    this.#position = position;
    this.#marked = undefined;
    this.#given = position === 0 ? new Set() : undefined;
    return position;
  }

  /** The documents that an index has and the store has not, after it was filled from the beginning. */
  async #removeForeign(): Promise<void> {
    const given = this.#given;
    if (given === undefined) return;
    const ids = await this.#index.ids();
    if (ids === undefined) return;
    const foreign = ids.filter((id) => !given.has(id));
    if (foreign.length > 0) await this.#index.remove(foreign);
    this.#given = undefined;
  }

  /** An index that lost something is filled from the beginning. */
  async #storedPosition(): Promise<number> {
    if (this.#name === undefined) return 0;
    const position = (await this.#store.mark(this.#name)) ?? 0;
    return position > 0 && (await this.#index.hasLost()) ? 0 : position;
  }

  async #apply(puts: readonly MemoryRecord[], erased: readonly string[]): Promise<void> {
    const documents = puts.flatMap((record) =>
      record.ended === undefined ? (this.#documentOf(record) ?? []) : [],
    );
    if (documents.length > 0) await this.#index.add(documents);
    for (const { id } of documents) this.#given?.add(id);
    // Behind what is new: a storage that fails keeps nothing from being found.
    const ended = puts.filter((record) => record.ended !== undefined).map(({ id }) => id);
    const gone = [...ended, ...erased];
    if (gone.length > 0) await this.#index.remove(gone);
    for (const id of gone) this.#given?.delete(id);
  }
}
