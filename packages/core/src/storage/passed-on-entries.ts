import { StoreCorruptError } from '../errors/store-errors.ts';
import type { Entry } from '../transcript/entry.ts';
import type { EntryPlaces, MemoryStore, StoreCallOptions, StoredRecords } from './memory-store.ts';

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

/** Entries by place, also of a store that only loads whole sessions. */
export async function placesOf(
  store: MemoryStore,
  sessionId: string,
  places: EntryPlaces,
  options: StoreCallOptions | undefined,
): Promise<readonly Entry[]> {
  if (store.loadEntries) return store.loadEntries(sessionId, places, options);
  const { from, to } = places;
  const entries = (await store.load(sessionId, options))?.entries.slice(from, to) ?? [];
  if (entries.length === to - from) return entries;
  throw new StoreCorruptError(
    sessionId,
    `the message at position ${from + entries.length} is not there.`,
  );
}

/** The records of a session, also of a store that only loads whole sessions. */
export async function recordsOfStore(
  store: MemoryStore,
  sessionId: string,
  options: StoreCallOptions | undefined,
): Promise<StoredRecords> {
  if (store.loadRecords) return store.loadRecords(sessionId, options);
  const stored = await store.load(sessionId, options);
  if (stored) return stored;
  throw new StoreCorruptError(sessionId, 'it is not in the store any more.');
}
