import { asMemoryError } from '../errors/as-memory-error.ts';
import { checkOption } from '../errors/check-option.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import type { MemoryEvent, MemoryEventBody } from '../events/memory-event.ts';
import { callListener } from '../platform/call-listener.ts';
import type { Clock } from '../platform/clock.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { SessionEffect } from '../state/step.ts';
import { transition } from '../state/transition.ts';
import type { MemoryStore, StoredSession } from '../storage/memory-store.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import type { StoreWriter, WriterHost } from './store-writer.ts';

/** A store as the state describes it. */
type StoreInUse = Pick<MemoryStore, 'name' | 'persistent'>;

/** Without a store nothing is kept: the session itself holds everything while the page lives [STO-0]. */
const NO_STORE: StoreInUse = { name: 'memory', persistent: false };

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
  /** There is one while there is a store that can be read. */
  #writer: StoreWriter<Pad> | undefined;

  constructor(snapshot: SessionSnapshot<Pad>, store: StoreInUse | undefined, clock: Clock) {
    this.#snapshot = snapshot;
    this.#clock = clock;
    this.#store = store ?? NO_STORE;
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
   * The stored session. Where it cannot be read at all, also because the code for it cannot be
   * fetched, the session goes on without a store, so that what is stored stays as it is; the trouble
   * is reported in the snapshot.
   *
   * @param makeWriter makes what reads and writes the store.
   */
  async load(
    makeWriter: (host: WriterHost<Pad>) => Promise<StoreWriter<Pad>>,
  ): Promise<StoredSession | undefined> {
    try {
      const writer = await makeWriter(this);
      this.#store = writer.store;
      const stored = await writer.load();
      this.#writer = writer;
      return stored;
    } catch (cause) {
      const error = asMemoryError(cause);
      this.#store = NO_STORE;
      this.report(error, 'load');
      void this.dispatch({ type: 'error-set', error });
      return undefined;
    }
  }

  /** Resolves when every commit so far has ended, well or badly, and what failed was tried once more. */
  async end(): Promise<void> {
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

  /**
   * Entries as the caller is told of them, each with whether it outlives the page.
   * @throws NotStoredError where the caller wants that in place of entries that are not stored.
   */
  acknowledged(entries: readonly Entry[]): readonly AppendedEntry[] {
    if (this.#writer) return this.#writer.acknowledged(entries);
    return entries.map((entry) => ({ ...entry, durable: false }));
  }

  /** Gives the store what this page alone holds; gives how many entries it took. */
  async writeBack(): Promise<number> {
    return (await this.#writer?.writeBack()) ?? 0;
  }

  /** Says in the snapshot that the store cannot be used. */
  report({ message }: AgentMemoryError, phase: string): void {
    const code = phase === 'commit' ? 'STORE_WRITE_FAILED' : 'STORE_UNAVAILABLE';
    const what = `${message} The conversation goes on in memory and is gone when this page closes.`;
    void this.dispatch({ type: 'degradation-set', degradation: { code, message: what } });
  }

  #carryOut(effects: readonly SessionEffect[]): Promise<void> {
    let committed: Promise<void> | undefined;
    let appended: readonly Entry[] = [];
    for (const effect of effects) {
      if (effect.type === 'emit') this.emit(effect.event);
      else {
        committed = this.#writer?.write(effect.change);
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
function checkListener(listener: unknown): void {
  checkOption(typeof listener === 'function', 'listener', 'must be a function.');
}
