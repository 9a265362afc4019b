import type { Entry } from '../transcript/entry.ts';
import type { EntryPlaces, MemoryStore, StoreCallOptions, StoredRecords } from './memory-store.ts';
import { placesOf, recordsOfStore } from './passed-on-entries.ts';
import { rememberEntries, rememberRecords, type TrackedSession } from './tracked-session.ts';

/** Entries of a tracked session from the store that has it; they are remembered. */
export async function entriesOf(
  store: MemoryStore,
  session: TrackedSession,
  places: EntryPlaces,
  options: StoreCallOptions | undefined,
): Promise<readonly Entry[]> {
  const entries = await placesOf(store, session.id, places, options);
  rememberEntries(session, places.from, entries);
  return entries;
}

/** The records of a tracked session from the store that has it; they are remembered. */
export async function recordsOf(
  store: MemoryStore,
  session: TrackedSession,
  options: StoreCallOptions | undefined,
): Promise<StoredRecords> {
  const records = await recordsOfStore(store, session.id, options);
  rememberRecords(session, records);
  return records;
}

/** The store that has a tracked session. */
export function storeOf(
  { home }: TrackedSession,
  primary: MemoryStore,
  fallback: MemoryStore,
): MemoryStore {
  return home.kind === 'primary' ? primary : fallback;
}
