import type { MemoryStore } from '../storage/memory-store.ts';

const listeners = new WeakMap<MemoryStore, Set<() => void>>();

/** Calls back when an open session has written to the store; gives the function that stops it. */
export function onCommit(store: MemoryStore, listener: () => void): () => void {
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all);
  all.add(listener);
  return () => all.delete(listener);
}

/** Tells the listeners that an open session has written to the store. */
export function announceCommit(store: MemoryStore): void {
  for (const listener of listeners.get(store) ?? []) listener();
}
