import { asMemoryError } from '../../ground/errors/as-memory-error.ts';
import type { AbortSignalLike } from '../../ground/platform/abort.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import { LeadLock } from '../../ground/platform/lead-lock.ts';
import { lockedInTurn } from '../../ground/platform/lock-in-turn.ts';
import type { MemoryStore } from '../../store/memory-store.ts';
import { type PageMemory, type PageSession, pageSession } from '../../store/page-sessions.ts';
import type { EffectRunner } from './effect-runner.ts';
import { OwedRetry } from './owed-retry.ts';
import type { Look } from './rebase.ts';
import type { Writer } from './writer.ts';

/** Another tab's compaction is waited for so long: a context is there within five seconds [STO-8]. */
const COMPACTION_LIMIT_MS = 4_000;

interface OtherTabsOptions extends PageMemory {
  readonly store: MemoryStore;
  readonly clock: Clock;
}

/**
 * One session among those of other tabs, and of other memories in this page, on the same store [NS-2].
 *
 * - What they store is taken over soon after, one look at a time: what is told during a look leads to
 *   another one, so that the newest word counts.
 * - Of the tabs on one address one leads: it alone does work that would otherwise be done twice. Each
 *   compaction is made by one tab at a time, on what is stored then.
 */
export class OtherTabs<Pad> {
  readonly #host: EffectRunner<Pad>;
  readonly #store: MemoryStore;
  readonly #clock: Clock;
  readonly #page: PageSession;
  readonly #memory: PageMemory;
  readonly #stopWatching: (() => void) | undefined;
  #writer: Writer<Pad> | undefined;
  #lead: LeadLock | undefined;
  #isOpen = false;
  #isClosed = false;
  /** Something was told that no look has begun for, and whether all is to be read for it. */
  #due: Look | undefined;
  #isLooking = false;
  /** A look that failed: a browser that clears data has no answer until it is done. */
  readonly #retry: OwedRetry;

  constructor(host: EffectRunner<Pad>, { store, clock, ...memory }: OtherTabsOptions) {
    this.#host = host;
    this.#store = store;
    this.#clock = clock;
    const { id } = host.snapshot;
    this.#retry = new OwedRetry(clock, this.#hear);
    this.#page = pageSession(store, id);
    this.#page.listeners.add(this.#hear);
    this.#memory = memory;
    this.#page.memories.add(memory);
    this.#stopWatching = store.watch?.(id, ({ replaces = false }) =>
      this.#onNews({ isWhole: replaces }),
    );
  }

  /** Goes on with this writer; gives it back. */
  with(writer: Writer<Pad>): Writer<Pad> {
    this.#writer = writer;
    const isLate = this.#host.snapshot.isLoaded && !this.#isOpen;
    // The session was opened before this code, which could not be fetched.
    if (isLate) this.#begin();
    return writer;
  }

  /** The session is open as it was read: what was told since then is taken over. */
  async start(): Promise<void> {
    await this.#writer?.opened();
    this.#begin();
  }

  #begin(): void {
    if (this.#isClosed) return;
    this.#isOpen = true;
    const { address } = this.#store;
    const { id } = this.#host.snapshot;
    if (address !== undefined) {
      const onChange = () => this.#tellLead();
      this.#lead = new LeadLock(`agent-memory-lead:${address}:${id}`, { onChange });
      this.#tellLead();
    }
    if (this.#due) void this.#look(this.#due);
  }

  /** Whether this tab does the work that one of them is to do. */
  get leads(): boolean {
    return this.#lead?.leads ?? true;
  }

  /**
   * Takes over what the store holds now, all of it.
   * @throws what the store rejects with; then nothing has changed.
   */
  async reload(): Promise<void> {
    await this.#catchUp({ isWhole: true });
  }

  /** Resolves when what the other tabs have stored so far is taken over. Never rejects. */
  async upToDate(): Promise<void> {
    // The other memories of this page have told already what they stored.
    const { watch } = this.#store;
    const isTold = !watch && !this.#due && !this.#isLooking;
    if (!isTold) await this.#look(this.#due ?? { isWhole: false, isUntold: true });
  }

  /**
   * Does work that changes overlays while no other tab does, on what is stored then. What comes of it is
   * stored before the next tab has its turn.
   */
  async alone<Result>(
    work: () => Promise<Result>,
    signal: AbortSignalLike | undefined,
  ): Promise<Result> {
    const { address } = this.#store;
    if (address === undefined) return work();
    const workUpToDate = async () => {
      await this.upToDate();
      return work();
    };
    return lockedInTurn(workUpToDate, {
      name: `agent-memory-compaction:${address}:${this.#host.snapshot.id}`,
      ...{ limitMs: COMPACTION_LIMIT_MS, clock: this.#clock, signal },
      afterwards: async () => this.#writer?.settled(),
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#retry.end();
    this.#stopWatching?.();
    this.#page.listeners.delete(this.#hear);
    this.#page.memories.delete(this.#memory);
    this.#lead?.close();
  }

  readonly #hear = (): void => this.#onNews({ isWhole: false });

  /** The store has taken something of this memory: the others of the page are told. */
  tellPage(): void {
    for (const listener of this.#page.listeners) if (listener !== this.#hear) listener();
  }

  #onNews({ isWhole }: Look): void {
    this.#due = { isWhole: isWhole || this.#due?.isWhole === true };
    if (this.#isOpen && !this.#isLooking) void this.#look(this.#due);
  }

  #tellLead(): void {
    const { leads } = this;
    if (this.#host.snapshot.leads !== leads) void this.#host.dispatch({ type: 'lead-set', leads });
  }

  async #catchUp(how: Look): Promise<void> {
    // Without one that can be read there is nothing to take over.
    if (!this.#host.writer) return;
    await this.#writer?.catchUp(how);
    void this.#host.tell('STORE_NEWS_UNREAD');
  }

  /** Looks until nothing is told that came during a look. Never rejects: what could not be read is said. */
  async #look(how: Look): Promise<void> {
    if (this.#isClosed || !this.#mayLook()) return;
    this.#isLooking = true;
    try {
      let due: Look | undefined = how;
      for (; due && !this.#isClosed; due = this.#due) {
        this.#due = undefined;
        await this.#catchUp(due);
      }
      this.#retry.rest();
    } catch (error) {
      this.#report(asMemoryError(error).message);
      this.#retry.plan();
    } finally {
      this.#isLooking = false;
    }
  }

  /** A store that fails is read again when it works; a session that was cleared may be back. */
  #mayLook(): boolean {
    return this.#writer?.name === this.#store.name || this.#writer?.isCleared === true;
  }

  #report(why: string): void {
    const message =
      `This session may have changed in its store, and could not be read there (${why}) What this page ` +
      'shows is kept. It is tried again by itself; `reload()` tries at once.';
    void this.#host.tell('STORE_NEWS_UNREAD', message);
  }
}
