import type { MemoryStore } from './memory-store.ts';
import { originOf } from './unpaid-sessions.ts';

/** A memory of a session among others of the same session, in this page and on one store object. */
export interface PageSession {
  /** Tells the others that something was stored. */
  tell(): void;
  leave(): void;
}

/** They belong to the store object, whose commits no other store object tells of. */
const listeners = new WeakMap<MemoryStore, Map<string, Set<() => void>>>();

/** Joins the memories of a session that this page has on a store object. */
export function joinPageSession(
  store: MemoryStore,
  sessionId: string,
  onNews: () => void,
): PageSession {
  const origin = originOf(store);
  const sessions = listeners.get(origin) ?? new Map<string, Set<() => void>>();
  const members = sessions.get(sessionId) ?? new Set<() => void>();
  listeners.set(origin, sessions.set(sessionId, members.add(onNews)));
  return {
    tell() {
      for (const member of members) if (member !== onNews) member();
    },
    leave() {
      members.delete(onNews);
      if (members.size === 0 && sessions.get(sessionId) === members) sessions.delete(sessionId);
    },
  };
}
