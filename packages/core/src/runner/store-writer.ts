import { asMemoryError } from '../errors/as-memory-error.ts';
import type { AgentMemoryError } from '../errors/errors.ts';
import { type Clock, startTimer } from '../platform/clock.ts';
import type { ChangeToRedact } from '../redaction/redacted-change.ts';
import type { StandingValues } from '../state/news.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { inMemoryStore } from '../storage/in-memory-store.ts';
import type { MemoryStore, SessionChange, StoredSession } from '../storage/memory-store.ts';
import { nothingOwed, type OwedChanges, owe, payOwed } from '../storage/owed-changes.ts';
import { isConflict } from '../storage/store-trouble.ts';
import { type DegradePhase, StoreWithFallback } from '../storage/store-with-fallback.ts';
import { checkTree } from '../storage/stored-transcript.ts';
import { entriesFrom } from '../transcript/entries-from.ts';
import type { Entry } from '../transcript/entry.ts';
import type { Rebased } from '../transcript/rebased.ts';
import { headIdOf, placeOf, seqOf, type Transcript } from '../transcript/transcript.ts';
import { decidingOnNews, type NewsReader, type WriterStanding } from './taking-over.ts';

/** The session that a writer writes for: its state, and whom it tells of trouble. */
export interface WriterHost<Pad> {
  readonly snapshot: SessionSnapshot<Pad>;
  dispatch(event: SessionEvent<Pad>): Promise<void>;
  /** Says in the snapshot that the store cannot be used. */
  report(error: AgentMemoryError, phase: DegradePhase): void;
}

/** Gives the part of a change that may be stored; it is told what was said in the session. */
export type Storable = (change: ChangeToRedact) => Promise<SessionChange>;

/** What a writer needs beside its session and its store. */
export interface WriterOptions<Pad> {
  readonly storable: Storable | undefined;
  readonly clock: Clock;
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
 */
export class StoreWriter<Pad> {
  /** The store of the session's options, with one in memory behind it. */
  readonly store: StoreWithFallback;
  readonly #host: WriterHost<Pad>;
  readonly #primaryName: string;
  readonly #options: WriterOptions<Pad>;
  #writes: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;
  /** Entries that the store has, from the first that was appended, on whichever branch. */
  #storedEntries = 0;
  /** Where the conversation ends in the store. */
  #storedHeadId: string | null = null;
  /** The changes that earlier writes failed to store. */
  #owed: OwedChanges = nothingOwed;
  /** Changes that wait for their turn. */
  #queued: SessionChange[] = [];
  /** How often the session was taken over from the store: what was queued before is placed anew. */
  #takeOvers = 0;
  /** The change of a session that is being taken over, in the place of all that it had to store. */
  #placing: { change?: SessionChange } | undefined;
  #branchings = 0;
  /** The ids that entries of this page have now, by those that they had. */
  readonly #newIds = new Map<string, string>();
  /** What stands beside the conversation, as it was when page and store last agreed. */
  #before: StandingValues;
  /** The end of a branch that words of this page became. */
  #branchEnd: string | undefined;
  #onStored: () => void = () => undefined;
  #onTakenOver: (entries: readonly Entry[]) => void = () => undefined;

  constructor(host: WriterHost<Pad>, primary: MemoryStore, options: WriterOptions<Pad>) {
    this.#host = host;
    this.#options = options;
    this.#before = valuesOf(host.snapshot);
    this.#primaryName = primary.name;
    this.store = new StoreWithFallback(primary, inMemoryStore(), (error, phase) => {
      if (error.code === 'STORE_CONFLICT') void host.dispatch({ type: 'error-set', error });
      else host.report(error, phase);
    });
  }

  /** @throws StoreCorruptError if what is stored makes no conversation. */
  async load(): Promise<StoredSession | undefined> {
    const stored = await this.store.load(this.#host.snapshot.id);
    if (!stored) return undefined;
    this.#storedHeadId = checkTree(stored);
    this.#storedEntries = stored.entries.length;
    return stored;
  }

  /** The session as it was read is the one that stands. */
  opened(): void {
    this.#before = valuesOf(this.#host.snapshot);
  }

  /** Calls back whenever the store has taken something. */
  onStored(listener: () => void): void {
    this.#onStored = listener;
  }

  /** Calls back with the entries that other tabs have added. */
  onTakenOver(listener: (entries: readonly Entry[]) => void): void {
    this.#onTakenOver = listener;
  }

  /** Writes a change together with whatever earlier ones failed to store, so that no gap stays. */
  write(change: SessionChange): Promise<void> {
    if (this.#placing) {
      this.#placing.change = change;
      this.#placing = undefined;
      return Promise.resolve();
    }
    const { transcript } = this.#host.snapshot;
    const takeOvers = this.#takeOvers;
    this.#queued.push(change);
    return this.#inTurn(async () => {
      // With a take-over the change has got its place among what is owed.
      if (takeOvers !== this.#takeOvers) return this.#pay();
      this.#queued.shift();
      this.#oweFor(transcript, change);
      await this.#pay(transcript);
    });
  }

  /** Resolves when every write so far has ended, well or badly. */
  settled(): Promise<void> {
    return this.#writes;
  }

  /** Takes over what the store holds now; resolves when what this page has beside it is stored. */
  catchUp(): Promise<void> {
    const done = this.#writes.then(async () => {
      await this.#takeOver();
      await this.#pay();
    });
    this.#writes = done.catch(() => undefined);
    return done;
  }

  /** How often something of this page became a branch, because another tab went on elsewhere. */
  get branchings(): number {
    return this.#branchings;
  }

  /** The id that an entry has now: another tab may have used its own for something else. */
  idNow(id: string): string {
    const next = this.#newIds.get(id);
    return next === undefined ? id : this.idNow(next);
  }

  /**
   * Resolves when every write so far has ended, well or badly, and the store was given once more what
   * it lacks. What it cannot take waits in this page for the session to be opened again.
   */
  end(): Promise<void> {
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
    const { id } = this.#host.snapshot;
    const letGo = () => this.store.letGo(id);
    await this.#inTurn(() =>
      letGo().catch(async (cause: unknown) => {
        if (!isConflict(cause) || !(await this.#takeOver())) throw cause;
        await this.#pay();
        await letGo();
      }),
    ).catch(() => undefined);
    await this.#writes;
  }

  /** Works on the store when all earlier work has ended; trouble is told in the snapshot too. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#writes.then(work);
    this.#writes = done.then(
      () => this.#noteRecovery(),
      (cause) => void this.#host.dispatch({ type: 'error-set', error: asMemoryError(cause) }),
    );
    return done;
  }

  #oweFor(transcript: Transcript, change: SessionChange): void {
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
  }

  /** Gives the store what it lacks; where another tab was first, in its place behind that. */
  async #pay(given?: Transcript): Promise<void> {
    let transcript = given ?? this.#host.snapshot.transcript;
    if (this.#owed.length === 0) return;
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#payOnce(transcript);
        return;
      } catch (error) {
        if (!isConflict(error) || tries === MOST_TRIES) throw error;
        if (tries > 1) await this.#pause(tries);
        if (!(await this.#takeOver())) throw error;
        if (this.#owed.length === 0) return;
        transcript = this.#host.snapshot.transcript;
      }
    }
  }

  async #payOnce(transcript: Transcript): Promise<void> {
    const values = valuesOf(this.#host.snapshot);
    const isWhole = this.#queued.length === 0;
    await payOwed(
      this.#owed,
      (owed) => this.#give(owed, transcript),
      (left) => {
        this.#owed = left;
      },
    );
    this.#storedEntries = Math.max(this.#storedEntries, entriesIn(transcript));
    this.#storedHeadId = headIdOf(transcript);
    if (isWhole) this.#before = values;
    this.#noteBranch();
    this.#onStored();
  }

  /** Tabs that fight for one place come apart by chance. */
  #pause(tries: number): Promise<void> {
    const { startTimer: start = startTimer } = this.#options.clock;
    const longestMs = Math.min(LONGEST_PAUSE_MS, 5 * 2 ** tries);
    return new Promise((resolve) => {
      start(resolve, Math.random() * longestMs);
    });
  }

  /**
   * The session goes on from what the store holds; what the store lacks of it is owed in its new place.
   * Gives `false` where the store holds no such session.
   */
  async #takeOver(): Promise<boolean> {
    const { id } = this.#host.snapshot;
    const { stored, owed } = await this.store.takeBack(id);
    if (!stored) return false;
    this.#takeIn(owed);
    const headId = checkTree(stored);
    const { reader, storable, clock } = this.#options;
    const deciding = {
      ...{ reader, storable, snapshot: () => this.#host.snapshot },
      ...{ standing: () => this.#standing(), nowMs: clock.nowMs() },
    };
    await decidingOnNews(stored, deciding, (news) => {
      this.#storedEntries = stored.entries.length;
      this.#storedHeadId = headId;
      if (!news) return;
      this.#takeOvers += 1;
      this.#owed = nothingOwed;
      this.#queued = [];
      if (news.placed.kind === 'branch' && news.event.change) this.#branchings += 1;
      this.#note(news.placed);
      const placing: { change?: SessionChange } = {};
      this.#placing = placing;
      void this.#host.dispatch(news.event);
      this.#placing = undefined;
      this.#onTakenOver(news.event.entries);
      const { transcript } = this.#host.snapshot;
      this.#before = news.standing;
      if (!placing.change) return;
      for (const compaction of news.compactionsAhead) {
        this.#owed = owe(this.#owed, { atMs: placing.change.atMs, compaction });
      }
      this.#oweFor(transcript, placing.change);
    });
    return true;
  }

  /** What a fallback alone had was not stored either. */
  #takeIn(owed: OwedChanges): void {
    this.#owed = [...owed, ...this.#owed];
    const [first] = owed.flatMap(({ entries = [] }) => entries);
    if (!first) return;
    this.#storedEntries = placeOf(first);
    this.#storedHeadId = first.parentId;
  }

  #standing(): WriterStanding<Pad> {
    return {
      stored: this.#storedEntries,
      storedHeadId: this.#storedHeadId,
      changes: [...this.#owed, ...this.#queued],
      before: this.#before,
    };
  }

  #note({ kind, entries, ids }: Rebased): void {
    for (const [before, now] of ids) if (before !== now) this.#newIds.set(before, now);
    const end = kind === 'branch' ? entries.at(-1) : undefined;
    if (!end) return;
    this.#branchEnd = end.id;
    const message =
      'This session went on elsewhere in another tab. Nothing was lost: what was said here meanwhile is ' +
      `stored as a branch that ends in "${end.id}". \`branches()\` lists it, and \`moveHead\` goes on from there.`;
    const degradation = { code: 'STORED_AS_BRANCH', message } as const;
    void this.#host.dispatch({ type: 'degradation-set', degradation });
  }

  /** Once the conversation goes on from a branch there is nothing to tell of it. */
  #noteBranch(): void {
    const { transcript } = this.#host.snapshot;
    if (this.#branchEnd === undefined || seqOf(transcript, this.#branchEnd) === undefined) return;
    this.#branchEnd = undefined;
    void this.#host.dispatch({ type: 'degradation-clear', code: 'STORED_AS_BRANCH' });
  }

  /** Owed changes are kept unredacted, so that a redaction that failed can be tried again. */
  async #give(owed: SessionChange, said: Transcript): Promise<void> {
    const { storable } = this.#options;
    const change = storable ? await storable({ ...owed, said }) : owed;
    await this.store.commit(this.#host.snapshot.id, change).catch(asTyped);
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

function valuesOf({ scratchpad, parts }: SessionSnapshot<unknown>): StandingValues {
  return { scratchpad, parts };
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
