import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import type { AgentMemoryError } from '../../ground/errors/errors.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import { type LimitedStore, limitedStore } from '../../store/limited-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../../store/memory-store.ts';
import { NotStoredError } from '../../store/not-stored-error.ts';
import {
  askedFor,
  begun,
  emptyOutbox,
  held,
  inStore,
  isCleared,
  nextToGive,
  owedIn,
  queued,
  refused,
  replacedBy,
  taken,
  valuesOf,
} from '../../store/outbox.ts';
import { ownedStore, takeLeft } from '../../store/owned-store.ts';
import { type LeftSession, pageSession } from '../../store/page-sessions.ts';
import { isConflict, isSurvivable } from '../../store/store-trouble.ts';
import type { AppendedEntry, Entry } from '../../transcript/entry.ts';
import { entriesIn, headIdOf, placeOf } from '../../transcript/transcript.ts';
import { LostSession, sessionToLeave, wholeSession } from './lost-session.ts';
import { NO_STORE, type StoreInUse } from './no-store.ts';
import { NEWEST, OlderEntries } from './older-entries.ts';
import { OwedRetry } from './owed-retry.ts';
import { headIdIn, type Look, pauseByChance, Rebase, type StoredReader } from './rebase.ts';
import type { OnTakenOver, Storable, WhenNotStored, WriterHost } from './writer-host.ts';
import { noteWorking, type WriterState } from './writer-state.ts';

/** How a session writes. */
export interface WriterOptions<Pad> {
  readonly clock: Clock;
  readonly user?: string | undefined;
  readonly whenNotStored: WhenNotStored;
  readonly storable: Storable | undefined;
  readonly reader: StoredReader<Pad>;
  /** Called whenever the store has taken something. */
  readonly onStored?: () => void;
  /** Called with entries that other tabs have added. */
  readonly onTakenOver?: OnTakenOver;
}

/** So often a change is given to a store that other tabs write to all the time. */
const MOST_TRIES = 60;
/** All that waits, whenever it was queued. */
const ALL = Number.POSITIVE_INFINITY;

/**
 * The one place that gives a session's changes to its store.
 *
 * - Changes reach the store one after another, in the order in which they were made.
 * - A store that fails, or is full, is tried again by itself, at longer and longer intervals; until then this
 *   page holds the changes [STO-2, STO-8].
 * - Where another tab was first, the session continues from what is stored, and what it has beside that is
 *   stored in its place there [NS-2].
 * - What is stored is what `storable` leaves of it; where that fails nothing is stored.
 */
export class Writer<Pad> implements StoreInUse {
  readonly rebase: Rebase<Pad>;
  /** The entries that were left out when the session was opened. */
  readonly older: OlderEntries<Pad>;
  readonly #host: WriterHost<Pad>;
  readonly #primary: MemoryStore;
  readonly #store: LimitedStore;
  readonly #options: WriterOptions<Pad>;
  readonly #state: WriterState;
  readonly #retry: OwedRetry;
  readonly #lost: LostSession<Pad>;
  #turns: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  #tickets = 0;
  /** Pieces of work under way whose changes wait for their end. */
  #works = 0;
  /** The trouble of the last write that failed. */
  #trouble: AgentMemoryError | undefined;

  constructor(host: WriterHost<Pad>, primary: MemoryStore, options: WriterOptions<Pad>) {
    this.#host = host;
    this.#primary = primary;
    this.#options = options;
    this.#store = limitedStore(ownedStore(primary, options.user), options.clock);
    const outbox = emptyOutbox(valuesOf(host.snapshot));
    this.#state = { outbox, isUnread: false, failing: undefined };
    this.#retry = new OwedRetry(options.clock, () => void this.#tryAgain());
    this.#lost = new LostSession(host, primary);
    this.older = new OlderEntries(host, this.#store, options.clock);
    this.rebase = new Rebase({
      ...{ host, state: this.#state, store: this.#store, lost: this.#lost, ...options },
      whole: () => this.older.whole(),
    });
  }

  get name(): string {
    return (this.#state.failing === undefined ? this.#primary : NO_STORE).name;
  }

  get persistent(): boolean {
    return (this.#state.failing === undefined ? this.#primary : NO_STORE).persistent;
  }

  /** Whether the store was cleared, and nothing is stored until somebody asks for it. */
  get isCleared(): boolean {
    return isCleared(this.#state.outbox);
  }

  /**
   * The stored session; of a long one the newest part, and what its contexts are made of [STO-9]. One that
   * cannot be read yet begins anew, and is joined with what is stored once it can.
   * @throws StoreCorruptError if what is stored makes no conversation.
   */
  async load(): Promise<StoredSession | undefined> {
    const read = await this.#firstRead();
    const name = { id: this.#host.snapshot.id, user: this.#options.user };
    const left = takeLeft(this.#primary, name, read !== undefined);
    if (left) this.#goOnFrom(left);
    const stored = left?.session ?? read;
    this.#noteOwed();
    this.#lost.wasRead(stored?.info.entries ?? 0, this.#state.outbox);
    return stored;
  }

  /** The session as it was read is the one that stands; the store is given what the memory before still owed. */
  async opened(): Promise<void> {
    const { outbox } = this.#state;
    if (outbox.changes.length === 0) {
      this.#state.outbox = { ...outbox, before: valuesOf(this.#host.snapshot) };
      return;
    }
    await this.#give().catch((cause) => this.#tellFailing(asMemoryError(cause), 'load'));
    this.#settle();
  }

  /** Gives the store a change, behind whatever it did not take before, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    if (this.rebase.captures(change)) return Promise.resolve();
    this.#tickets += 1;
    const ticket = this.#tickets;
    const { outbox } = this.#state;
    this.#state.outbox = queued(outbox, this.#host.snapshot.transcript, change, ticket);
    if (this.#works > 0) return Promise.resolve();
    return this.#inTurn(() => this.#give(ticket));
  }

  /** Does work whose changes are given to the store at its end, as few as can be. @throws what either rejects with. */
  async together<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#works += 1;
    try {
      return await work();
    } finally {
      this.#works -= 1;
      if (this.#works === 0) await this.#inTurn(() => this.#give(this.#tickets));
    }
  }

  /** Resolves when every write so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#turns;
  }

  /**
   * Takes over what the store holds now; resolves when what this page has beside it is stored.
   * @param isWhole all of it is read, and what was stored again under the same ids is taken over as well.
   * @throws what the store rejects with.
   */
  catchUp({ isWhole, isUntold = false }: Look): Promise<void> {
    if (isWhole) this.#store.askAnew();
    const done = this.#turns.then(async () => {
      if (this.#isUntouched()) await this.#readLate();
      else {
        const isKnown = isUntold && (await this.rebase.isUpToDate());
        if (!isKnown) await this.rebase.look(isWhole);
        await this.#give();
      }
      this.#settle();
    });
    this.#turns = done.catch(() => undefined);
    return done;
  }

  /**
   * Takes over a session that went on without this writer: the store gets its changes, behind what it has.
   * @param before the values beside the conversation before that.
   */
  async takeOver(
    missed: readonly SessionChange[],
    before = this.#state.outbox.before,
  ): Promise<void> {
    this.#state.outbox = emptyOutbox(before);
    this.#state.isUnread = true;
    this.older.forget();
    // The first one brings all entries along, and says where the conversation ends.
    await Promise.all(missed.map(({ entries: _, head: __, ...change }) => this.write(change)));
  }

  /**
   * Entries as the caller is told about them.
   * @throws NotStoredError where one is not stored, and the caller wants to be told so.
   */
  acknowledged(entries: readonly Entry[]): readonly AppendedEntry[] {
    const { id } = this.#host.snapshot;
    const { stored } = this.#state.outbox;
    const durableTo = this.#primary.persistent ? stored.entries : 0;
    const told = entries.map((entry) => ({ ...entry, durable: placeOf(entry) < durableTo }));
    const isStored = entries.every((entry) => placeOf(entry) < stored.entries);
    const isWanted = this.#options.whenNotStored === 'keep' || this.#works > 0;
    if (isStored || isWanted) return told;
    throw new NotStoredError(id, told, { cause: this.#trouble });
  }

  /**
   * Gives the store what this page alone holds, also of a session that was cleared. Gives how many
   * entries it took.
   * @throws what the store rejects with; what it did not take stays owed.
   */
  async writeBack(): Promise<number> {
    this.#store.askAnew();
    let before = 0;
    await this.#inTurn(async () => {
      before = owedIn(this.#state.outbox);
      this.#state.outbox = askedFor(this.#state.outbox);
      if (this.#isUntouched()) return this.#readLate();
      const trouble = await this.#give();
      if (trouble) throw trouble;
    });
    return before - owedIn(this.#state.outbox);
  }

  /** All that the store is asked for from now on ends within one limit: the session ends [STO-8]. */
  hurry(): void {
    this.#store.hurry();
  }

  /** Resolves when every entry so far is stored; what an earlier write failed to store is tried again. */
  async allStored(): Promise<void> {
    await this.#turns;
    const { transcript } = this.#host.snapshot;
    const { entries, headId } = this.#state.outbox.stored;
    if (entries < entriesIn(transcript) || headId !== headIdOf(transcript)) {
      await this.write({ atMs: this.#options.clock.nowMs() });
    }
  }

  /**
   * Resolves when every write so far has ended, well or badly, and the store was given once more what
   * it lacks. What it cannot take waits in this page for the session to be opened again.
   */
  end(): Promise<void> {
    this.older.stop();
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.hurry();
    this.#retry.end();
    await this.#inTurn(() => this.#give(ALL)).catch(() => undefined);
    await this.#leave().catch(() => undefined);
    this.#store.rest();
  }

  /** Changes that the store lacks wait for the session to be opened again. */
  async #leave(): Promise<void> {
    const { outbox } = this.#state;
    const { snapshot } = this.#host;
    if (outbox.changes.length === 0 || this.#lost.isDeleted) return;
    await this.older.whole();
    const session = wholeSession(snapshot, outbox, this.#options.clock.nowMs());
    const left = await sessionToLeave(this.#state, session, (change) => this.#storable(change));
    pageSession(this.#primary, snapshot.id).left = { ...left, user: this.#options.user };
  }

  async #firstRead(): Promise<StoredSession | undefined> {
    try {
      const { id } = this.#host.snapshot;
      const read = await this.#store.load(id, { newest: NEWEST, newestRecords: true });
      const stored = await this.older.opened(read);
      const headId = stored && (await headIdIn(stored, this.#options.clock));
      const { outbox } = this.#state;
      if (outbox.changes.length > 0) {
        // Something was said meanwhile: the two are joined.
        this.older.forget();
        return undefined;
      }
      this.#state.isUnread = false;
      this.#state.outbox = emptyOutbox(outbox.before, inStore(stored, headId));
      noteWorking(this.#state);
      return stored;
    } catch (cause) {
      const error = asMemoryError(cause);
      this.#noteFailing(error, 'load');
      this.#state.isUnread = true;
      return this.older.opened(undefined);
    }
  }

  /** The session as the memory before left it, of which the store may lack something. */
  #goOnFrom({ outbox, isUnread }: LeftSession): void {
    this.older.forget();
    this.#state.outbox = outbox;
    this.#state.isUnread ||= isUnread;
    if (isCleared(outbox)) this.#state.failing = 'SESSION_CLEARED';
  }

  /** The store fails: that is told once. @throws what nobody can continue from. */
  #noteFailing(error: AgentMemoryError, phase: 'load' | 'commit'): void {
    if (!isSurvivable(error)) throw error;
    if (this.#state.failing !== error.code) this.#tellFailing(error, phase);
  }

  #tellFailing(error: AgentMemoryError, phase: 'load' | 'commit'): void {
    this.#state.failing = error.code;
    this.#host.report(error, phase);
  }

  /** Works on the store when all earlier work has ended; trouble is told in the snapshot too. */
  #inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = this.#turns.then(async () => {
      try {
        await work();
      } catch (cause) {
        const error = asMemoryError(cause);
        this.#trouble = error;
        // A store that fails is told about among the degradations.
        if (!isSurvivable(cause)) void this.#host.dispatch({ type: 'error-set', error });
        throw error;
      } finally {
        this.#settle();
      }
    });
    this.#turns = done.catch(() => undefined);
    return done;
  }

  /** Says that the store works, where it does: anyone who waited for that reads the whole conversation then. */
  #settle(): void {
    this.#noteOwed();
    if (this.#state.failing !== undefined || this.#host.snapshot.degraded.length === 0) return;
    void this.#host.tell('STORE_WRITE_FAILED');
    void this.#host.tell('STORE_UNAVAILABLE');
  }

  /** Notes how much of the session the store lacks, and whether it is to be tried again. */
  #noteOwed(): void {
    const { outbox } = this.#state;
    const owed = owedIn(outbox);
    void this.#host.dispatch({ type: 'owed-set', owed });
    if (owed === 0 && !this.isCleared) this.#lost.restored();
    const mayHelp = outbox.changes.some(
      ({ state }) =>
        state === 'held-in-page' || (state === 'refused' && this.#trouble?.recoverable),
    );
    if ((mayHelp && !this.isCleared) || this.#state.isUnread) this.#retry.plan();
    else this.#retry.rest();
  }

  /** Tries again what is owed; the snapshot tells of failures. */
  async #tryAgain(): Promise<void> {
    const work = () => (this.#isUntouched() ? this.#readLate() : this.#give());
    await this.#inTurn(work).catch(() => undefined);
  }

  /** Whether the store could not be read yet, and nothing was said since. */
  #isUntouched(): boolean {
    return this.#state.isUnread && this.#state.outbox.changes.length === 0;
  }

  /** The session shows what is stored as soon as it can be read, where nothing was said until then. */
  async #readLate(): Promise<void> {
    const stored = await this.load();
    if (this.#state.isUnread) return;
    this.#host.readLate(stored);
    await this.opened();
  }

  /**
   * Gives the store what it lacks, up to a ticket; where another tab was first, in its place behind that.
   * Gives the trouble of a store that fails: this page holds the changes then.
   * @throws what it rejects them with otherwise.
   */
  async #give(ticket = 0): Promise<AgentMemoryError | undefined> {
    try {
      await this.#giveUpTo(ticket);
      return undefined;
    } catch (cause) {
      const outbox = begun(this.#state.outbox, ticket);
      this.#state.outbox = isSurvivable(cause) ? held(outbox) : refused(outbox);
      if (!isSurvivable(cause)) throw cause;
      this.#trouble = cause;
      this.#noteFailing(cause, 'commit');
      return cause;
    }
  }

  async #giveUpTo(ticket: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        if (this.#state.isUnread) await this.rebase.look();
        this.#state.outbox = begun(this.#state.outbox, ticket);
        return await this.#giveAll();
      } catch (cause) {
        if (!isConflict(cause) || tries === MOST_TRIES) throw cause;
        if (tries > 1) await pauseByChance(this.#options.clock, tries);
        if (!(await this.rebase.look())) throw cause;
      }
    }
  }

  async #giveAll(): Promise<void> {
    for (;;) {
      const { outbox } = this.#state;
      if (isCleared(outbox)) {
        this.#state.outbox = held(outbox);
        return;
      }
      const next = nextToGive(outbox);
      if (!next) break;
      await this.#giveOne(next);
    }
    this.rebase.noteStored();
  }

  /** Owed changes are kept unredacted, so that a redaction that failed can be tried again. */
  async #giveOne(next: SessionChange): Promise<void> {
    const stored = await this.#storable(next);
    const values = replacedBy(this.#state.outbox, stored);
    const change =
      stored.basis && values ? { ...stored, basis: { ...stored.basis, values } } : stored;
    await this.#store.commit(this.#host.snapshot.id, change);
    this.#state.outbox = taken(this.#state.outbox, change);
    noteWorking(this.#state);
    this.#options.onStored?.();
  }

  async #storable(change: SessionChange): Promise<SessionChange> {
    const { storable } = this.#options;
    if (!storable) return change;
    // All that was said tells what is to be redacted.
    await this.older.whole();
    return storable({ ...change, said: this.#host.snapshot.transcript });
  }
}
