import { type AbortSignalLike, AgentMemoryError } from '@agent-memory/core';
import {
  errorText,
  orAbort,
  SerialQueue,
  threads,
  throwIfAborted,
} from '@agent-memory/core/internal';
import type { UnbasedChange } from '../change/change-record.ts';
import { LongTermMemoryClosedError } from '../errors/record-errors.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type {
  RetrievalDocument,
  RetrievalQuery,
  RetrievalResult,
} from '../retrieval/retrieval-index.ts';
import type { AuditAction } from '../store/record-change.ts';
import type { RecordStore } from '../store/record-store.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { NamedIndex } from './package-index.ts';
import { overLosses } from './package-index.ts';

/** A write, here or in another tab; a write elsewhere comes without its content. */
interface WrittenRecords {
  readonly recordIds: readonly string[];
  readonly actions: readonly AuditAction[];
  readonly from: 'here' | 'elsewhere';
}

interface IndexedRecordsParts {
  readonly store: RecordStore;
  readonly index: NamedIndex;
  /** A record as the index finds it; `undefined` for one that it does not hold. */
  documentOf(record: MemoryRecord): RetrievalDocument | undefined;
  /** Called once, before the work of the first call. */
  onStart(): void | Promise<void>;
  /** Called when the index has it as well. */
  onWritten(written: WrittenRecords): void;
  onProblem(sentence: string): void;
}

const NOT_STORED = 'The index could not be stored; it is brought up at the next start';

/**
 * Records of a store with their index: memories and documents are made of it.
 *
 * - The store is opened, and the index filled, with the first call.
 * - Writes follow one another, the index follows them, and other tabs hear of them. Each is decided on
 *   what is stored when its turn comes, and again where another tab wrote first or the data was deleted.
 * - A fault of the index is reported and stops no write.
 */
export class IndexedRecords {
  readonly #parts: IndexedRecordsParts;
  readonly #keeper: IndexKeeper;
  readonly #queue = new SerialQueue();
  #isCutOff = false;
  #started: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #tabs: OtherTabs | undefined;

  constructor(parts: IndexedRecordsParts) {
    const { store, index } = parts;
    this.#parts = parts;
    this.#keeper = new IndexKeeper(store, index, (record) => parts.documentOf(record));
  }

  /** Does the work of a call, for as long as its caller waits. @throws LongTermMemoryClosedError behind `close`. */
  async run<Result>(
    work: () => Promise<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Result> {
    await this.begin(signal);
    return orAbort(work(), signal);
  }

  /** @throws LongTermMemoryClosedError behind `close`. */
  async begin(signal: AbortSignalLike | undefined): Promise<void> {
    if (this.#closing !== undefined) throw new LongTermMemoryClosedError();
    throwIfAborted(signal);
    this.#started ??= this.#start();
    await orAbort(this.#started, signal);
  }

  /** The one way into the store. @throws LongTermMemoryClosedError behind `close`; then nothing is written. */
  async write<Result>(decide: Decide<Result>, signal?: AbortSignalLike): Promise<Result> {
    if (this.#isCutOff) throw new LongTermMemoryClosedError(CUT_OFF);
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

  search(query: RetrievalQuery): Promise<RetrievalResult> {
    const { index } = this.#parts.index;
    return overLosses(index, async () => {
      const missing = await this.#keeper.refresh({ signal: query.signal });
      const found = await index.search(query);
      return { ...found, degraded: [...found.degraded, ...missing] };
    });
  }

  /** Brings the index to the store's revision. */
  catchUp(): Promise<void> {
    return this.#keeper.catchUp();
  }

  /** Takes no calls any more; resolves when what is under way has ended, and `before` is done. */
  close(before?: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#close(before);
    return this.#closing;
  }

  async #close(before: (() => Promise<void>) | undefined): Promise<void> {
    await before?.();
    this.#isCutOff = true;
    await this.#queue.settled();
    this.#tabs?.close();
    await this.#orReported(NOT_STORED, () => this.#keeper.close());
  }

  async #committed<Result>(
    decide: Decide<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Decided<Result>> {
    const { store } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const [basis, secret] = await Promise.all([
        store.revision({ signal }),
        store.secret({ signal }),
      ]);
      const decided = await decide(secret);
      if (!decided.change) return decided;
      try {
        await store.commit({ ...decided.change, basis, keyedBy: secret }, { signal });
        return decided;
      } catch (error) {
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
      }
    }
  }

  async #start(): Promise<void> {
    const { store, onWritten } = this.#parts;
    try {
      this.#tabs ??= otherTabs(store.address, ({ recordIds }) => {
        void this.#follow().then(() => onWritten({ recordIds, actions: [], from: 'elsewhere' }));
      });
      await this.#keeper.catchUp();
      if (this.#closing === undefined) await this.#parts.onStart();
    } catch (error) {
      // The next call tries again.
      this.#started = undefined;
      throw error;
    }
  }

  async #afterCommit({ puts = [], erase = [], audit = [] }: UnbasedChange): Promise<void> {
    const recordIds = [...puts.map(({ id }) => id), ...erase];
    const actions = audit.map(({ action }) => action);
    this.#tabs?.tell({ recordIds });
    await this.#follow();
    this.#parts.onWritten({ recordIds, actions, from: 'here' });
    void this.#orReported(NOT_STORED, () => this.#keeper.settleInBackground());
  }

  #follow(): Promise<void> {
    return this.#orReported('The index could not take what was written; it is stored', () =>
      this.#keeper.catchUp(),
    );
  }

  async #orReported(problem: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.onProblem(`${problem}. ${errorText(error)}`);
    }
  }
}

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
  'had stored before stays; make a new memory on the same store to continue.';

/** Times in a row that other tabs may come first; each of them has then written something. */
const MOST_TRIES = 50;

/** By its code: a store may come with another copy of this package. */
function isConflict(error: unknown): boolean {
  return AgentMemoryError.isInstance(error) && error.code === 'STORE_CONFLICT';
}

/** The news from one tab to the others: the ids that it has written. No text travels. */
interface TabMessage {
  readonly recordIds: readonly string[];
}

/** Word between the tabs that share a store [NS-2]. */
interface OtherTabs {
  tell(message: TabMessage): void;
  close(): void;
}

/** PERSISTED in the sense that tabs of two releases may run side by side. */
const CHANNEL = 'agent-memory:records:';

/** Listens to tabs on the same data; without an address, or where the platform has no channels, to nobody. */
export function otherTabs(
  address: string | undefined,
  onMessage: (message: TabMessage) => void,
): OtherTabs {
  const hear = (message: unknown) => {
    if (isTabMessage(message)) onMessage(message);
  };
  const channel =
    address === undefined ? undefined : threads.openTabChannel(CHANNEL + address, hear);
  return channel ?? { tell: () => undefined, close: () => undefined };
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false;
  const ids: unknown = Reflect.get(data, 'recordIds');
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string');
}
