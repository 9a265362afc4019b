import {
  AgentMemoryError,
  type Clock,
  InvalidOptionError,
  StoreUnavailableError,
  systemClock,
} from '@agent-memory/core';
import { errorText, type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { KnownRecord, ListFilter, LongTermMemory } from '@agent-memory/long-term';
import { sameRecords } from './same-records.ts';

/** The records of a filter as a list shows them; immutable. */
export interface MemoryListState {
  /** Records that hold, newest first, with their confidence and labels; as many pages as were asked for. */
  readonly records: readonly KnownRecord[];
  /** Whether more follow. */
  readonly hasMore: boolean;
  /** The first page, `loadMore` or `refresh` is on its way. Following a change shows nothing. */
  readonly isLoading: boolean;
  /** Why the last reading failed; `records` is what was read before it. */
  readonly error: AgentMemoryError | undefined;
}

/** The state before anything was read, and on a server. */
export const NOTHING_READ: MemoryListState = Object.freeze({
  records: Object.freeze([]),
  hasMore: false,
  isLoading: true,
  error: undefined,
});

/** How a list is read. */
export interface MemoryListOptions {
  /** Records of a page. Default: 50. */
  readonly limit?: number;
}

const OPTIONS = { limit: true } as const satisfies KnownNames<MemoryListOptions>;
const PAGE = 50;

/** Ends when nobody listens any more. */
interface Watch {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** The outcome of a reading. */
interface Reading {
  readonly records: readonly KnownRecord[];
  readonly next: string | undefined;
}

/**
 * The records of a filter, kept up to date while somebody listens.
 *
 * - Making one does nothing. It reads when the first listener comes, when records change here or in
 *   another tab, and when it is asked to.
 * - Readings follow one another; changes during a reading lead to one more.
 * - It reads again when the time of a record that it shows is over: that is no write.
 * - When the last listener leaves, the reading is aborted, and what it brings changes nothing.
 * - A record that did not change stays the same object, and so does the state.
 */
export class MemoryList {
  readonly #longTerm: LongTermMemory;
  readonly #filter: ListFilter;
  readonly #options: MemoryListOptions;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING_READ;
  #next: string | undefined;
  #pages = 1;
  /** Readings that somebody asked for and that are not over. */
  #asked = 0;
  #watch: Watch | undefined;
  #last: Promise<void> = Promise.resolve();
  /** A reading from the start that has not begun. */
  #waiting: Promise<void> | undefined;
  #more: Promise<void> | undefined;
  #stopTimer: (() => void) | undefined;

  constructor(
    longTerm: LongTermMemory,
    filter: ListFilter,
    options: MemoryListOptions,
    clock: Clock = systemClock,
  ) {
    this.#clock = clock;
    this.#longTerm = longTerm;
    this.#filter = filter;
    this.#options = options;
  }

  readonly getState = (): MemoryListState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  };

  /** Reads the pages there are again. Never rejects: an error shows in the state. */
  readonly refresh = (): Promise<void> => this.#ask(() => this.#readAgain());

  /** Reads the next page; one at a time. Never rejects: an error shows in the state. */
  readonly loadMore = (): Promise<void> => {
    if (!this.#state.hasMore) return Promise.resolve();
    this.#more ??= this.#ask(() => this.#inTurn((signal) => this.#readOn(signal))).finally(() => {
      this.#more = undefined;
    });
    return this.#more;
  };

  #begin(): void {
    const controller = new AbortController();
    const stop = this.#longTerm.subscribe(({ type }) => {
      if (type === 'record-change' || type === 'record-erase') void this.#readAgain();
    });
    this.#watch = {
      signal: controller.signal,
      end: () => {
        stop();
        controller.abort();
      },
    };
    void this.refresh();
  }

  #end(): void {
    this.#watch?.end();
    this.#stopTimer?.();
    this.#watch = undefined;
    this.#waiting = undefined;
  }

  async #ask(read: () => Promise<void>): Promise<void> {
    if (!this.#watch) return;
    this.#asked += 1;
    this.#show({});
    try {
      await read();
    } finally {
      this.#asked -= 1;
      this.#show({});
    }
  }

  #readAgain(): Promise<void> {
    this.#waiting ??= this.#inTurn((signal) => {
      // A change from now on is one that this reading may not see.
      this.#waiting = undefined;
      return this.#read({ records: [], next: undefined }, this.#pages * this.#limit(), signal);
    });
    return this.#waiting;
  }

  async #readOn(signal: AbortSignal): Promise<Reading> {
    const { records } = this.#state;
    if (this.#next === undefined) return { records, next: undefined };
    const start = { records, next: this.#next };
    const reading = await this.#read(start, records.length + this.#limit(), signal);
    this.#pages += 1;
    return reading;
  }

  /** A page may have fewer than were asked for: it reads on until there are enough, or no more. */
  async #read({ records, next }: Reading, wanted: number, signal: AbortSignal): Promise<Reading> {
    const read = [...records];
    let after = next;
    do {
      const page = await this.#longTerm.list(this.#filter, {
        signal,
        limit: wanted - read.length,
        ...(after === undefined ? {} : { after }),
      });
      read.push(...page.items);
      after = page.next;
    } while (after !== undefined && read.length < wanted);
    return { records: read, next: after };
  }

  /** @throws InvalidOptionError if the options make no sense. */
  #limit(): number {
    refuseUnknown(this.#options, OPTIONS, 'useMemories');
    const { limit = PAGE } = this.#options;
    if (Number.isInteger(limit) && limit >= 1) return limit;
    throw new InvalidOptionError('limit', `must be a whole number from 1; got ${limit}.`);
  }

  #inTurn(read: (signal: AbortSignal) => Promise<Reading>): Promise<void> {
    const watch = this.#watch;
    this.#last = this.#last.then(async () => {
      if (!watch || watch !== this.#watch) return;
      try {
        const { records, next } = await read(watch.signal);
        if (watch !== this.#watch) return;
        this.#next = next;
        this.#show({ records, hasMore: next !== undefined, error: undefined });
        this.#waitForNextEnd();
      } catch (cause) {
        if (watch === this.#watch) this.#show({ error: listingError(cause) });
      }
    });
    return this.#last;
  }

  /** An end that is past already is not one: the clock of the memory is another one then. */
  #waitForNextEnd(): void {
    this.#stopTimer?.();
    const nowMs = this.#clock.nowMs();
    const ends = this.#state.records.map(endOf).filter((end) => end > nowMs);
    const next = ends.reduce((one, other) => Math.min(one, other), Infinity);
    if (next === Infinity) return;
    this.#stopTimer = this.#clock.startTimer?.(() => void this.#readAgain(), next - nowMs);
  }

  #show(change: Partial<MemoryListState>): void {
    const before = this.#state;
    const merged = { ...before, ...change, isLoading: this.#asked > 0 };
    const state = { ...merged, records: sameRecords(before.records, merged.records) };
    const isSame =
      state.records === before.records &&
      state.hasMore === before.hasMore &&
      state.isLoading === before.isLoading &&
      state.error === before.error;
    if (isSame) return;
    this.#state = Object.freeze(state);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** When a record is given out no more, no matter who writes or does not. */
function endOf({ record }: KnownRecord): number {
  const { pinned, muted, expiresAtMs = Infinity, reviewByMs = Infinity } = record;
  return pinned || muted ? Infinity : Math.min(expiresAtMs, reviewByMs);
}

function listingError(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const message = `The records could not be listed, nothing was lost: ${errorText(cause)} Call \`refresh\` to read them again.`;
  return new StoreUnavailableError(message, { cause });
}
