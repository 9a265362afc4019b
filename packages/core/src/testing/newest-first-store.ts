import { StoreCorruptError } from '../errors/store-errors.ts';
import { isWholeContext } from '../history/history.ts';
import type { EntryPlaces, MemoryStore, StoredSession } from '../storage/memory-store.ts';
import { newestPart } from '../storage/newest-part.ts';

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
      return (await inner.loadEntries?.(sessionId, wanted, options)) ?? [];
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
