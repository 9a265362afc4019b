import type { MemoryState } from '@agent-memory/core';

/**
 * The store of a session, as its memory tells it. A memory without the code of a store, and an older one,
 * knows less: what it does not tell is absent.
 */
export interface StoreFacts {
  /** The store in use: `IndexedDB`, `memory`. */
  readonly name: string;
  /** Whether what it has outlives the page. */
  readonly persistent: boolean;
  /** Messages that only this page holds, and that are still to be stored. */
  readonly owed?: number;
  /** Whether this tab is the one that works ahead of need for all that have the session open. */
  readonly leads?: boolean;
  /** Messages that are stored and not read yet: a long session is opened newest first. */
  readonly unloaded?: number;
  /** The session is a copy, such as of a file: nobody stores it, and that is no trouble. */
  readonly isCopy?: true;
}

/** The store of a memory's state. */
export function storeFacts(
  { store, unloaded }: MemoryState<unknown> & { readonly unloaded?: number },
  isCopy: boolean,
): StoreFacts {
  return {
    ...store,
    ...(unloaded !== undefined && { unloaded }),
    ...(isCopy && { isCopy }),
  };
}
