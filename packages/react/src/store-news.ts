import type { MemoryStore } from '@agent-memory/core';

const listeners = new WeakMap<MemoryStore, Set<() => void>>();

/** Calls back when a memory of this page has written to the store; gives the function that ends it. */
export function onStoreChange(store: MemoryStore, listener: () => void): () => void {
  const all = listeners.get(store) ?? new Set();
  listeners.set(store, all);
  all.add(listener);
  return () => all.delete(listener);
}

/** Says that a memory has written to the store. */
export function tellStoreChange(store: MemoryStore): void {
  for (const listener of listeners.get(store) ?? []) listener();
}
