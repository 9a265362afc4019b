import type { MemoryStore } from './memory-store.ts';

/**
 * The store of a session that asked for none: keeps nothing, because the session itself holds
 * everything while the page lives [STO-0].
 */
export const volatileStore: MemoryStore = {
  name: 'memory',
  persistent: false,
  load: () => Promise.resolve(undefined),
  commit: () => Promise.resolve(),
  list: () => Promise.resolve([]),
  delete: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
