import { StoreCorruptError } from '../errors/store-errors.ts';
import type { AbortSignalLike } from '../platform/abort.ts';
import type { Entry } from '../transcript/entry.ts';
import type { MemoryStore, StoredSession } from './memory-store.ts';
import { checkJoined, gapsOf, pagesOf } from './newest-part.ts';
import { recordsOfStore } from './passed-on-entries.ts';
import { olderRecords } from './tracked-session.ts';

/**
 * All of a session, a page at a time where its store can: no call takes as long as the session is, so
 * that each ends within its limit however long that is.
 */
export async function loadWhole(
  store: MemoryStore,
  sessionId: string,
  options: { readonly signal?: AbortSignalLike } = {},
): Promise<StoredSession | undefined> {
  const newest = await store.load(sessionId, { ...options, newest: 1, newestRecords: true });
  const { loadEntries } = store;
  if (newest?.entriesFrom === undefined || !loadEntries) return newest;
  try {
    const { entriesFrom: _, lacksRecords, ...stored } = newest;
    const entries: Entry[] = [];
    for (const page of gapsOf(stored.entries).flatMap(pagesOf)) {
      entries.push(...stored.entries.filter(({ seq }) => seq >= entries.length && seq < page.from));
      entries.push(...(await loadEntries.call(store, sessionId, page, options)));
    }
    entries.push(...stored.entries.filter(({ seq }) => seq >= entries.length));
    checkJoined(sessionId, entries);
    if (!lacksRecords) return { ...stored, entries };
    const { history, compactions } = olderRecords(
      await recordsOfStore(store, sessionId, options),
      stored,
    );
    return {
      ...stored,
      entries,
      history: [...history, ...stored.history],
      compactions: [...compactions, ...stored.compactions],
    };
  } catch (error) {
    if (error instanceof StoreCorruptError) return store.load(sessionId, options);
    throw error;
  }
}
