import type { AbortSignalLike } from '@agent-memory/core';
import { throwIfAborted, withDeadline } from '@agent-memory/core/internal';
import { runningClock } from './running-clock.ts';

/** A memory stands for this lock, behind it the id of the session, while its page has the session open. */
const LEAD_LOCK = 'agent-memory-lead:indexeddb:';

/** A browser that is well answers within milliseconds; one that does not is as one without locks. */
const LIMIT_MS = 2_000;

/**
 * The sessions of a database that any tab has open, by the locks that memories hold or wait for, asked
 * for any number of times during one call. Where there are no locks, or they are denied, none is known.
 */
export class SessionsInTabs {
  readonly #prefix: string;
  readonly #signal: AbortSignalLike | undefined;
  #isSilent = false;

  constructor(databaseName: string, signal: AbortSignalLike | undefined) {
    this.#prefix = `${LEAD_LOCK}${databaseName}:`;
    this.#signal = signal;
  }

  /** @throws the signal's reason if it aborts meanwhile. */
  async now(): Promise<readonly string[]> {
    const names = await this.#lockNames();
    return names
      .filter((name) => name.startsWith(this.#prefix))
      .map((name) => name.slice(this.#prefix.length));
  }

  async #lockNames(): Promise<readonly string[]> {
    if (this.#isSilent) return [];
    const options = { limitMs: LIMIT_MS, signal: this.#signal, clock: runningClock };
    try {
      const { held = [], pending = [] } = (await withDeadline(locksOfAllTabs, options)) ?? {};
      return [...held, ...pending].map(({ name = '' }) => name);
    } catch {
      throwIfAborted(this.#signal);
      // Anyone who is to remove many sessions does not wait for it once for each.
      this.#isSilent = true;
      return [];
    }
  }
}

async function locksOfAllTabs(): Promise<LockManagerSnapshot | undefined> {
  const { navigator } = globalThis as { readonly navigator?: Partial<Navigator> };
  return navigator?.locks?.query();
}

/** By database, what each open store of this page has loaded or written to. */
const pageSessions = new Map<string, Set<ReadonlySet<string>>>();

/**
 * The sessions that a store works with, among those of all stores on the database in this page: two
 * stores know of each other where no lock tells them.
 */
export class SessionsInPage {
  readonly #databaseName: string;
  readonly #own = new Set<string>();
  #isClosed = false;

  constructor(databaseName: string) {
    this.#databaseName = databaseName;
  }

  add(sessionId: string): void {
    if (this.#isClosed) return;
    const stores = pageSessions.get(this.#databaseName) ?? new Set();
    pageSessions.set(this.#databaseName, stores.add(this.#own.add(sessionId)));
  }

  /** This store works with it no longer; another one still may. */
  delete(sessionId: string): void {
    this.#own.delete(sessionId);
  }

  /** Those of every store on the database in this page. */
  all(): readonly string[] {
    return [...(pageSessions.get(this.#databaseName) ?? [])].flatMap((own) => [...own]);
  }

  close(): void {
    this.#isClosed = true;
    const stores = pageSessions.get(this.#databaseName);
    stores?.delete(this.#own);
    if (stores?.size === 0) pageSessions.delete(this.#databaseName);
  }
}
