import type { MemoryStore, StoredSession } from './memory-store.ts';
import type { OwedChanges } from './owed-changes.ts';

/** Where the newest state of a session is, when that is not the primary store alone. */
export type AwayFromPrimary = InFallback | { readonly kind: 'apart' };

/** The whole session is in the fallback, and the primary lacks some of it. */
export interface InFallback {
  readonly kind: 'fallback';
  readonly owed: OwedChanges;
  readonly primaryWasRead: boolean;
  /**
   * The primary has lost it, and nobody has asked yet for it to be stored again: the changes that would
   * restore it. `owed` are those made since.
   */
  readonly cleared?: OwedChanges;
}

/** A session whose memory ended while its store still lacked some of it. */
export interface UnpaidSession {
  /** The whole session as acknowledged. */
  readonly stored: StoredSession;
  readonly home: AwayFromPrimary;
}

/** They belong to the store object: where a page lets go of its store, it lets go of them as well. */
const unpaid = new WeakMap<MemoryStore, Map<string, UnpaidSession>>();

const origins = new WeakMap<MemoryStore, MemoryStore>();

/** Says that a store object passes everything on to another: the two hold the same sessions. */
export function passesOnTo(store: MemoryStore, origin: MemoryStore): void {
  origins.set(store, originOf(origin));
}

/** Keeps a session until a memory of the same session in the same store is opened in this page. */
export function keepUnpaid(store: MemoryStore, sessionId: string, session: UnpaidSession): void {
  const origin = originOf(store);
  const sessions = unpaid.get(origin) ?? new Map<string, UnpaidSession>();
  unpaid.set(origin, sessions.set(sessionId, session));
}

/** Gives the session that was kept, and keeps it no longer. */
export function takeUnpaid(store: MemoryStore, sessionId: string): UnpaidSession | undefined {
  const sessions = unpaid.get(originOf(store));
  const session = sessions?.get(sessionId);
  sessions?.delete(sessionId);
  return session;
}

/** The store that all of these pass on to. */
export function originOf(store: MemoryStore): MemoryStore {
  return origins.get(store) ?? store;
}
