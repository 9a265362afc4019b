import { asMemoryError } from '../errors/as-memory-error.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { storeWithFallback } from '../storage/store-with-fallback.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { EffectRunner } from './effect-runner.ts';

/**
 * Brings what one session commits to its store.
 *
 * - Changes reach the store one after another, in the order in which they were given.
 * - A failed one is reported in the snapshot and to the caller that waits for it; the next one
 *   brings along what it failed to store.
 */
export class StoreWriter<Pad> {
  /** The store that was wished for, with one in memory behind it. */
  readonly store: MemoryStore;
  readonly #runner: EffectRunner<Pad>;
  readonly #wishedName: string;
  #writes: Promise<void> = Promise.resolve();
  /** Entries that the store has, from the first. */
  #storedEntries = 0;
  /** What earlier writes failed to store, in order; a change takes one compaction at most. */
  #owed: readonly SessionChange[] = [];

  constructor(runner: EffectRunner<Pad>, wished: MemoryStore) {
    this.#runner = runner;
    this.#wishedName = wished.name;
    this.store = storeWithFallback(wished, inMemoryStore(), (error, phase) =>
      runner.report(error, phase),
    );
  }

  async load(): Promise<StoredSession | undefined> {
    const stored = await this.store.load(this.#runner.snapshot.id);
    this.#storedEntries = stored?.entries.length ?? 0;
    return stored;
  }

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    const { transcript } = this.#runner.snapshot;
    const written = this.#writes.then(() => this.#write(transcript, change));
    this.#writes = written.then(
      () => this.#noteRecovery(),
      (cause) => void this.#runner.dispatch({ type: 'error-set', error: asMemoryError(cause) }),
    );
    return written;
  }

  /** Resolves when every write so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#writes;
  }

  /** Resolves when every entry so far is stored; what an earlier write failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#writes;
    if (this.#storedEntries < this.#runner.snapshot.transcript.length) await this.write({ atMs });
  }

  async #write(transcript: Transcript, change: SessionChange): Promise<void> {
    const entries = transcript.log.slice(this.#storedEntries, transcript.length);
    this.#owed = owedWith(this.#owed, {
      ...change,
      ...(entries.length > 0 && { entries }),
      basis: basisOf(transcript),
    });
    for (const owed of this.#owed) {
      await this.store.commit(this.#runner.snapshot.id, owed).catch(asTyped);
      this.#owed = this.#owed.slice(1);
    }
    this.#storedEntries = Math.max(this.#storedEntries, transcript.length);
  }

  /** The fallback brings the wished store up to date as soon as it works again. */
  #noteRecovery(): void {
    const runner = this.#runner;
    if (runner.snapshot.degraded.length === 0 || this.store.name !== this.#wishedName) return;
    void runner.dispatch({ type: 'degradation-clear', code: 'STORE_WRITE_FAILED' });
    void runner.dispatch({ type: 'degradation-clear', code: 'STORE_UNAVAILABLE' });
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
