import {
  type MemoryStore,
  type StoreCallOptions,
  StoreCorruptError,
  type StoredSession,
} from '@agent-memory/core';
import { wholeSessions } from '@agent-memory/core/internal';

/**
 * All of a session, a page at a time where its store can: no call takes as long as the session is, so
 * that each ends within its limit however long that is.
 */
export async function loadWhole(
  store: MemoryStore,
  sessionId: string,
  options: StoreCallOptions = {},
): Promise<StoredSession | undefined> {
  const newest = await store.load(sessionId, { ...options, newest: 1, newestRecords: true });
  if (newest?.entriesFrom === undefined) return newest;
  try {
    const { entriesFrom: _, lacksRecords, ...stored } = newest;
    const entries = await wholeSessions.withPlaces(
      store,
      stored,
      wholeSessions.gapsOf(stored.entries),
      options,
    );
    const records = lacksRecords && (await store.loadRecords?.(sessionId, options));
    const { history, compactions } = records || stored;
    return { ...stored, entries, history, compactions };
  } catch (error) {
    if (error instanceof StoreCorruptError) return store.load(sessionId, options);
    throw error;
  }
}
