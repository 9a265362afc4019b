import type { MemoryStore } from '@agent-memory/core';
import { sessionHost } from '@agent-memory/core/internal';

const listeners = new WeakMap<MemoryStore, Set<() => void>>();

/** Calls back when an open session has written to the store; gives the function that stops it. */
export function onCommit(store: MemoryStore, listener: () => void): () => void {
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all);
  all.add(listener);
  return () => all.delete(listener);
}

/**
 * The same store, as the memory of an open session uses it.
 *
 * - Its loads wait until `previous` has settled: the last writes of the memory before are loaded too.
 * - Each commit is announced to those who list the store's sessions.
 */
export function openSessionStore(store: MemoryStore, previous?: Promise<unknown>): MemoryStore {
  const ended = previous?.catch(() => undefined);
  return sessionHost.storeWith(store, {
    async load(sessionId, options) {
      await ended;
      return store.load(sessionId, options);
    },
    async commit(sessionId, change, options) {
      await store.commit(sessionId, change, options);
      for (const listener of listeners.get(store) ?? []) listener();
    },
  } satisfies Partial<MemoryStore>);
}
