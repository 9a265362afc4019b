import type { MemoryStore } from '../storage/memory-store.ts';

const storeNumbers = new WeakMap<MemoryStore, number>();
let numberedStores = 0;

/** A key that tells sessions of one id in several stores, and in none, apart. */
export function sessionKey(id: string, store?: MemoryStore): string {
  if (!store) return `0 ${id}`;
  const number = storeNumbers.get(store) ?? ++numberedStores;
  storeNumbers.set(store, number);
  return `${number} ${id}`;
}
