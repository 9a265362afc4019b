import { asMemoryError } from '../errors/as-memory-error.ts';
import { SessionClosedError } from '../errors/errors.ts';
import { StoreCorruptError } from '../errors/store-errors.ts';
import { recordsOf } from '../history/history.ts';
import { type Clock, startTimer } from '../platform/clock.ts';
import type {
  EntryPlaces,
  MemoryStore,
  StoredRecords,
  StoredSession,
} from '../storage/memory-store.ts';
import { checkJoined, gapsOf, neededPlaces, PAGE, pagesOf } from '../storage/newest-part.ts';
import { recordsOfStore } from '../storage/passed-on-entries.ts';
import { checkTree } from '../storage/stored-transcript.ts';
import { olderRecords } from '../storage/tracked-session.ts';
import type { Entry } from '../transcript/entry.ts';
import { damageReport } from './damage-report.ts';
import type { WriterHost } from './writer-host.ts';

/** So many of the newest entries are read first: more than a screen shows, less than anybody notices. */
export const NEWEST = 200;
/** A context of more older entries than these waits for all. */
const MOST_NEEDED = 4_000;
const TRIES = 3;
const PAUSE_MS = 500;

/** The page has shown what it opened with by then. */
const BACKGROUND_MS = 250;

/** The session that entries are read for. */
export type OlderEntriesHost<Pad> = Pick<WriterHost<Pad>, 'snapshot' | 'dispatch' | 'tell'>;

/**
 * The entries of one session that were left out when it was opened [STO-9].
 *
 * - They are read newest first, a page at a time, each checked against its neighbours.
 * - A page that cannot be read is tried again, three times in all; then the session goes on without, says so,
 *   and the next call that needs them tries again. Nothing is ever taken for the whole in their stead.
 * - Where one of them is damaged, the session is read whole, as the store mends it.
 */
export class OlderEntries<Pad> {
  /** Resolves when all are there, whoever asked for them. */
  readonly loaded: Promise<void>;
  readonly #host: OlderEntriesHost<Pad>;
  readonly #store: MemoryStore;
  readonly #clock: Clock;
  /** The places that are still to be read, oldest first. */
  readonly #gaps: EntryPlaces[] = [];
  #filling: Promise<void> | undefined;
  #lacksRecords = false;
  #noteLoaded = (): void => undefined;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(host: OlderEntriesHost<Pad>, store: MemoryStore, clock: Clock) {
    this.#host = host;
    this.#store = store;
    this.#clock = clock;
    this.loaded = new Promise((resolve) => {
      this.#noteLoaded = resolve;
    });
  }

  /**
   * The newest part of a session with the older entries that its contexts are made of, where these are
   * few; itself where all was read. Where something is damaged, the session as its store mends it.
   * @throws what the store rejects with.
   */
  async opened(stored: StoredSession | undefined): Promise<StoredSession | undefined> {
    if (stored?.entriesFrom !== undefined) {
      const entries = await this.#withNeeded(stored);
      if (!entries) return this.#mended(stored.info.id);
      this.#gaps.push(...gapsOf(entries));
      // The schedule goes by the last compaction that made room for all.
      const tellsLast = stored.compactions.some(({ reason }) => reason !== 'TOOL_LIMIT');
      const records = stored.lacksRecords && !tellsLast && (await this.#records());
      this.#lacksRecords = stored.lacksRecords === true && !records;
      if (this.#gaps.length === 0 && !this.#lacksRecords) this.#noteLoaded();
      else this.#inBackground();
      return { ...stored, entries, ...(records && recordsOnly(records)) };
    }
    this.#noteLoaded();
    return stored;
  }

  async #mended(id: string): Promise<StoredSession | undefined> {
    const stored = await this.#store.load(id);
    this.#noteLoaded();
    return stored;
  }

  /** Resolves when all are there. @throws what hindered it after a few tries. */
  whole(): Promise<void> {
    if (this.#gaps.length === 0 && !this.#lacksRecords) return Promise.resolve();
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Nobody needs them any more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  #inBackground(): void {
    const begin = () => {
      // Trouble is among the degradations then; who needs the entries tries again.
      this.whole().catch(() => undefined);
    };
    this.#stopTimer = (this.#clock.startTimer ?? startTimer)(begin, BACKGROUND_MS);
  }

  /** The entries that were read, and those that contexts are made of; `undefined` where they do not fit together. */
  async #withNeeded(stored: StoredSession): Promise<readonly Entry[] | undefined> {
    const { id } = stored.info;
    const needed = neededPlaces(stored);
    const count = needed.reduce((sum, { from, to }) => sum + to - from, 0);
    try {
      const pages = await Promise.all(
        (count > MOST_NEEDED ? [] : needed)
          .flatMap(pagesOf)
          .map((places) => this.#store.loadEntries?.(id, places) ?? []),
      );
      const entries = [...stored.entries, ...pages.flat()].sort((a, b) => a.seq - b.seq);
      checkJoined(id, entries);
      return entries;
    } catch (error) {
      if (error instanceof StoreCorruptError) return undefined;
      throw error;
    }
  }

  async #fill(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#fillPages();
        void this.#host.tell('OLDER_UNREAD');
        this.#noteLoaded();
        return;
      } catch (cause) {
        this.#refuseStopped();
        const error = asMemoryError(cause);
        if (tries === TRIES) {
          const message = `${error.message} The older messages of this conversation are not shown until they can be read; what is said is stored behind them.`;
          void this.#host.tell('OLDER_UNREAD', message);
          throw error;
        }
        await pause(this.#clock, tries * PAUSE_MS);
      }
    }
  }

  async #fillPages(): Promise<void> {
    const { id } = this.#host.snapshot;
    if (this.#lacksRecords) await this.#fillRecords();
    for (;;) {
      const gap = this.#gaps.at(-1);
      if (!gap) return;
      const places = { from: Math.max(gap.from, gap.to - PAGE), to: gap.to };
      try {
        this.#take(places, (await this.#store.loadEntries?.(id, places)) ?? []);
      } catch (error) {
        if (!(error instanceof StoreCorruptError)) throw error;
        await this.#takeMended();
      }
    }
  }

  async #fillRecords(): Promise<void> {
    const records = await this.#records();
    this.#refuseStopped();
    this.#lacksRecords = false;
    const { history, compactions } = this.#host.snapshot;
    const older = olderRecords(records, { history: recordsOf(history), compactions });
    void this.#host.dispatch({ type: 'records-fill', ...older });
    if (records.damaged) void this.#host.dispatch(damageReport(records.damaged));
  }

  #records(): Promise<StoredRecords> {
    return recordsOfStore(this.#store, this.#host.snapshot.id, undefined);
  }

  /** @throws StoreCorruptError if they do not stand between those that are there. */
  #take(places: EntryPlaces, entries: readonly Entry[]): void {
    this.#refuseStopped();
    const { id, transcript } = this.#host.snapshot;
    const { log } = transcript;
    const { from, to } = places;
    const isWhole =
      entries.length === to - from && entries.every((entry, at) => entry.seq === from + at);
    const isNew = entries.every((entry) => log.seqOf(entry.id) === undefined);
    if (!isWhole || !isNew) throw new StoreCorruptError(id, 'its older messages are others now.');
    checkJoined(id, [...log.slice(from - 1, from), ...entries, ...log.slice(to, to + 1)]);
    const gap = this.#gaps.pop();
    if (gap && gap.from < from) this.#gaps.push({ from: gap.from, to: from });
    void this.#host.dispatch({ type: 'entries-fill', fromSeq: from, entries });
  }

  /** All that is left, of the session as its store mends it. */
  async #takeMended(): Promise<void> {
    const { id } = this.#host.snapshot;
    const stored = await this.#store.load(id);
    if (!stored) throw new StoreCorruptError(id, 'it is not in the store any more.');
    checkTree(stored);
    for (let gap = this.#gaps.at(-1); gap; gap = this.#gaps.at(-1)) {
      this.#take(gap, stored.entries.slice(gap.from, gap.to));
    }
    if (stored.damaged) void this.#host.dispatch(damageReport(stored.damaged));
  }

  #refuseStopped(): void {
    if (this.#isStopped) throw new SessionClosedError(this.#host.snapshot.id);
  }
}

function recordsOnly({ history, compactions }: StoredRecords) {
  return { history, compactions };
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    (clock.startTimer ?? startTimer)(resolve, ms);
  });
}
