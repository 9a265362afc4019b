import { StoreCorruptError } from '../ground/errors/store-errors.ts';
import { isWholeContext } from '../history/history.ts';
import type { EntryPlaces, MemoryStore, StoredSession } from '../store/memory-store.ts';
import { leadingEntries, MOST_LEADING, MOST_NEWEST, newestStart } from '../store/newest-part.ts';

/**
 * The newest part of a session, and the start of it, of all of its entries; the same session where
 * that is all of it, or where it cannot be told apart.
 */
export function newestPart(stored: StoredSession, newest: number): StoredSession {
  const { entries, headId } = stored;
  const isOnePath = headId === undefined && entries.at(-1)?.seq === entries.length - 1;
  if (!isOnePath || stored.damaged) return stored;
  const leading = leadingEntries(entries.slice(0, MOST_LEADING));
  const entriesFrom = newestStart(entries.slice(-MOST_NEWEST), newest);
  if (leading === undefined || entriesFrom === undefined || entriesFrom <= leading) return stored;
  return {
    ...stored,
    entriesFrom,
    entries: [...entries.slice(0, leading), ...entries.slice(entriesFrom)],
  };
}

function withNewestRecords(stored: StoredSession): StoredSession {
  const { history, compactions, entriesFrom } = stored;
  const begin = history.findLastIndex(isWholeContext);
  if (entriesFrom === undefined || begin < 0) return stored;
  return {
    ...stored,
    lacksRecords: true,
    history: history.slice(begin),
    compactions: compactions.slice(-1),
  };
}

/** A store that gives long sessions newest first, and older entries when it is let. */
export interface NewestFirstStore extends MemoryStore {
  /** The places that were read, in order. */
  readonly places: readonly EntryPlaces[];
  /** Older entries wait from now on, until the function it gives is called. */
  holdOlder(): () => void;
  /** Reading older entries by place rejects from now on; `undefined`: not any more. */
  failOlder(error: Error | undefined): void;
}

/**
 * Makes a store whose sessions are opened newest first, however short they are.
 *
 * @example
 * const store = aNewestFirstStore(inMemoryStore(), 4);
 * const letOlder = store.holdOlder();
 *
 * @param newest so many entries at least are given at first; `Infinity`: all.
 */
export function aNewestFirstStore(inner: MemoryStore, newest: number): NewestFirstStore {
  const places: EntryPlaces[] = [];
  let gate = Promise.resolve();
  let failure: Error | undefined;
  return {
    name: inner.name,
    persistent: inner.persistent,
    places,
    async load(sessionId, { newest: wanted, newestRecords, ...options } = {}) {
      const stored = await inner.load(sessionId, options);
      const isWhole = wanted === undefined || newest === Infinity;
      if (!stored || isWhole) return stored;
      const part = newestPart(stored, newest);
      return newestRecords ? withNewestRecords(part) : part;
    },
    async loadRecords(sessionId, options) {
      await gate;
      const stored = await inner.load(sessionId, options);
      if (!stored) throw new StoreCorruptError(sessionId, 'it is not there.');
      return { history: stored.history, compactions: stored.compactions };
    },
    async loadEntries(sessionId, wanted, options) {
      places.push(wanted);
      await gate;
      if (failure) throw failure;
      const stored = await inner.load(sessionId, options);
      const entries = stored?.entries.slice(wanted.from, wanted.to) ?? [];
      if (entries.length === wanted.to - wanted.from) return entries;
      throw new StoreCorruptError(sessionId, 'one of its messages is not there.');
    },
    commit: (sessionId, change, options) => inner.commit(sessionId, change, options),
    list: (options) => inner.list(options),
    delete: (sessionId, options) => inner.delete(sessionId, options),
    close: () => inner.close(),
    holdOlder: () => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    failOlder: (error) => {
      failure = error;
    },
  };
}
