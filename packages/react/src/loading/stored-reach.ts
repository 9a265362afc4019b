import { type MemoryState, StoreUnavailableError } from '@agent-memory/core';

/** The part of a memory's state that says how far its stored session can be reached. */
type ReachState = Pick<MemoryState<unknown>, 'status' | 'error' | 'degraded'> & {
  readonly store: Pick<MemoryState['store'], 'owed'>;
};

/**
 * How far a memory is with its stored session: `away` where the code of the memory or what is stored could
 * not be fetched, `coming` while it opens, or puts what was said meanwhile behind what is stored.
 */
export type StoredReach = 'away' | 'coming' | 'here';

export function reachOf(state: ReachState): StoredReach {
  const { status, error, degraded, store } = state;
  const has = (wanted: string) => degraded.some(({ code }) => code === wanted);
  if (has('STORE_UNAVAILABLE') || error?.code === 'MEMORY_UNAVAILABLE') return 'away';
  if (status === 'hydrating') return 'coming';
  return store.owed > 0 && !has('STORE_WRITE_FAILED') ? 'coming' : 'here';
}

/** Why the memory continues without what is stored; `undefined` where it has it, or is still to look. */
export function unreadError({
  degraded,
  error: cause,
}: Pick<ReachState, 'degraded' | 'error'>): StoreUnavailableError | undefined {
  const unread = degraded.find(({ code }) => code === 'STORE_UNAVAILABLE');
  if (!unread) return undefined;
  const message = `${unread.message} What is stored is shown as soon as it can be read.`;
  return new StoreUnavailableError(message, { cause });
}
