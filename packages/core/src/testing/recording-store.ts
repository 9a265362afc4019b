import { StoreConflictError } from '../ground/errors/store-errors.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { passedOnEntries } from './passed-on-entries.ts';

/** A store in memory that records what was asked of it, and can be made to wait or to fail. */
export interface RecordingStore extends MemoryStore {
  /** Ids of the sessions that were loaded, in order. */
  readonly loads: readonly string[];
  /** Commits wait from now on, until the function it gives is called. */
  holdCommits(): () => void;
  /** Every commit from now on is refused as if another tab had written first. */
  failCommitsWithConflict(): void;
}

/**
 * Makes a store that records what was asked of it.
 *
 * @example
 * const store = recordingStore();
 * const release = store.holdCommits();
 */
export function recordingStore(): RecordingStore {
  const inner = inMemoryStore();
  const loads: string[] = [];
  let gate = Promise.resolve();
  let isFailing = false;
  return {
    name: 'recording',
    persistent: false,
    loads,
    load: (sessionId, options) => {
      loads.push(sessionId);
      return inner.load(sessionId, options);
    },
    commit: async (sessionId, change, options) => {
      await gate;
      if (isFailing) throw new StoreConflictError(sessionId, 0);
      return inner.commit(sessionId, change, options);
    },
    list: (options) => inner.list(options),
    delete: (sessionId, options) => inner.delete(sessionId, options),
    close: () => inner.close(),
    ...passedOnEntries(inner),
    holdCommits: () => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    failCommitsWithConflict: () => {
      isFailing = true;
    },
  };
}
