import { asMemoryError } from '../errors/as-memory-error.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import { type Clock, startTimer } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { StoreWithFallback } from '../storage/fallback-store.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { type LimitedStore, limitedStore } from '../storage/limited-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { NotStoredError } from '../storage/not-stored-error.ts';
import type { OnDegrade } from '../storage/on-degrade.ts';
import { payOwed } from '../storage/owed-changes.ts';
import { isConflict, isSurvivable } from '../storage/store-trouble.ts';
import { checkingTree } from '../storage/stored-transcript.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import { entriesIn, headIdOf, placeOf, type Transcript } from '../transcript/transcript.ts';
import { type HadEntries, isMissing, MissingSession } from './missing-session.ts';
import { NEWEST, OlderEntries } from './older-entries.ts';
import { OwedRetry } from './owed-retry.ts';
import { type NewsReader, TakingOver } from './taking-over.ts';
import type { Storable, WhenNotStored, WriterHost } from './writer-host.ts';
import { valuesOf, WriterLedger } from './writer-ledger.ts';

/** How a session writes. */
export interface WriterOptions<Pad> {
  readonly clock: Clock;
  readonly whenNotStored: WhenNotStored;
  readonly storable: Storable | undefined;
  readonly reader: NewsReader<Pad>;
}

/** So often a change is given to a store that other tabs write to all the time. */
const MOST_TRIES = 60;
/** The longest wait before another try. */
const LONGEST_PAUSE_MS = 400;

/**
 * Brings what one session commits to its store.
 *
 * - Changes reach the store one after another, in the order in which they were given.
 * - Where another tab was first, the session takes over what is stored, and what it has beside that is
 *   stored in its place there [NS-2].
 * - What is stored is what `storable` leaves of it; where that fails nothing is stored.
 * - A failed one is reported in the snapshot and to the caller that waits for it; the next one
 *   brings along what it failed to store.
 * - What the store lacks is given to it again by itself, at longer and longer intervals [STO-8].
 */
export class StoreWriter<Pad> {
  /** The store of the session's options, with one in memory behind it. */
  readonly store: StoreWithFallback;
  readonly #host: WriterHost<Pad>;
  readonly #limited: LimitedStore;
  readonly #primaryName: string;
  readonly #options: WriterOptions<Pad>;
  readonly #ledger: WriterLedger;
  readonly #taking: TakingOver<Pad>;
  readonly #retry: OwedRetry;
  readonly #older: OlderEntries<Pad>;
  #writes: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  /** How many entries of those that the store has are where the caller wants them, and not in a fallback for it. */
  #heldEntries = 0;
  /** Entries that a write was to store. */
  #givenEntries = 0;
  /** Whether the session has given anything to be written since it was opened. */
  #hasGiven = false;
  /** The trouble of the last write that failed. */
  #trouble: AgentMemoryError | undefined;
  readonly #missing: MissingSession<Pad>;
  #onStored: () => void = () => undefined;

  constructor(host: WriterHost<Pad>, primary: MemoryStore, options: WriterOptions<Pad>) {
    this.#host = host;
    this.#options = options;
    this.#ledger = new WriterLedger(host.snapshot);
    this.#retry = new OwedRetry(options.clock, () => void this.#tryAgain());
    this.#primaryName = primary.name;
    this.#limited = limitedStore(primary, options.clock);
    const tell: OnDegrade = (error, phase) => {
      this.#trouble = error;
      if (error.code === 'STORE_CONFLICT') void host.dispatch({ type: 'error-set', error });
      else host.report(error, phase);
    };
    this.store = new StoreWithFallback(this.#limited, inMemoryStore(), tell, 'conflict');
    this.#missing = new MissingSession(host, { primary, wrapper: this.store });
    this.#older = new OlderEntries(host, this.store, options.clock);
    this.#taking = new TakingOver({ host, store: this.store, ledger: this.#ledger, ...options });
  }

  /**
   * The stored session; of a long one the newest part, and what its contexts are made of [STO-9].
   * @throws StoreCorruptError if what is stored makes no conversation.
   */
  async load(): Promise<StoredSession | undefined> {
    const read = await this.store.load(this.#host.snapshot.id, {
      newest: NEWEST,
      newestRecords: true,
    });
    const stored = await this.#older.opened(read);
    const ledger = this.#ledger;
    ledger.stored = stored ?? { parts: new Map() };
    if (stored) {
      const isPart = stored.entriesFrom !== undefined;
      const { clock } = this.#options;
      ledger.storedHeadId = isPart
        ? (stored.entries.at(-1)?.id ?? null)
        : await inSlices(checkingTree(stored), { clock });
      ledger.storedEntries = isPart ? stored.info.entries : stored.entries.length;
    }
    this.#settle(ledger.storedEntries);
    this.#missing.wasRead(stored);
    return stored;
  }

  /** Resolves when all of the stored session is there, whoever asked for it. */
  get loaded(): Promise<void> {
    return this.#older.loaded;
  }

  /** Resolves when all of the stored session is loaded. @throws what hinders it. */
  whole(): Promise<void> {
    return this.#older.whole();
  }

  /** The session as it was read is the one that stands. */
  opened(): void {
    this.#ledger.before = valuesOf(this.#host.snapshot);
  }

  /** Calls back whenever the store has taken something. */
  onStored(listener: () => void): void {
    this.#onStored = listener;
  }

  /** Calls back with the entries that other tabs have added. */
  onTakenOver(listener: (entries: readonly Entry[]) => void): void {
    this.#taking.onTakenOver(listener);
  }

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    if (this.#taking.captures(change)) return Promise.resolve();
    this.#hasGiven = true;
    const ledger = this.#ledger;
    const { transcript } = this.#host.snapshot;
    const { takeOvers } = ledger;
    ledger.queued = [...ledger.queued, change];
    return this.#inTurn(async () => {
      // With a take-over the change has got its place among what is owed.
      if (takeOvers !== ledger.takeOvers) return this.#payOwed();
      ledger.queued = ledger.queued.slice(1);
      ledger.owe(transcript, change);
      await this.#payOwed(transcript);
    }, entriesIn(transcript));
  }

  /** Resolves when every write so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#writes;
  }

  /**
   * Takes over what the store holds now; resolves when what this page has beside it is stored.
   * @param isWhole all of it is read, and what was stored anew under the same ids is taken over as well.
   * @throws what the store rejects with.
   */
  catchUp({ isWhole }: { readonly isWhole: boolean }): Promise<void> {
    if (isWhole) this.#limited.askAnew();
    const done = this.#writes.then(async () => {
      if (this.#isUntouched()) await this.#readLate();
      else if (!(await this.#takeNews(isWhole))) await this.#foundMissing();
      await this.#payOwed();
      this.#noteRecovery();
      this.#settle(0);
    });
    this.#writes = done.catch(() => undefined);
    return done;
  }

  /** How often something of this page became a branch, because another tab went on elsewhere. */
  get branchings(): number {
    return this.#taking.branchings;
  }

  /** The id that an entry has now: another tab may have used its own for something else. */
  idNow(id: string): string {
    return this.#taking.idNow(id);
  }

  /** The entries as they stand now: where another tab was first, behind its own, or under another id. */
  asPlaced(entries: readonly Entry[]): readonly Entry[] {
    return this.#taking.asPlaced(entries);
  }

  /**
   * Takes a session over that went on without this writer: the store gets what it committed meanwhile,
   * behind the history that it may have of it.
   * @param before the values beside the conversation ahead of that.
   */
  async takeOver(missed: readonly SessionChange[], before = this.#ledger.before): Promise<void> {
    this.store.sessions.beginUnread(this.#host.snapshot.id);
    // The page has not seen the session that was read, so the store lacks every entry of the page.
    Object.assign(this.#ledger, { storedEntries: 0, storedHeadId: null, before });
    [this.#heldEntries, this.#givenEntries] = [0, 0];
    // The first one brings all entries along, and says where the conversation ends.
    await Promise.all(missed.map(({ entries: _, head: __, ...change }) => this.write(change)));
  }

  /**
   * Entries as the caller is told of them.
   * @throws NotStoredError where one is not stored, and the caller wants to be told so.
   */
  acknowledged(entries: readonly Entry[]): readonly AppendedEntry[] {
    const { id } = this.#host.snapshot;
    const durableTo = Math.min(this.#heldEntries, this.store.durableTo(id));
    const told = entries.map((entry) => ({ ...entry, durable: placeOf(entry) < durableTo }));
    const isStored = entries.every((entry) => placeOf(entry) < this.#heldEntries);
    if (isStored || this.#options.whenNotStored === 'keep') return told;
    throw new NotStoredError(id, told, { cause: this.#trouble });
  }

  /**
   * Gives the store what this page alone holds, also of a session that was cleared. Gives how many
   * entries it took.
   * @throws what the store rejects with; what it did not take stays owed.
   */
  async writeBack(): Promise<number> {
    const { id } = this.#host.snapshot;
    this.#limited.askAnew();
    let before = 0;
    await this.#inTurn(async () => {
      before = this.#givenEntries - this.#heldEntries;
      this.store.sessions.giveBack(id);
      await this.#pay();
    });
    return before - (this.#givenEntries - this.#heldEntries);
  }

  /**
   * Resolves when every write so far has ended, well or badly, and the store was given once more what
   * it lacks. What it cannot take waits in this page for the session to be opened again.
   */
  end(): Promise<void> {
    this.#older.stop();
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** All that the store is asked for from now on ends within one limit: the session ends [STO-8]. */
  hurry(): void {
    this.#limited.hurry();
  }

  /** Resolves when every entry so far is stored; what an earlier write failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#writes;
    const { transcript } = this.#host.snapshot;
    const { storedEntries, storedHeadId } = this.#ledger;
    const isBehind = storedEntries < entriesIn(transcript);
    if (isBehind || storedHeadId !== headIdOf(transcript)) await this.write({ atMs });
  }

  async #end(): Promise<void> {
    this.hurry();
    this.#retry.end();
    await this.#writes;
    const letGo = () => this.store.letGo(this.#host.snapshot.id);
    await this.#inTurn(() =>
      letGo().catch(async (cause: unknown) => {
        if (!isConflict(cause) || !(await this.#takeNews())) throw cause;
        await this.#payOwed();
        await letGo();
      }),
    ).catch(() => undefined);
    this.#limited.rest();
  }

  /** Works on the store when all earlier work has ended; trouble is told in the snapshot too. */
  #inTurn(work: () => Promise<unknown>, given = 0): Promise<void> {
    const done = this.#writes.then(async () => {
      try {
        await work();
        this.#noteRecovery();
      } catch (cause) {
        const error = asMemoryError(cause);
        // A store that fails was told of by its wrapper.
        if (!isSurvivable(error) || this.#ledger.owed.length > 0) {
          this.#trouble = error;
          void this.#host.dispatch({ type: 'error-set', error });
        }
        throw cause;
      } finally {
        this.#settle(given);
      }
    });
    this.#writes = done.catch(() => undefined);
    return done;
  }

  /** Notes how much of the session the store has, and whether it is to be tried again. */
  #settle(given: number): void {
    const { id, transcript } = this.#host.snapshot;
    const { storedEntries, owed: changes } = this.#ledger;
    const known = Math.max(entriesIn(transcript), storedEntries);
    this.#givenEntries = Math.min(known, Math.max(this.#givenEntries, given, storedEntries));
    this.#heldEntries = Math.min(storedEntries, this.store.firstOwed(id) ?? storedEntries);
    const owed = this.#givenEntries - this.#heldEntries;
    void this.#host.dispatch({ type: 'owed-set', owed });
    const mayHelp = changes.length > 0 && this.#trouble?.recoverable === true;
    if (owed === 0) this.#missing.restored();
    if (mayHelp || this.store.canPay(id) || this.store.sessions.isUnread(id)) this.#retry.plan();
    else this.#retry.rest();
  }

  /** Tries again what is owed; the snapshot tells of failures. */
  async #tryAgain(): Promise<void> {
    await this.#inTurn(() => this.#pay()).catch(() => undefined);
  }

  /** Gives the store what it lacks. */
  async #pay(): Promise<void> {
    const { id } = this.#host.snapshot;
    if (this.#isUntouched()) return this.#readLate();
    await this.#payOwed();
    try {
      await this.store.pay(id);
    } catch (cause) {
      if (!isConflict(cause)) throw asMemoryError(cause);
      if (await this.#foundMissing()) await this.store.pay(id);
      else if (await this.#takeNews()) await this.#payOwed();
      else throw cause;
    }
    const { owed, queued } = this.#ledger;
    this.#noteAgreement(this.#host.snapshot, owed.length === 0 && queued.length === 0);
  }

  /** Whether the store could not be read yet, and nothing was said since. */
  #isUntouched(): boolean {
    return this.store.sessions.isUnread(this.#host.snapshot.id) && !this.#hasGiven;
  }

  /** The session shows what is stored as soon as it can be read, where nothing was said until then. */
  async #readLate(): Promise<void> {
    const stored = await this.load();
    const isUnread = this.store.sessions.isUnread(this.#host.snapshot.id);
    if (isUnread || this.#hasGiven) return;
    this.#host.readLate(stored);
    this.opened();
  }

  /** Gives the store what is owed; where another tab was first, in its place behind that. */
  async #payOwed(given?: Transcript): Promise<void> {
    let transcript = given ?? this.#host.snapshot.transcript;
    for (let tries = 1; this.#ledger.owed.length > 0; tries += 1) {
      try {
        await this.#payOnce(transcript);
      } catch (error) {
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
        if (tries > 1) await this.#pause(tries);
        if (!(await this.#takeNews())) throw error;
        transcript = this.#host.snapshot.transcript;
      }
    }
  }

  async #payOnce(transcript: Transcript): Promise<void> {
    const ledger = this.#ledger;
    const { snapshot } = this.#host;
    const isAll = ledger.queued.length === 0;
    await payOwed(
      ledger.owed,
      (owed) => this.#give(owed, transcript),
      (left) => {
        ledger.owed = left;
      },
    );
    ledger.hasStored(transcript);
    this.#noteAgreement(snapshot, isAll);
    this.#onStored();
  }

  /**
   * The store was given what a snapshot holds, all of it or what was committed. A change that a fallback
   * took for it is not agreed on: another tab may change the same.
   */
  #noteAgreement(snapshot: SessionSnapshot<Pad>, isAll: boolean): void {
    if (this.store.isAhead(snapshot.id)) return;
    if (isAll) this.#ledger.before = valuesOf(snapshot);
    this.#taking.noteStored();
  }

  /** Tabs that fight for one place come apart by chance. */
  #pause(tries: number): Promise<void> {
    const { startTimer: start = startTimer } = this.#options.clock;
    const longestMs = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries);
    return new Promise((resolve) => {
      start(resolve, Math.random() * longestMs);
    });
  }

  /** Goes on from what is stored. Gives `false` where the store has lost the session. */
  async #takeNews(isWhole = false): Promise<boolean> {
    // Where entries stand cannot be told of a conversation of which some are still to be read.
    await this.whole();
    const had = this.#had();
    return this.#taking.takeOver((stored) => !isMissing(had, stored), isWhole);
  }

  #foundMissing(): Promise<boolean> {
    return this.#missing.foundMissing(this.#had());
  }

  #had(): HadEntries {
    const { transcript } = this.#host.snapshot;
    return { count: this.#heldEntries, read: () => entriesFrom(transcript, 0) };
  }

  /** Owed changes are kept unredacted, so that a redaction that failed can be tried again. */
  async #give(owed: SessionChange, said: Transcript): Promise<void> {
    const { id } = this.#host.snapshot;
    const { storable } = this.#options;
    // All that was said tells what is to be redacted.
    if (storable) await this.whole();
    const stored = storable ? await storable({ ...owed, said }) : owed;
    const ledger = this.#ledger;
    const values = ledger.replacedBy(stored);
    const change =
      stored.basis && values ? { ...stored, basis: { ...stored.basis, values } } : stored;
    try {
      await this.store.commit(id, change);
    } catch (cause) {
      if (!isConflict(cause)) throw asMemoryError(cause);
      // The store holds something else than this page knows; what it holds decides.
      if (!(await this.#foundMissing())) throw cause;
      await this.store.commit(id, change);
    }
    ledger.hasStoredBeside(change);
    if (!this.store.isAhead(id)) ledger.hasAgreed(owed);
  }

  /** The fallback brings the primary store up to date as soon as it works again. */
  #noteRecovery(): void {
    const host = this.#host;
    if (host.snapshot.degraded.length === 0 || this.store.name !== this.#primaryName) return;
    void host.tell('STORE_WRITE_FAILED');
    void host.tell('STORE_UNAVAILABLE');
  }
}
