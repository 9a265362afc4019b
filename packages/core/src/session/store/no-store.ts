import type { MemoryStore } from '../../store/memory-store.ts';

/** A store as the state describes it. */
export type StoreInUse = Pick<MemoryStore, 'name' | 'persistent'>;

/** Without a store nothing is kept: the session itself holds everything while the page lives [STO-0]. */
export const NO_STORE: StoreInUse = { name: 'memory', persistent: false };
