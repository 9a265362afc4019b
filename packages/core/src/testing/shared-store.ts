import { startTimer } from '../ground/platform/clock.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore, StoreNews } from '../store/memory-store.ts';

/** One set of sessions, and store objects on it as several tabs have them. */
export interface SharedStore {
  /** The sessions themselves; what is written here is told to nobody. */
  readonly inner: MemoryStore;
  /** A store object of its own: it hears, a little later, what the others commit. */
  tab(): MemoryStore;
}

/**
 * Several tabs on one set of sessions.
 *
 * @param later when word reaches the others: a task later unless told otherwise.
 */
export function aSharedStore(
  later: (word: () => void) => void = (word) => void startTimer(word, 0),
  inner: MemoryStore = inMemoryStore(),
): SharedStore {
  const tabs = new Map<object, Map<string, Set<(news: StoreNews) => void>>>();
  return {
    inner,
    tab() {
      const own = {};
      const listeners = new Map<string, Set<(news: StoreNews) => void>>();
      tabs.set(own, listeners);
      const tell = (sessionId: string, news: StoreNews) =>
        later(() => {
          for (const [tab, heard] of tabs) {
            if (tab !== own) for (const each of heard.get(sessionId) ?? []) each(news);
          }
        });
      return {
        name: inner.name,
        persistent: inner.persistent,
        load: (id, options) => inner.load(id, options),
        loadEntries: inner.loadEntries?.bind(inner),
        async commit(id, change, options) {
          await inner.commit(id, change, options);
          tell(id, { kind: 'changed', ...(change.replaces && { replaces: true }) });
        },
        list: (options) => inner.list(options),
        async delete(id, options) {
          await inner.delete(id, options);
          tell(id, { kind: 'deleted' });
        },
        close: async () => void tabs.delete(own),
        watch(id, listener) {
          const heard = listeners.get(id) ?? new Set();
          listeners.set(id, heard.add(listener));
          return () => heard.delete(listener);
        },
      };
    },
  };
}
