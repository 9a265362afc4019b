import type { MemoryStore } from '../store/memory-store.ts';

/** The ways of a store to parts of a session, for a store that passes its calls on to it. */
export function passedOnEntries(
  store: MemoryStore,
): Pick<MemoryStore, 'loadEntries' | 'loadRecords'> {
  const { loadEntries, loadRecords } = store;
  return {
    loadEntries: loadEntries && ((...call) => loadEntries.apply(store, call)),
    loadRecords: loadRecords && ((...call) => loadRecords.apply(store, call)),
  };
}
