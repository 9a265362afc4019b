import { AgentMemoryError, StoreUnavailableError } from '../errors/errors.ts';
import type { MemoryEvent, MemoryEventBody } from '../events/memory-event.ts';
import type { Clock } from '../platform/clock.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { volatileStore } from '../storage/volatile-store.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { SessionSnapshot } from './snapshot.ts';
import { type SessionEffect, type SessionEvent, transition } from './transition.ts';

/**
 * Holds the snapshot and carries out what transitions ask for: commits to the store, calls to
 * listeners.
 *
 * - Commits reach the store one after another, in the order of their transitions.
 * - A failed commit is reported in the snapshot and to the caller that waits for it; the next commit
 *   brings along what it failed to store.
 * - Events are made only while somebody listens.
 * - A listener that throws stops neither the session nor the other listeners.
 */
export class EffectRunner<Pad> {
  #snapshot: SessionSnapshot<Pad>;
  #store: MemoryStore;
  readonly #wished: MemoryStore;
  readonly #clock: Clock;
  readonly #stateListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: MemoryEvent) => void>();
  #commits: Promise<void> = Promise.resolve();
  /** Entries that the store has, from the first. */
  #storedEntries = 0;
  /** What earlier commits failed to store, in order; a change takes one compaction at most. */
  #owed: readonly SessionChange[] = [];

  constructor(snapshot: SessionSnapshot<Pad>, store: MemoryStore | undefined, clock: Clock) {
    this.#snapshot = snapshot;
    this.#clock = clock;
    this.#wished = store ?? volatileStore;
    this.#store = this.#wished;
  }

  get snapshot(): SessionSnapshot<Pad> {
    return this.#snapshot;
  }

  get store(): MemoryStore {
    return this.#store;
  }

  /** Applies an event; resolves when what it commits is committed. The new state stands at once. */
  dispatch(event: SessionEvent<Pad>): Promise<void> {
    const [snapshot, effects] = transition(this.#snapshot, event);
    const hasChanged = snapshot !== this.#snapshot;
    this.#snapshot = snapshot;
    const committed = this.#carryOut(effects);
    if (hasChanged) for (const listener of [...this.#stateListeners]) call(listener);
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
    for (const listener of [...this.#eventListeners]) call(() => listener(event));
  }

  subscribe(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  onEvent(listener: (event: MemoryEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /**
   * The stored session. Where it cannot be read at all, the session goes on without a store, so
   * that what is stored stays as it is; the trouble is reported in the snapshot.
   */
  async load(): Promise<StoredSession | undefined> {
    try {
      this.#store = await this.#withFallback(this.#wished);
      const stored = await this.#store.load(this.#snapshot.id);
      this.#storedEntries = stored?.entries.length ?? 0;
      return stored;
    } catch (cause) {
      const error = asMemoryError(cause);
      this.#store = volatileStore;
      this.#report(error, 'load');
      void this.dispatch({ type: 'error-set', error });
      return undefined;
    }
  }

  /** Resolves when every commit so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#commits;
  }

  stopListening(): void {
    this.#stateListeners.clear();
    this.#eventListeners.clear();
  }

  /** Resolves when every entry so far is stored; what an earlier commit failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#commits;
    if (this.#storedEntries < this.#snapshot.transcript.length) await this.#commit({ atMs });
  }

  #carryOut(effects: readonly SessionEffect[]): Promise<void> {
    let committed = Promise.resolve();
    for (const effect of effects) {
      if (effect.type === 'emit') this.emit(effect.event);
      else committed = this.#commit(effect.change);
    }
    return committed;
  }

  /** Commits a change together with whatever earlier commits failed to store, so that no gap stays. */
  #commit(change: SessionChange): Promise<void> {
    const { transcript } = this.#snapshot;
    const committed = this.#commits.then(async () => {
      const entries = transcript.log.slice(this.#storedEntries, transcript.length);
      this.#owed = owedWith(this.#owed, {
        ...change,
        ...(entries.length > 0 && { entries }),
        basis: basisOf(transcript),
      });
      for (const owed of this.#owed) {
        await this.#store.commit(this.#snapshot.id, owed).catch(asTyped);
        this.#owed = this.#owed.slice(1);
      }
      this.#storedEntries = Math.max(this.#storedEntries, transcript.length);
    });
    this.#commits = committed.then(
      () => this.#noteRecovery(),
      (cause) => void this.dispatch({ type: 'error-set', error: asMemoryError(cause) }),
    );
    return committed;
  }

  async #withFallback(store: MemoryStore): Promise<MemoryStore> {
    if (store === volatileStore) return store;
    const { inMemoryStore, storeWithFallback } = await import('../storage/fallback.ts');
    return storeWithFallback(store, inMemoryStore(), (error, phase) => this.#report(error, phase));
  }

  #report(error: AgentMemoryError, phase: string): void {
    const code = phase === 'commit' ? 'STORE_WRITE_FAILED' : 'STORE_UNAVAILABLE';
    const message = `${error.message} The conversation goes on in memory and is gone when this page closes.`;
    void this.dispatch({ type: 'degradation-set', degradation: { code, message } });
  }

  /** The fallback brings the wished store up to date as soon as it works again. */
  #noteRecovery(): void {
    if (this.#snapshot.degraded.length === 0 || this.#store.name !== this.#wished.name) return;
    void this.dispatch({ type: 'degradation-clear', code: 'STORE_WRITE_FAILED' });
    void this.dispatch({ type: 'degradation-clear', code: 'STORE_UNAVAILABLE' });
  }
}

/**
 * A listener's fault stops nothing here. Its owner hears of it as of an unhandled rejection: browsers
 * report one; Node ends the process unless it listens for them.
 */
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    void Promise.reject(error);
  }
}

/** What a change rests on: a store with another history refuses it. */
function basisOf(transcript: Transcript): NonNullable<SessionChange['basis']> {
  const { length, log } = transcript;
  return { entries: length, lastEntryId: length === 0 ? null : log.at(length - 1).id };
}

/** The change joined to what is owed: the later part wins where both have it, but no compaction's record. */
function owedWith(owed: readonly SessionChange[], change: SessionChange): readonly SessionChange[] {
  const last = owed.at(-1);
  if (!last || (last.compaction && change.compaction)) return [...owed, change];
  const { entries: _, ...rest } = last;
  const tokens = new Map([...(last.tokens ?? []), ...(change.tokens ?? [])]);
  return [...owed.slice(0, -1), { ...rest, ...change, ...(tokens.size > 0 && { tokens }) }];
}

function asTyped(cause: unknown): never {
  throw asMemoryError(cause);
}

function asMemoryError(cause: unknown): AgentMemoryError {
  if (AgentMemoryError.isInstance(cause)) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`The store failed: ${reason}`, { cause });
}
