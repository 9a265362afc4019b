import { asMemoryError } from '../errors/as-memory-error.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import { NotStoredError } from '../errors/not-stored-error.ts';
import type { StoreConflictError } from '../errors/store-errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import { type LimitedStore, limitedStore } from '../storage/limited-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { nothingOwed, type OwedChanges, owe, payOwed } from '../storage/owed-changes.ts';
import { isConflict, isSurvivable } from '../storage/store-trouble.ts';
import { type DegradePhase, StoreWithFallback } from '../storage/store-with-fallback.ts';

import { checkTree } from '../storage/stored-transcript.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import { entriesIn, headIdOf, placeOf, type Transcript } from '../transcript/transcript.ts';
import { MissingSession } from './missing-session.ts';
import { OwedRetry } from './owed-retry.ts';

/** The session that a writer writes for: its state, and whom it tells of trouble. */
export interface WriterHost<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  dispatch(event: SessionEvent<Pad>): Promise<void>;
  /** Says in the snapshot that the store cannot be used. */
  report(error: AgentMemoryError, phase: DegradePhase): void;
  /** The stored session can be read now, and nothing was said while it could not. */
  readLate(stored: StoredSession | undefined): void;
}

/** The end of a call whose messages the store cannot take. */
export type WhenNotStored = 'keep' | 'reject';

/** How a session writes. */
export interface WriterOptions {
  readonly clock: Clock;
  readonly whenNotStored: WhenNotStored;
  readonly storable: Storable | undefined;
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
 * - What the store lacks is given to it again by itself, at longer and longer intervals [STO-8].
 */
export class StoreWriter<Pad> {
  /** The store of the session's options, with one in memory behind it. */
  readonly store: StoreWithFallback;
  readonly #host: WriterHost<Pad>;
  readonly #limited: LimitedStore;
  readonly #primaryName: string;
  readonly #storable: Storable | undefined;
  readonly #whenNotStored: WhenNotStored;
  readonly #retry: OwedRetry;
  #writes: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  /** Entries that the store has, from the first that was appended, on whichever branch. */
  #storedEntries = 0;
  /** How many of those are where the caller wants them, and not in a fallback for it. */
  #heldEntries = 0;
  /** Entries that a write was to store. */
  #givenEntries = 0;
  /** Whether the session has given anything to be written since it was opened. */
  #hasGiven = false;
  /** The trouble of the last write that failed. */
  #trouble: AgentMemoryError | undefined;
  readonly #missing: MissingSession<Pad>;
  /** Where the conversation ends in the store. */
  #storedHeadId: string | null = null;
  /** The changes that earlier writes failed to store. */
  #owed: OwedChanges = nothingOwed;

  constructor(host: WriterHost<Pad>, primary: MemoryStore, options: WriterOptions) {
    this.#host = host;
    this.#storable = options.storable;
    this.#whenNotStored = options.whenNotStored;
    this.#retry = new OwedRetry(options.clock, () => void this.#tryAgain());
    this.#primaryName = primary.name;
    this.#limited = limitedStore(primary, options.clock);
    this.store = new StoreWithFallback(this.#limited, inMemoryStore(), (error, phase) => {
      this.#trouble = error;
      if (error.code === 'STORE_CONFLICT') void host.dispatch({ type: 'error-set', error });
      else host.report(error, phase);
    });
    this.#missing = new MissingSession(host, { primary, wrapper: this.store });
  }

  /** @throws StoreCorruptError if what is stored makes no conversation. */
  async load(): Promise<StoredSession | undefined> {
    const stored = await this.store.load(this.#host.snapshot.id);
    if (stored) {
      this.#storedHeadId = checkTree(stored);
      this.#storedEntries = stored.entries.length;
    }
    this.#settle(this.#storedEntries);
    this.#missing.wasRead(stored);
    return stored;
  }

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    this.#hasGiven = true;
    const { transcript } = this.#host.snapshot;
    return this.#inTurn(() => this.#write(transcript, change), entriesIn(transcript));
  }

  /**
   * Takes a session over that went on without this writer: the store gets what it committed meanwhile,
   * unless it has a history of its own under the same id, which is left as it is.
   */
  async takeOver(missed: readonly SessionChange[]): Promise<void> {
    this.store.beginUnread(this.#host.snapshot.id);
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
    if (isStored || this.#whenNotStored === 'keep') return told;
    throw new NotStoredError(id, told, { cause: this.#trouble });
  }

  /**
   * Gives the store what this page alone holds, also of a session that was cleared. Gives how many
   * entries it took.
   * @throws what the store rejects with; what it did not take stays owed.
   */
  async writeBack(): Promise<number> {
    const { id } = this.#host.snapshot;
    let before = 0;
    await this.#inTurn(async () => {
      before = this.#givenEntries - this.#heldEntries;
      this.store.giveBack(id);
      await this.#pay();
    });
    return before - (this.#givenEntries - this.#heldEntries);
  }

  /**
   * Resolves when every write so far has ended, well or badly, and the store was given once more what
   * it lacks. What it cannot take waits in this page for the session to be opened again.
   */
  end(): Promise<void> {
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
    const isBehind = this.#storedEntries < entriesIn(transcript);
    if (isBehind || this.#storedHeadId !== headIdOf(transcript)) await this.write({ atMs });
  }

  async #end(): Promise<void> {
    this.hurry();
    this.#retry.end();
    await this.#writes;
    await this.#inTurn(() => this.store.letGo(this.#host.snapshot.id)).catch(() => undefined);
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
        if (!isSurvivable(error) || this.#owed.length > 0) {
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
    const { id } = this.#host.snapshot;
    this.#givenEntries = Math.max(this.#givenEntries, given);
    this.#heldEntries = Math.min(
      this.#storedEntries,
      this.store.firstOwed(id) ?? this.#storedEntries,
    );
    const owed = this.#givenEntries - this.#heldEntries;
    void this.#host.dispatch({ type: 'owed-set', owed });
    const mayHelp = this.#owed.length > 0 && this.#trouble?.recoverable === true;
    if (owed === 0) this.#missing.restored();
    if (mayHelp || this.store.canPay(id) || this.store.isUnread(id)) this.#retry.plan();
    else this.#retry.rest();
  }

  /** What fails is told in the snapshot. */
  async #tryAgain(): Promise<void> {
    await this.#inTurn(() => this.#pay()).catch(() => undefined);
  }

  /** Gives the store what it lacks. */
  async #pay(): Promise<void> {
    const { id, transcript } = this.#host.snapshot;
    if (this.store.isUnread(id) && !this.#hasGiven) return this.#readLate();
    const newest = this.#owed.at(-1);
    if (newest) await this.#write(transcript, { atMs: newest.atMs });
    try {
      await this.store.pay(id);
    } catch (cause) {
      if (!isConflict(cause)) throw asMemoryError(cause);
      await this.#onConflict(cause, undefined, transcript);
    }
  }

  /** The session shows what is stored as soon as it can be read, where nothing was said until then. */
  async #readLate(): Promise<void> {
    const stored = await this.load();
    if (!this.store.isUnread(this.#host.snapshot.id) && !this.#hasGiven)
      this.#host.readLate(stored);
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
    const storable = this.#storable ? await this.#storable({ ...owed, said }) : owed;
    try {
      await this.store.commit(this.#host.snapshot.id, storable);
    } catch (cause) {
      if (!isConflict(cause)) throw asMemoryError(cause);
      await this.#onConflict(cause, storable, said);
    }
  }

  /** The store holds something else than this page knows; what it holds decides. */
  async #onConflict(
    conflict: StoreConflictError,
    change: SessionChange | undefined,
    said: Transcript,
  ): Promise<void> {
    const had = entriesFrom(said, 0).slice(0, this.#heldEntries);
    if (!(await this.#missing.foundMissing(had))) throw conflict;
    const { id } = this.#host.snapshot;
    if (change) await this.store.commit(id, change);
    else await this.store.pay(id);
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
