import { asMemoryError } from '../errors/as-memory-error.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { nothingOwed, type OwedChanges, owe, payOwed } from '../storage/owed-changes.ts';
import { type DegradePhase, StoreWithFallback } from '../storage/store-with-fallback.ts';
import { checkingTree } from '../storage/stored-transcript.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { Entry } from '../transcript/entry.ts';
import { headIdOf, type Transcript } from '../transcript/transcript.ts';
import { NEWEST, OlderEntries } from './older-entries.ts';

/** The session that a writer writes for: its state, and whom it tells of trouble. */
export interface WriterHost<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  dispatch(event: SessionEvent<Pad>): Promise<void>;
  /** Says in the snapshot that the store cannot be used. */
  report(error: AgentMemoryError, phase: DegradePhase): void;
}

/** Gives the part of a change that may be stored; it is told what was said in the session. */
export type Storable = (change: ChangeToRedact) => Promise<SessionChange>;

/**
 * Brings what one session commits to its store.
 *
 * - Changes reach the store one after another, in the order in which they were given.
 * - What is stored is what `storable` leaves of it; where that fails nothing is stored.
 * - A failed one is reported in the snapshot and to the caller that waits for it; the next one
 *   brings along what it failed to store.
 */
export class StoreWriter<Pad> {
  /** The store of the session's options, with one in memory behind it. */
  readonly store: StoreWithFallback;
  readonly #host: WriterHost<Pad>;
  readonly #primaryName: string;
  readonly #storable: Storable | undefined;
  readonly #clock: Clock;
  readonly #older: OlderEntries<Pad>;
  #writes: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  /** Entries that the store has, from the first that was appended, on whichever branch. */
  #storedEntries = 0;
  /** Where the conversation ends in the store. */
  #storedHeadId: string | null = null;
  /** The changes that earlier writes failed to store. */
  #owed: OwedChanges = nothingOwed;

  constructor(
    host: WriterHost<Pad>,
    primary: MemoryStore,
    { storable, clock }: { readonly storable: Storable | undefined; readonly clock: Clock },
  ) {
    this.#host = host;
    this.#storable = storable;
    this.#clock = clock;
    this.#primaryName = primary.name;
    this.store = new StoreWithFallback(primary, inMemoryStore(), (error, phase) => {
      if (error.code === 'STORE_CONFLICT') void host.dispatch({ type: 'error-set', error });
      else host.report(error, phase);
    });
    this.#older = new OlderEntries(host, this.store, clock);
  }

  /**
   * The stored session; of a long one the newest part, and what its contexts are made of [STO-9].
   * @throws StoreCorruptError if what is stored makes no conversation.
   */
  async load(): Promise<StoredSession | undefined> {
    const read = await this.store.load(this.#host.snapshot.id, { newest: NEWEST });
    const stored = await this.#older.opened(read);
    if (!stored) return undefined;
    this.#storedHeadId =
      stored.entriesFrom === undefined
        ? await inSlices(checkingTree(stored), { clock: this.#clock })
        : (stored.entries.at(-1)?.id ?? null);
    this.#storedEntries = stored.info.entries;
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

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    const { transcript } = this.#host.snapshot;
    const written = this.#writes.then(() => this.#write(transcript, change));
    this.#writes = written.then(
      () => this.#noteRecovery(),
      (cause) => void this.#host.dispatch({ type: 'error-set', error: asMemoryError(cause) }),
    );
    return written;
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

  /** Resolves when every entry so far is stored; what an earlier write failed to store is tried again. */
  async allStored(atMs: number): Promise<void> {
    await this.#writes;
    const { transcript } = this.#host.snapshot;
    const isBehind = this.#storedEntries < entriesIn(transcript);
    if (isBehind || this.#storedHeadId !== headIdOf(transcript)) await this.write({ atMs });
  }

  async #end(): Promise<void> {
    await this.#writes;
    try {
      await this.store.letGo(this.#host.snapshot.id);
      this.#noteRecovery();
    } catch (cause) {
      void this.#host.dispatch({ type: 'error-set', error: asMemoryError(cause) });
    }
  }

  async #write(transcript: Transcript, change: SessionChange): Promise<void> {
    const { entries, previous } = newEntries(transcript, this.#storedEntries);
    const headId = headIdOf(transcript);
    this.#owed = owe(this.#owed, {
      ...change,
      ...(entries.length > 0 && { entries }),
      ...(this.#mustSay(headId, entries) && { head: { value: headId } }),
      basis: {
        ...basisOf(transcript, entries.at(-1)),
        ...(entries.length > 0 && { previousEntryId: previous?.id ?? null }),
      },
    });
    await payOwed(
      this.#owed,
      (owed) => this.#give(owed, transcript),
      (left) => {
        this.#owed = left;
      },
    );
    this.#storedEntries = Math.max(this.#storedEntries, entriesIn(transcript));
    this.#storedHeadId = headId;
  }

  /** Owed changes are kept unredacted, so that a redaction that failed can be tried again. */
  async #give(owed: SessionChange, said: Transcript): Promise<void> {
    // All that was said tells what is to be redacted.
    if (this.#storable) await this.whole();
    const storable = this.#storable ? await this.#storable({ ...owed, said }) : owed;
    await this.store.commit(this.#host.snapshot.id, storable).catch(asTyped);
  }

  /** Tells whether a change has to say where the conversation ends: its entries alone do not. */
  #mustSay(headId: string | null, entries: readonly Entry[]): boolean {
    if (this.#owed.some(({ head }) => head)) return true;
    const [first] = entries;
    const endsThere = (entries.at(-1)?.id ?? this.#storedHeadId) === headId;
    return !endsThere || (first !== undefined && first.parentId !== this.#storedHeadId);
  }

  /** The fallback brings the primary store up to date as soon as it works again. */
  #noteRecovery(): void {
    const host = this.#host;
    if (host.snapshot.degraded.length === 0 || this.store.name !== this.#primaryName) return;
    void host.dispatch({ type: 'degradation-clear', code: 'STORE_WRITE_FAILED' });
    void host.dispatch({ type: 'degradation-clear', code: 'STORE_UNAVAILABLE' });
  }
}

/** All entries of the session, those of other branches included. */
function entriesIn({ length, log }: Transcript): number {
  return length + log.elsewhere.length;
}

/** The entries behind those that are stored, and the one right ahead of them. */
function newEntries(
  transcript: Transcript,
  stored: number,
): { readonly entries: readonly Entry[]; readonly previous: Entry | undefined } {
  if (stored === 0) return { entries: entriesFrom(transcript, 0), previous: undefined };
  const [previous, ...entries] = entriesFrom(transcript, stored - 1);
  return { entries, previous };
}

/** The history that a change builds on: a store with another one refuses it. */
function basisOf(
  transcript: Transcript,
  newest: Entry | undefined,
): NonNullable<SessionChange['basis']> {
  const entries = entriesIn(transcript);
  const headId = headIdOf(transcript);
  const last = newest ?? entriesFrom(transcript, entries - 1).at(0);
  const lastEntryId = last?.id ?? null;
  return { entries, lastEntryId, ...(headId !== lastEntryId && { headId }) };
}

function asTyped(cause: unknown): never {
  throw asMemoryError(cause);
}
