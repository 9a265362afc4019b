import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import { type AgentMemoryError, StoreUnavailableError } from '../../ground/errors/errors.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import { DeadlineError, withDeadline } from '../../ground/platform/deadline.ts';
import { callListener, checkListener } from '../../ground/platform/listeners.ts';
import type { Degradation } from '../../plan/context-plan.ts';
import type { MemoryEvent, MemoryEventBody } from '../../state/events/memory-event.ts';
import type { SessionEvent } from '../../state/session-event.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import type { SessionEffect } from '../../state/step.ts';
import { transition } from '../../state/transition.ts';
import type { SessionChange, StoredSession } from '../../store/memory-store.ts';
import { NotStoredError } from '../../store/not-stored-error.ts';
import type { ValuesBeside } from '../../store/outbox.ts';
import type { AppendedEntry, Entry } from '../../transcript/entry.ts';
import { entriesIn } from '../../transcript/transcript.ts';
import { NO_STORE, type StoreInUse } from './no-store.ts';
import { OwedRetry } from './owed-retry.ts';
import type { Writer } from './writer.ts';
import type { WhenNotStored, WriterHost } from './writer-host.ts';

/** Makes what reads and writes the store; the code for it may have to be fetched. */
type MakeWriter<Pad> = (host: WriterHost<Pad>) => Promise<Writer<Pad>>;

type ReadLate = (stored: StoredSession | undefined) => void;

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
  #writer: Writer<Pad> | undefined;
  /** One that has not read its store. */
  #reading: Writer<Pad> | undefined;
  /** Its reading: two writers would write for one session. */
  #opening: Promise<StoredSession | undefined> | undefined;
  /** The changes that were committed while there was a store and no writer. */
  #missed: SessionChange[] | undefined;
  /** The values beside the conversation before those: what changed since is this page's. */
  #before: ValuesBeside | undefined;
  /** The reason why the store could not be reached when the session was opened. */
  #trouble: AgentMemoryError | undefined;
  readonly #whenNotStored: WhenNotStored;
  #isOver = false;
  #makeWriter: MakeWriter<Pad> | undefined;
  #readLate: ReadLate | undefined;
  readonly #retry: OwedRetry;

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
    this.#retry = new OwedRetry(clock, () => void this.#open().catch(() => undefined));
  }

  get snapshot(): SessionSnapshot<Pad> {
    return this.#snapshot;
  }

  get store(): StoreInUse {
    return this.#store;
  }

  /** Applies an event; resolves when what it commits is committed. The new state stands at once. */
  dispatch(event: SessionEvent<Pad>): Promise<void> {
    const [snapshot, effects] = transition(this.#snapshot, event, this.#clock.nowMs());
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
   * The stored session. Where it cannot be read at all the session continues without a store, so that
   * what is stored stays as it is; the trouble is reported in the snapshot. Where that may pass, as when
   * the code for it could not be fetched, it is tried again by itself [STO-8].
   *
   * @param makeWriter makes what reads and writes the store.
   * @param readLate called where the stored session is read after all, and nothing was said until then.
   */
  async load(makeWriter: MakeWriter<Pad>, readLate?: ReadLate): Promise<StoredSession | undefined> {
    this.#makeWriter = makeWriter;
    this.#readLate = readLate;
    this.#missed = [];
    const { scratchpad, parts } = this.#snapshot;
    this.#before = { scratchpad, parts };
    try {
      return await this.#openWithin(OPENING_LIMIT_MS);
    } catch (cause) {
      const error = asMemoryError(cause);
      this.#store = NO_STORE;
      this.#trouble = error;
      if (this.refusal) this.#missed = undefined;
      else this.report(error, 'load');
      void this.dispatch({ type: 'error-set', error });
      return undefined;
    }
  }

  /** The session is another user's: nothing may be done with it, nor stored in its place [NS-1]. */
  get refusal(): AgentMemoryError | undefined {
    return this.#trouble?.code === 'SESSION_OF_OTHER_USER' ? this.#trouble : undefined;
  }

  readLate(stored: StoredSession | undefined): void {
    this.#readLate?.(stored);
  }

  /** All calls of the store from now on end within one limit: the session ends. */
  hurry(): void {
    (this.#writer ?? this.#reading)?.hurry();
  }

  /** Resolves when all of the stored session is loaded. @throws what hinders it. */
  async whole(): Promise<void> {
    await this.#writer?.older.whole();
  }

  /**
   * Resolves when every commit so far has ended, well or badly, and what failed was tried once more; also
   * the way to a store that could not be reached.
   */
  async end(): Promise<void> {
    this.#retry.end();
    if (this.#missed?.length) await this.#openWithin(LAST_TRY_MS).catch(() => undefined);
    this.#isOver = true;
    // Changes beside a store that was never read wait with its writer.
    if (this.#missed?.length) {
      await this.#reading?.takeOver(this.#missed, this.#before).catch(() => undefined);
      await this.#reading?.end();
    }
    await this.#writer?.end();
  }

  stopListening(): void {
    this.#stateListeners.clear();
    this.#eventListeners.clear();
  }

  /** The writer of the session; absent without a store, and until the store can be read. */
  get writer(): Writer<Pad> | undefined {
    return this.#writer;
  }

  /** Whether the session has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Entries as the caller is told about them, each with whether it outlives the page.
   * @throws NotStoredError where the caller wants that in place of entries that are not stored.
   */
  acknowledged(entries: readonly Entry[]): readonly AppendedEntry[] {
    if (this.#writer) return this.#writer.acknowledged(entries);
    const told = entries.map((entry) => ({ ...entry, durable: false }));
    if (!this.#missed || this.#whenNotStored === 'keep') return told;
    throw new NotStoredError(this.#snapshot.id, told, { cause: this.#trouble });
  }

  /** Says in the snapshot that the store cannot be used. */
  report({ message }: AgentMemoryError, phase: string): void {
    const code = phase === 'commit' ? 'STORE_WRITE_FAILED' : 'STORE_UNAVAILABLE';
    const what = `${message} The conversation continues in memory and is gone when this page closes.`;
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

  /** @throws what keeps the store from being read; it may be read behind the limit all the same. */
  async #openWithin(limitMs: number): Promise<StoredSession | undefined> {
    try {
      return await withDeadline(() => this.#open(), { limitMs, clock: this.#clock });
    } catch (cause) {
      throw cause instanceof DeadlineError ? new StoreUnavailableError(LATE) : cause;
    }
  }

  #open(): Promise<StoredSession | undefined> {
    this.#opening ??= this.#tryToOpen().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #tryToOpen(): Promise<StoredSession | undefined> {
    try {
      this.#reading ??= await this.#makeWriter?.(this);
      const stored = await this.#reading?.load();
      if (this.#isOver) await this.#reading?.end();
      else await this.#goOnWith(stored);
      return stored;
    } catch (cause) {
      if (asMemoryError(cause).recoverable) this.#retry.plan();
      throw cause;
    }
  }

  /** The writer has read its store, too late for the opening: messages added since then go behind the stored ones. */
  async #goOnWith(stored: StoredSession | undefined): Promise<void> {
    const missed = this.#missed ?? [];
    this.#writer = this.#reading;
    this.#reading = undefined;
    this.#missed = undefined;
    this.#store = this.#writer ?? NO_STORE;
    this.#retry.rest();
    if (!this.#trouble) return;
    try {
      if (missed.length === 0) this.readLate(stored);
      await (missed.length === 0
        ? this.#writer?.opened()
        : this.#writer?.takeOver(missed, this.#before));
    } finally {
      // Only now: anyone who waited for the store reads the whole conversation then.
      void this.tell('STORE_UNAVAILABLE');
      if (this.#snapshot.error === this.#trouble)
        void this.dispatch({ type: 'error-set', error: undefined });
    }
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
