import type { MemoryStore, StoredSession } from './memory-store.ts';
import type { Outbox } from './outbox.ts';

/** A session whose memory ended while its store still lacked some of it. */
export interface LeftSession {
  /** The whole session, as it is to be stored. */
  readonly session: StoredSession;
  readonly outbox: Outbox;
  /** Its store was never read. */
  readonly isUnread: boolean;
  /** Whose it is. */
  readonly user?: string | undefined;
}

/** A memory that is open in this page. */
export interface PageMemory {
  readonly user?: string | undefined;
  readonly dispose: () => Promise<void>;
}

/** The things that the memories of one session have in common, in this page and on one store object. */
export interface PageSession {
  /** Kept until a memory of the session is opened. */
  left: LeftSession | undefined;
  /** How often this page has deleted it because somebody wanted it gone. */
  deletions: number;
  /** Each memory's own: a store object tells nobody of its own commits. */
  readonly listeners: Set<() => void>;
  /** Those that are open. */
  readonly memories: Set<PageMemory>;
}

/** They belong to the store object: where a page lets go of its store, it lets go of them as well. */
const sessionsOf = new WeakMap<MemoryStore, Map<string, PageSession>>();

const origins = new WeakMap<MemoryStore, MemoryStore>();

/** The same store with some calls of its own: the two hold the same sessions. */
export function storeWith<Calls extends object>(
  store: MemoryStore,
  calls: Calls,
): MemoryStore & Calls {
  // The target is not the store itself: a proxy must return frozen fields of its target unchanged.
  const passedOn = new Proxy<MemoryStore & Calls>(Object.create(store), {
    get(_, name) {
      if (Object.hasOwn(calls, name)) return Reflect.get(calls, name);
      const value: unknown = Reflect.get(store, name, store);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
  origins.set(passedOn, originOf(store));
  return passedOn;
}

export function pageSession(store: MemoryStore, sessionId: string): PageSession {
  const origin = originOf(store);
  const sessions = sessionsOf.get(origin) ?? new Map<string, PageSession>();
  sessionsOf.set(origin, sessions);
  const session = sessions.get(sessionId) ?? {
    left: undefined,
    deletions: 0,
    listeners: new Set(),
    memories: new Set(),
  };
  sessions.set(sessionId, session);
  return session;
}

/** By id, the sessions of a store that memories of this page have, or had, open. */
export function pageSessionsOf(store: MemoryStore): ReadonlyMap<string, PageSession> {
  return sessionsOf.get(originOf(store)) ?? new Map();
}

function originOf(store: MemoryStore): MemoryStore {
  return origins.get(store) ?? store;
}
