import { asMemoryError } from '../errors/as-memory-error.ts';
import { StoreUnavailableError } from '../errors/errors.ts';
import { StoreConflictError } from '../errors/store-errors.ts';
import type { StoreLoss } from '../errors/store-loss.ts';
import type { Entry } from '../transcript/entry.ts';
import { durableIn } from './durable-in.ts';
import { learn, moveToFallback, oweInFallback } from './into-fallback.ts';
import type {
  EntryPlaces,
  LoadOptions,
  MemoryStore,
  SessionChange,
  SessionInfo,
  StoreCallOptions,
  StoredRecords,
  StoredSession,
  StoreNews,
} from './memory-store.ts';
import type { OnDegrade } from './on-degrade.ts';
import { isBack, nothingOwed, type OwedChanges, payOwed } from './owed-changes.ts';
import { changesThatRestore } from './restoring-changes.ts';
import { beganWithout, isConflict } from './store-trouble.ts';
import { ToldTrouble } from './told-trouble.ts';
import { entriesOf, recordsOf, storeOf } from './tracked-parts.ts';
import {
  isAheadOfPrimary,
  knowledgeAfter,
  knowledgeOf,
  remember,
  type TrackedSession,
} from './tracked-session.ts';
import { TrackedSessions } from './tracked-sessions.ts';
import { keepUnpaid, originOf, takeUnpaid } from './unpaid-sessions.ts';

/**
 * Where a session began in the fallback and the primary turns out to hold a history of it: `conflict`, its
 * owner takes that over (`takeBack`); `apart`, the two stay as they are.
 */
export type OtherHistory = 'conflict' | 'apart';

/** The store of one memory, which degrades as `storeWithFallback` says, and can be let go of unclosed. */
export class StoreWithFallback implements MemoryStore {
  readonly #primary: MemoryStore;
  readonly #fallback: MemoryStore;
  /** Where each session is. */
  readonly sessions = new TrackedSessions();
  readonly #trouble: ToldTrouble;
  readonly #otherHistory: OtherHistory;
  #isClosed = false;

  constructor(
    primary: MemoryStore,
    fallback: MemoryStore,
    onDegrade: OnDegrade,
    otherHistory: OtherHistory = 'apart',
  ) {
    this.#primary = primary;
    this.#fallback = fallback;
    this.#trouble = new ToldTrouble(onDegrade);
    this.#otherHistory = otherHistory;
  }

  get name(): string {
    return this.#inUse.name;
  }

  get persistent(): boolean {
    return this.#inUse.persistent;
  }

  get address(): string | undefined {
    return this.#primary.address;
  }

  watch(sessionId: string, listener: (news: StoreNews) => void): () => void {
    return this.#primary.watch?.(sessionId, listener) ?? (() => undefined);
  }

  /** Entries of a session at places ahead of this one are where they outlive the page. */
  durableTo(sessionId: string): number {
    const own = this.sessions.firstOwed(sessionId) ?? Number.POSITIVE_INFINITY;
    return Math.min(own, durableIn(this.#primary, sessionId));
  }

  /** The place of the first entry that the primary lacks of a session; `undefined` where it lacks none. */
  firstOwed(sessionId: string): number | undefined {
    return this.sessions.firstOwed(sessionId) ?? this.#inner?.firstOwed(sessionId);
  }

  /** Tells whether the primary lacks some of a session, and may take it yet. */
  canPay(sessionId: string): boolean {
    const home = this.sessions.homeOf(sessionId);
    const isAhead = home?.kind === 'fallback' && isAheadOfPrimary(home);
    return (isAhead && !home.cleared) || (this.#inner?.canPay(sessionId) ?? false);
  }

  /** Tells whether the primary lacks some of a session. */
  isAhead(sessionId: string): boolean {
    return this.sessions.isAhead(sessionId) || (this.#inner?.isAhead(sessionId) ?? false);
  }

  /** A session as the primary has it, whatever is known of it here. */
  inPrimary(sessionId: string): Promise<StoredSession | undefined> {
    return this.#track(sessionId).queue.run(() => this.#primary.load(sessionId));
  }

  /**
   * The primary lost what it had of a session: it is owed all of it again. Gives `false` where this
   * wrapper does not know the session whole.
   *
   * @param left what the primary still holds of it.
   * @param isCleared nothing is given to the primary until `giveBack` is called.
   */
  lost(
    sessionId: string,
    left: StoredSession | undefined,
    { isCleared }: { readonly isCleared: boolean },
  ): Promise<boolean> {
    const session = this.#track(sessionId);
    return session.queue.run(async () => {
      const { knowledge } = session;
      if (knowledge.kind !== 'whole' || !knowledge.session) return false;
      const changes = changesThatRestore(knowledge.session, left);
      await moveToFallback(session, this.#fallback);
      const away = { kind: 'fallback', owed: nothingOwed, primaryWasRead: true } as const;
      session.home = { ...away, ...(isCleared ? { cleared: changes } : { owed: changes }) };
      this.#trouble.isKnownAs('SESSION_CLEARED');
      return true;
    });
  }

  lossOf(sessionId: string): StoreLoss | undefined {
    return this.#primary.lossOf?.(sessionId);
  }

  /**
   * Gives the primary what it lacks of a session. Tells whether it has all of it now.
   * @throws what the primary rejects with; what it lacks stays owed.
   */
  pay(sessionId: string): Promise<boolean> {
    const session = this.#track(sessionId);
    return session.queue.run(async () => {
      const isUpToDate = await this.#bringUpToDate(session, undefined);
      if (isUpToDate) await this.#returnToPrimary(session);
      return isUpToDate && ((await this.#inner?.pay(sessionId)) ?? true);
    });
  }

  async load(sessionId: string, options?: LoadOptions): Promise<StoredSession | undefined> {
    const session = this.#track(sessionId);
    return session.queue.run(() => this.#load(session, options));
  }

  /** Beside the queue: no commit waits for older entries, and none changes them. */
  async loadEntries(
    sessionId: string,
    places: EntryPlaces,
    options?: StoreCallOptions,
  ): Promise<readonly Entry[]> {
    const session = this.#track(sessionId);
    return entriesOf(storeOf(session, this.#primary, this.#fallback), session, places, options);
  }

  async loadRecords(sessionId: string, options?: StoreCallOptions): Promise<StoredRecords> {
    const session = this.#track(sessionId);
    return recordsOf(storeOf(session, this.#primary, this.#fallback), session, options);
  }

  async commit(
    sessionId: string,
    change: SessionChange,
    options?: StoreCallOptions,
  ): Promise<void> {
    const session = this.#track(sessionId);
    await session.queue.run(() => this.#commit(session, change, options));
  }

  async list(options?: StoreCallOptions): Promise<readonly SessionInfo[]> {
    this.#refuseWhenClosed();
    const inFallback = await this.#fallback.list(options);
    try {
      const inPrimary = await this.#primary.list(options);
      this.#primaryWorked();
      return this.sessions.listed(inPrimary, inFallback);
    } catch (error) {
      this.#trouble.degrade(error, 'list');
      return inFallback;
    }
  }

  async delete(sessionId: string, options?: StoreCallOptions): Promise<void> {
    const session = this.#track(sessionId);
    await session.queue.run(async () => {
      takeUnpaid(this.#primary, sessionId);
      await this.#fallback.delete(sessionId, options);
      session.home = { kind: 'primary' };
      session.knowledge = { kind: 'unread' };
      await this.#primary.delete(sessionId, options);
    });
  }

  /**
   * Reads what the primary holds of a session, for a caller that goes on from that: gives what the
   * primary has not got as well, which is the caller's from then on. Where that is not wanted, or the
   * session was cleared and is not back, nothing changes.
   * @throws what the primary rejects with; StoreUnavailableError where the session stays apart from its history.
   */
  async takeBack(
    sessionId: string,
    isWanted: (stored: StoredSession | undefined) => boolean,
    options?: LoadOptions,
  ): Promise<{ readonly stored: StoredSession; readonly owed: OwedChanges } | undefined> {
    const session = this.#track(sessionId);
    return session.queue.run(async () => {
      const { home } = session;
      if (home.kind === 'apart') throw beganWithout(this.#primary.name, sessionId);
      const isAway = home.kind === 'fallback';
      const stored = await this.#primary.load(sessionId, options);
      if (!stored || !isWanted(stored)) return undefined;
      if (isAway && home.cleared && !isBack(stored, home.cleared)) return undefined;
      session.knowledge = knowledgeAfter(session.knowledge, stored);
      this.sessions.overtaken.delete(sessionId);
      await this.#returnToPrimary(session);
      return { stored, owed: isAway ? home.owed : nothingOwed };
    });
  }

  /**
   * Tries once more to give the primary what it lacks of a session. What it cannot take is kept for
   * the next wrapper around the same primary that loads the session; both stores stay open.
   * @throws StoreConflictError if the primary has got another history meanwhile; `takeBack` gives what
   * it has and what it lacks.
   */
  async letGo(sessionId: string): Promise<void> {
    const session = this.#track(sessionId);
    await session.queue.run(async () => {
      await this.#tryToPay(session);
      const { home } = session;
      if (home.kind === 'primary' || !isAheadOfPrimary(home)) return;
      const stored = await this.#fallback.load(sessionId);
      if (stored) keepUnpaid(this.#primary, sessionId, { stored, home });
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const lastTries = this.sessions
      .all()
      .map((session) => session.queue.run(() => this.#tryToPay(session)));
    const outcomes = await Promise.allSettled(lastTries);
    await Promise.all([this.#primary.close(), this.#fallback.close()]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #load(
    session: TrackedSession,
    options: LoadOptions | undefined,
  ): Promise<StoredSession | undefined> {
    if (isAheadOfPrimary(session.home)) return this.#fallback.load(session.id, options);
    const stored = await this.#loadFromEither(session, options);
    return (await this.#resumed(session, stored)) ?? stored;
  }

  async #loadFromEither(
    session: TrackedSession,
    options: LoadOptions | undefined,
  ): Promise<StoredSession | undefined> {
    try {
      const stored = await this.#primary.load(session.id, options);
      session.home = { kind: 'primary' };
      session.knowledge = knowledgeOf(stored);
      this.#primaryWorked();
      return stored;
    } catch (error) {
      this.#trouble.degrade(error, 'load');
      if (session.home.kind === 'primary') await moveToFallback(session, this.#fallback);
      const stored = await this.#fallback.load(session.id, options);
      if (session.knowledge.kind !== 'whole') session.knowledge = knowledgeOf(stored);
      return stored;
    }
  }

  /** The session as the memory before left it, where the primary still lacked some of it. */
  async #resumed(
    session: TrackedSession,
    inPrimary: StoredSession | undefined,
  ): Promise<StoredSession | undefined> {
    const unpaid = takeUnpaid(this.#primary, session.id);
    if (!unpaid) return undefined;
    const { home, knowledge } = session;
    session.knowledge = knowledgeOf(unpaid.stored);
    await moveToFallback(session, this.#fallback);
    session.home = unpaid.home;
    const stored = await this.#fallback.load(session.id);
    if (unpaid.home.kind === 'apart') this.#tellApart(session);
    else if (unpaid.home.cleared) this.#trouble.isKnownAs('SESSION_CLEARED');
    try {
      // A primary that could not be read just now is not asked again.
      if (home.kind === 'primary') await this.#tryToPay(session);
      return stored;
    } catch (error) {
      if (!isConflict(error)) {
        // The session goes on from what this page has of it; a commit is refused as long as this goes on.
        this.#trouble.tell(asMemoryError(error), 'load');
        return stored;
      }
      // Another tab's entries are taken over when the session is open.
      if (inPrimary) {
        this.sessions.overtaken.add(session.id);
        return stored;
      }
      // A session that is there no more was deleted on purpose.
      await this.#fallback.delete(session.id);
      Object.assign(session, { home, knowledge });
      return undefined;
    }
  }

  async #commit(
    session: TrackedSession,
    change: SessionChange,
    options: StoreCallOptions | undefined,
  ): Promise<void> {
    const isInPrimary = await this.#commitToPrimary(session, change, options);
    if (!isInPrimary) {
      await this.#fallback.commit(session.id, change, options);
      oweInFallback(session, change);
    }
    remember(session, change);
  }

  /** Gives `false` when the change has to go to the fallback, which then holds all before it. */
  async #commitToPrimary(
    session: TrackedSession,
    change: SessionChange,
    options: StoreCallOptions | undefined,
  ): Promise<boolean> {
    try {
      const isUpToDate = await this.#bringUpToDate(session, options);
      if (!isUpToDate) return false;
      await this.#primary.commit(session.id, change, options);
    } catch (error) {
      this.#trouble.degrade(error, 'commit');
      if (session.home.kind === 'primary') {
        if (session.knowledge.kind !== 'whole')
          await learn(session, { primary: this.#primary, change, trouble: error });
        await moveToFallback(session, this.#fallback);
      }
      return false;
    }
    await this.#returnToPrimary(session);
    return true;
  }

  /** Gives the primary what it has not got yet. Gives `false` when it never can. */
  async #bringUpToDate(
    session: TrackedSession,
    options: StoreCallOptions | undefined,
  ): Promise<boolean> {
    const { home } = session;
    if (home.kind === 'primary') return true;
    if (home.kind === 'apart' || home.cleared) return false;
    if (!home.primaryWasRead && !(await this.#canTakeOver(session, options))) return false;
    await payOwed(
      home.owed,
      (change) => this.#primary.commit(session.id, change, options),
      (owed) => {
        session.home = { kind: 'fallback', owed, primaryWasRead: true };
      },
    );
    return true;
  }

  /**
   * Tells whether the primary, which could not be read before, has no history of its own.
   * @throws StoreConflictError if it has one that the owner of the session takes over.
   */
  async #canTakeOver(
    session: TrackedSession,
    options: StoreCallOptions | undefined,
  ): Promise<boolean> {
    const stored = await this.#primary.load(session.id, { ...options, newest: 1 });
    if (stored && this.#otherHistory === 'conflict') throw new StoreConflictError(session.id, 0);
    if (stored === undefined) {
      if (session.home.kind === 'fallback')
        session.home = { ...session.home, primaryWasRead: true };
      return true;
    }
    session.home = { kind: 'apart' };
    this.#tellApart(session);
    return false;
  }

  #tellApart({ id }: TrackedSession): void {
    this.#trouble.tell(beganWithout(this.#primary.name, id), 'commit');
  }

  async #returnToPrimary(session: TrackedSession): Promise<void> {
    const wasElsewhere = session.home.kind !== 'primary';
    session.home = { kind: 'primary' };
    if (wasElsewhere) await this.#fallback.delete(session.id);
    this.#primaryWorked();
  }

  /** One try to give the primary what it lacks; that it cannot take it is reported once. */
  async #tryToPay(session: TrackedSession): Promise<void> {
    if (!isAheadOfPrimary(session.home)) return;
    try {
      const isUpToDate = await this.#bringUpToDate(session, undefined);
      if (isUpToDate) await this.#returnToPrimary(session);
    } catch (error) {
      this.#trouble.degrade(error, 'commit');
    }
  }

  #track(sessionId: string): TrackedSession {
    this.#refuseWhenClosed();
    return this.sessions.use(sessionId);
  }

  /** The wrapper that the primary is, or passes on to. */
  get #inner(): StoreWithFallback | undefined {
    const origin = originOf(this.#primary);
    return origin instanceof StoreWithFallback ? origin : undefined;
  }

  get #inUse(): MemoryStore {
    return this.#trouble.isThere ? this.#fallback : this.#primary;
  }

  /** The trouble is over when nothing lives in the fallback only. */
  #primaryWorked(): void {
    for (const { home } of this.sessions.all()) if (isAheadOfPrimary(home)) return;
    this.#trouble.end();
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw new StoreUnavailableError(CLOSED);
  }
}

const CLOSED = 'This store was closed; nothing was done. Make a new one.';
