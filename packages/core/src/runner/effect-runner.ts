import { asMemoryError } from '../errors/as-memory-error.ts';
import { type AgentMemoryError, StoreUnavailableError } from '../errors/errors.ts';
import type { MemoryEvent, MemoryEventBody } from '../events/memory-event.ts';
import type { Degradation } from '../plan/context-plan.ts';
import { callListener, checkListener } from '../platform/call-listener.ts';
import { type Clock, startTimer } from '../platform/clock.ts';
import type { StandingValues } from '../state/news.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { SessionEffect } from '../state/step.ts';
import { transition } from '../state/transition.ts';
import type { SessionChange, StoredSession } from '../storage/memory-store.ts';
import { NotStoredError } from '../storage/not-stored-error.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import { entriesIn } from '../transcript/transcript.ts';
import { NO_STORE, type StoreInUse } from './no-store.ts';
import { OwedRetry } from './owed-retry.ts';
import type { StoreWriter } from './store-writer.ts';
import type { WhenNotStored, WriterHost } from './writer-host.ts';

/** Makes what reads and writes the store; the code for it may have to be fetched. */
type MakeWriter<Pad> = (host: WriterHost<Pad>) => Promise<StoreWriter<Pad>>;

type ReadLate = (stored: StoredSession | undefined) => void;

interface Read<Pad> {
  readonly writer: StoreWriter<Pad>;
  readonly stored: StoredSession | undefined;
}

/** Longer than a call of the store may take, which says more of what is wrong. */
const OPENING_LIMIT_MS = 4_900;

/** The end of a session waits for it no longer; behind it stands the limit of the writes. */
const LAST_TRY_MS = 2_000;

const LATE = 'The store was not reached in time.';

/**
 * Holds the snapshot and carries out what transitions ask for: writes to the store, calls to
 * listeners.
 *
 * - Without a store nothing is written; with one, what writes is made when the session is loaded.
 * - Events are made only while somebody listens; entries of a commit are told one by one, behind its other events.
 * - A listener that throws stops neither the session nor the other listeners.
 */
export class EffectRunner<Pad> {
  #snapshot: SessionSnapshot<Pad>;
  #store: StoreInUse;
  readonly #clock: Clock;
  readonly #stateListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: MemoryEvent) => void>();
  /** There is one while there is a store that can be reached. */
  #writer: StoreWriter<Pad> | undefined;
  /** One that reads its store just now. */
  #reading: StoreWriter<Pad> | undefined;
  /** The changes that were committed since a store could not be reached. */
  #missed: SessionChange[] | undefined;
  /** The values beside the conversation when it could not be: what changed since is this page's. */
  #before: StandingValues | undefined;
  /** The reason why it cannot be. */
  #trouble: AgentMemoryError | undefined;
  readonly #whenNotStored: WhenNotStored;
  #isOver = false;
  #pickingUp: Promise<void> | undefined;
  #readLate: ReadLate = () => undefined;
  readonly #retry: OwedRetry;
  #makeWriter: MakeWriter<Pad> | undefined;

  constructor(
    snapshot: SessionSnapshot<Pad>,
    store: StoreInUse | undefined,
    clock: Clock,
    whenNotStored: WhenNotStored = 'keep',
  ) {
    this.#whenNotStored = whenNotStored;
    this.#snapshot = snapshot;
    this.#clock = clock;
    this.#store = store ?? NO_STORE;
    this.#retry = new OwedRetry(clock, () => void this.#pickUp());
  }

  get snapshot(): SessionSnapshot<Pad> {
    return this.#snapshot;
  }

  get store(): StoreInUse {
    return this.#store;
  }

  /** Applies an event; resolves when what it commits is committed. The new state stands at once. */
  dispatch(event: SessionEvent<Pad>): Promise<void> {
    const [snapshot, effects] = transition(this.#snapshot, event);
    const hasChanged = snapshot !== this.#snapshot;
    this.#snapshot = snapshot;
    const committed = this.#carryOut(effects);
    if (hasChanged) for (const listener of [...this.#stateListeners]) callListener(listener);
    return committed;
  }

  emit(body: MemoryEventBody): void {
    if (this.#eventListeners.size === 0) return;
    const event: MemoryEvent = {
      version: 1,
      sessionId: this.#snapshot.id,
      atMs: this.#clock.nowMs(),
      ...body,
    };
    for (const listener of [...this.#eventListeners]) callListener(() => listener(event));
  }

  subscribe(listener: () => void): () => void {
    checkListener(listener);
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onEvent(listener: (event: MemoryEvent) => void): () => void {
    checkListener(listener);
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /**
   * The stored session. Where it cannot be read at all the session goes on without a store, so that
   * what is stored stays as it is; the trouble is reported in the snapshot. Where that may pass, as when
   * the code for it could not be fetched, it is tried again by itself [STO-8].
   *
   * @param makeWriter makes what reads and writes the store.
   * @param readLate called where the stored session is read after all, and nothing was said until then.
   */
  async load(
    makeWriter: MakeWriter<Pad>,
    readLate: ReadLate = () => undefined,
  ): Promise<StoredSession | undefined> {
    this.#makeWriter = makeWriter;
    this.#readLate = readLate;
    try {
      const { writer, stored } = await this.#inTime(this.#read(makeWriter));
      this.#use(writer);
      return stored;
    } catch (cause) {
      const error = asMemoryError(cause);
      this.#store = NO_STORE;
      this.#missed = [];
      const { scratchpad, parts } = this.#snapshot;
      this.#before = { scratchpad, parts };
      this.#trouble = error;
      this.report(error, 'load');
      void this.dispatch({ type: 'error-set', error });
      if (error.recoverable) this.#retry.plan();
      return undefined;
    }
  }

  readLate(stored: StoredSession | undefined): void {
    this.#readLate(stored);
  }

  /** All calls of the store from now on end within one limit: the session ends. */
  hurry(): void {
    (this.#writer ?? this.#reading)?.hurry();
  }

  /** Resolves when all of the stored session is loaded. @throws what hinders it. */
  async whole(): Promise<void> {
    await this.#writer?.whole();
  }

  /** Resolves when that has come about; nothing is begun for it, and where it fails it waits for another try. */
  async loaded(): Promise<void> {
    await this.#writer?.loaded;
  }

  /**
   * Resolves when every commit so far has ended, well or badly, and what failed was tried once more; also
   * the way to a store that could not be reached.
   */
  async end(): Promise<void> {
    this.#retry.end();
    if (this.#missed?.length) await this.#pickUp(LAST_TRY_MS);
    this.#isOver = true;
    await this.#writer?.end();
  }

  stopListening(): void {
    this.#stateListeners.clear();
    this.#eventListeners.clear();
  }

  /** Resolves when every entry so far is stored; what an earlier commit failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#writer?.allStored(atMs);
  }

  /** Whether the session has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the session is kept in a store: one that cannot be read at all is left alone. */
  get isStored(): boolean {
    return this.#writer !== undefined;
  }

  /** How often something of this page became a branch, because another tab went on elsewhere. */
  get branchings(): number {
    return this.#writer?.branchings ?? 0;
  }

  /** The id that an entry has now: another tab may have used its own for something else. */
  idNow(id: string): string {
    return this.#writer?.idNow(id) ?? id;
  }

  /** The entries as they stand now: where another tab was first, behind its own, or under another id. */
  asPlaced(entries: readonly Entry[]): readonly Entry[] {
    return this.#writer?.asPlaced(entries) ?? entries;
  }

  /**
   * Entries as the caller is told of them, each with whether it outlives the page.
   * @throws NotStoredError where the caller wants that in place of entries that are not stored.
   */
  acknowledged(entries: readonly Entry[]): readonly AppendedEntry[] {
    if (this.#writer) return this.#writer.acknowledged(entries);
    const told = entries.map((entry) => ({ ...entry, durable: false }));
    if (!this.#missed || this.#whenNotStored === 'keep') return told;
    throw new NotStoredError(this.#snapshot.id, told, { cause: this.#trouble });
  }

  /** Gives the store what this page alone holds; gives how many entries it took. */
  async writeBack(): Promise<number> {
    return (await this.#writer?.writeBack()) ?? 0;
  }

  /** Says in the snapshot that the store cannot be used. */
  report({ message }: AgentMemoryError, phase: string): void {
    const code = phase === 'commit' ? 'STORE_WRITE_FAILED' : 'STORE_UNAVAILABLE';
    const what = `${message} The conversation goes on in memory and is gone when this page closes.`;
    void this.tell(code, what);
  }

  /** Says in the snapshot what does not work, or without a message that it works again. */
  tell(code: Degradation['code'], message?: string): Promise<void> {
    return this.dispatch(
      message === undefined
        ? { type: 'degradation-clear', code }
        : { type: 'degradation-set', degradation: { code, message } },
    );
  }

  async #read(makeWriter: MakeWriter<Pad>): Promise<Read<Pad>> {
    const writer = await makeWriter(this);
    this.#reading = writer;
    return { writer, stored: await writer.load() };
  }

  async #inTime<Value>(reading: Promise<Value>, limitMs = OPENING_LIMIT_MS): Promise<Value> {
    const { startTimer: start = startTimer } = this.#clock;
    let stop = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      const ring = () => reject(new StoreUnavailableError(LATE));
      stop = start(ring, limitMs);
    });
    try {
      return await Promise.race([reading, late]);
    } finally {
      stop();
    }
  }

  #use(writer: StoreWriter<Pad>): void {
    this.#writer = writer;
    this.#store = writer.store;
    this.#missed = undefined;
  }

  /** Tries to reach again a store that could not be when the session was opened, one try at a time. */
  async #pickUp(limitMs?: number): Promise<void> {
    this.#pickingUp ??= this.#tryToPickUp(limitMs).finally(() => {
      this.#pickingUp = undefined;
    });
    await this.#pickingUp;
  }

  async #tryToPickUp(limitMs: number | undefined): Promise<void> {
    if (!this.#makeWriter) return;
    const { error } = this.#snapshot;
    try {
      const { writer, stored } = await this.#inTime(this.#read(this.#makeWriter), limitMs);
      if (this.#isOver) return;
      await this.#goOnWith(writer, stored).finally(() => {
        // Only now: whoever waited for the store reads the whole conversation then.
        void this.tell('STORE_UNAVAILABLE');
        if (error?.code === 'STORE_UNAVAILABLE') void this.dispatch({ type: 'error-clear' });
      });
    } catch (cause) {
      // The writer tells of failures behind the reading.
      if (!this.#writer && asMemoryError(cause).recoverable) this.#retry.plan();
    }
  }

  /** The session shows what is stored, with what was said meanwhile behind it. */
  async #goOnWith(writer: StoreWriter<Pad>, stored: StoredSession | undefined): Promise<void> {
    const missed = this.#missed ?? [];
    this.#use(writer);
    if (missed.length > 0) return writer.takeOver(missed, this.#before);
    this.#readLate(stored);
    writer.opened();
  }

  #miss(missed: SessionChange[], change: SessionChange): void {
    missed.push(change);
    void this.dispatch({ type: 'owed-set', owed: entriesIn(this.#snapshot.transcript) });
  }

  #carryOut(effects: readonly SessionEffect[]): Promise<void> {
    let committed: Promise<void> | undefined;
    let appended: readonly Entry[] = [];
    for (const effect of effects) {
      if (effect.type === 'emit') this.emit(effect.event);
      else {
        committed = this.#writer?.write(effect.change);
        if (this.#missed) this.#miss(this.#missed, effect.change);
        appended = effect.change.entries ?? [];
      }
    }
    if (this.#eventListeners.size === 0) appended = [];
    for (const { id: entryId, seq, tokens } of appended) {
      this.emit({ type: 'entry-append', entryId, seq, tokens: tokens.value });
    }
    return committed ?? Promise.resolve();
  }
}

/** Refused at once: called later, it would end as a fault that names nobody. */
