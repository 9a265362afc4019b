import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import { SessionClosedError } from '../../ground/errors/errors.ts';
import { StoreCorruptError } from '../../ground/errors/store-errors.ts';
import { type Clock, pause, startTimerOn } from '../../ground/platform/clock.ts';
import type {
  EntryPlaces,
  MemoryStore,
  StoredRecords,
  StoredSession,
} from '../../store/memory-store.ts';
import {
  checkJoined,
  gapsOf,
  neededPlaces,
  olderRecords,
  PAGE,
  withPlaces,
} from '../../store/newest-part.ts';
import { checkTree } from '../../store/stored-transcript.ts';
import type { Entry } from '../../transcript/entry.ts';
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

/**
 * The entries of one session that were left out when it was opened [STO-9].
 *
 * - They are read newest first, a page at a time, each checked against its neighbours.
 * - A page that cannot be read is tried again, three times in all; then the session continues without, says so,
 *   and the next call that needs them tries again. Nothing is ever taken for the whole in their stead.
 * - Where one of them is damaged, the session is read whole, as the store repairs it.
 */
export class OlderEntries<Pad> {
  /** Resolves when all are there, no matter who asked for them. */
  readonly loaded: Promise<void>;
  readonly #host: WriterHost<Pad>;
  readonly #store: MemoryStore;
  readonly #clock: Clock;
  /** The places that are still to be read, oldest first. */
  #gaps: EntryPlaces[] = [];
  #filling: Promise<void> | undefined;
  #lacksRecords = false;
  #noteLoaded = (): void => undefined;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(host: WriterHost<Pad>, store: MemoryStore, clock: Clock) {
    this.#host = host;
    this.#store = store;
    this.#clock = clock;
    this.loaded = new Promise((resolve) => {
      this.#noteLoaded = resolve;
    });
  }

  /**
   * The newest part of a session with the older entries that its contexts are made of, where these are
   * few; itself where all was read. Where something is damaged, the session as its store repairs it.
   * @throws what the store rejects with.
   */
  async opened(stored: StoredSession | undefined): Promise<StoredSession | undefined> {
    try {
      const opened = stored?.entriesFrom === undefined ? stored : await this.#withNeeded(stored);
      if (this.#isWhole()) this.#noteLoaded();
      // Trouble is among the degradations then; who needs the entries tries again.
      else
        this.#stopTimer = startTimerOn(
          this.#clock,
          () => void this.whole().catch(() => undefined),
          BACKGROUND_MS,
        );
      return opened;
    } catch (error) {
      if (!(error instanceof StoreCorruptError)) throw error;
      this.forget();
      return this.#store.load(this.#host.snapshot.id);
    }
  }

  /** Resolves when all are there. @throws what hindered it after a few tries. */
  whole(): Promise<void> {
    if (this.#isWhole()) return Promise.resolve();
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Another session stands in the place of the one that was read. */
  forget(): void {
    this.#gaps = [];
    this.#lacksRecords = false;
    this.#noteLoaded();
  }

  /** Nobody needs them any more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  #isWhole(): boolean {
    return this.#gaps.length === 0 && !this.#lacksRecords;
  }

  /** What was read, and what contexts are made of. @throws StoreCorruptError where that does not fit together. */
  async #withNeeded(stored: StoredSession): Promise<StoredSession> {
    const needed = neededPlaces(stored);
    const count = needed.reduce((sum, { from, to }) => sum + to - from, 0);
    const entries = await withPlaces(this.#store, stored, count > MOST_NEEDED ? [] : needed);
    this.#gaps = gapsOf(entries);
    // The schedule goes by the last compaction that made room for all.
    const tellsLast = stored.compactions.some(({ reason }) => reason !== 'TOOL_LIMIT');
    const isEnough = !stored.lacksRecords || tellsLast;
    const { history, compactions } = (!isEnough && (await this.#records())) || stored;
    this.#lacksRecords = stored.lacksRecords === true && isEnough;
    return { ...stored, entries, history, compactions };
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
    if (!records) return;
    const { history, compactions } = this.#host.snapshot;
    const older = olderRecords(records, { history: history.records, compactions });
    void this.#host.dispatch({ type: 'records-fill', ...older });
    if (records.damaged) void this.#host.dispatch(damageReport(records.damaged));
  }

  async #records(): Promise<StoredRecords | undefined> {
    return this.#store.loadRecords?.(this.#host.snapshot.id);
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

  /** All that is left, of the session as its store repairs it. */
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
