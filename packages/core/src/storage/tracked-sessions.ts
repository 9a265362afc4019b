import { SerialQueue } from '../platform/serial-queue.ts';
import { byNewestUpdate } from './by-newest-update.ts';
import type { SessionInfo } from './memory-store.ts';
import { nothingOwed } from './owed-changes.ts';
import {
  firstOwedPlace,
  type Home,
  isAheadOfPrimary,
  knowledgeOf,
  type TrackedSession,
} from './tracked-session.ts';

/** The content of so many sessions is remembered, those used last. */
const SESSIONS_REMEMBERED = 8;

/** The sessions that a store with a fallback keeps track of. */
export class TrackedSessions {
  /** Last used last. */
  readonly #sessions = new Map<string, TrackedSession>();

  /** Sessions that this page went on with while another tab did so too. */
  readonly overtaken = new Set<string>();

  /** The session of this id, which counts as used now. */
  use(sessionId: string): TrackedSession {
    const session = this.#sessions.get(sessionId) ?? {
      id: sessionId,
      queue: new SerialQueue(),
      home: { kind: 'primary' },
      knowledge: { kind: 'unread' },
    };
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, session);
    this.#forgetOldOnes();
    return session;
  }

  homeOf(sessionId: string): Home | undefined {
    return this.#sessions.get(sessionId)?.home;
  }

  /** Tells whether the primary could not be read for a session of which nothing was said here since. */
  isUnread(sessionId: string): boolean {
    const home = this.homeOf(sessionId);
    return home?.kind === 'fallback' && !home.primaryWasRead && home.owed.length === 0;
  }

  /** A session begins in the fallback while nobody could look at what the primary has of it. */
  beginUnread(sessionId: string): void {
    const session = this.use(sessionId);
    session.home = { kind: 'fallback', owed: nothingOwed, primaryWasRead: false };
    session.knowledge = knowledgeOf(undefined);
  }

  /** From now on the primary is given a session again that was cleared there. */
  giveBack(sessionId: string): void {
    const session = this.use(sessionId);
    if (session.home.kind !== 'fallback') return;
    const { cleared = nothingOwed, owed, ...home } = session.home;
    session.home = { ...home, owed: [...cleared, ...owed] };
  }

  /** Tells whether the primary lacks some of a session. */
  isAhead(sessionId: string): boolean {
    const home = this.homeOf(sessionId);
    return home !== undefined && isAheadOfPrimary(home);
  }

  /** Tells whether a session waits for somebody to ask for it to be stored again. */
  isCleared(sessionId: string): boolean {
    const home = this.homeOf(sessionId);
    return home?.kind === 'fallback' && home.cleared !== undefined;
  }

  all(): readonly TrackedSession[] {
    return [...this.#sessions.values()];
  }

  /** The place of the first entry that the primary lacks of a session; `undefined` where it lacks none. */
  firstOwed(sessionId: string): number | undefined {
    const home = this.homeOf(sessionId);
    return home && firstOwedPlace(home);
  }

  /** All sessions, each as the store has it in which it is. */
  listed(
    inPrimary: readonly SessionInfo[],
    inFallback: readonly SessionInfo[],
  ): readonly SessionInfo[] {
    const isElsewhere = ({ id }: SessionInfo) => this.isAhead(id);
    return [
      ...inPrimary.filter((info) => !isElsewhere(info)),
      ...inFallback.filter(isElsewhere),
    ].sort(byNewestUpdate);
  }

  /** Content of sessions long out of use is not held in memory; the store they live in has it. */
  #forgetOldOnes(): void {
    let surplus = this.#sessions.size - SESSIONS_REMEMBERED;
    for (const session of this.#sessions.values()) {
      if (surplus-- <= 0) return;
      session.knowledge = { kind: 'unread' };
    }
  }
}
