import type { ListFilter, LongTermMemory } from '@agent-memory/long-term';
import { useMemo, useSyncExternalStore } from 'react';
import {
  MemoryList,
  type MemoryListOptions,
  type MemoryListState,
  NOTHING_READ,
} from './memory-list.ts';

/** How many records a page has. */
export interface UseMemoriesOptions extends MemoryListOptions {}

/** Records of a long-term memory, and functions that stay the same for as long as the filter does. */
export interface UseMemoriesResult extends MemoryListState {
  /** Reads the next page behind the records there are. Never rejects: an error shows in `error`. */
  loadMore(): Promise<void>;
  /** Reads the records again, after an error for instance. Never rejects. */
  refresh(): Promise<void>;
}

/**
 * Pages through the records of a long-term memory, newest first [RCT-5]. It follows every change, here and in
 * other tabs, drops a record when its time is over, and renders only if what it shows has changed. As many records are shown as pages were
 * loaded: a new one at the top moves the last one to the next page.
 *
 * @param longTerm made outside of components, once for each user: making one opens nothing.
 * @param filter may be written inline; it is compared by value. Another one begins with no records.
 * @param options may be written inline.
 *
 * @example
 * ```tsx
 * function Memories() {
 *   const { records, hasMore, loadMore, error } = useMemories(longTerm, { types: ['user'] });
 *   if (error) return <p role="alert">{error.message}</p>;
 *   return (
 *     <ul>
 *       {records.map(({ record }) => (
 *         <li key={record.id}>
 *           {record.text} <button onClick={() => longTerm.forget(record.id)}>Forget</button>
 *         </li>
 *       ))}
 *       {hasMore && <button onClick={loadMore}>More</button>}
 *     </ul>
 *   );
 * }
 * ```
 */
export function useMemories(
  longTerm: LongTermMemory,
  filter: ListFilter = {},
  options: UseMemoriesOptions = {},
): UseMemoriesResult {
  const asked = JSON.stringify([inOrder(filter), inOrder(options)]);
  const list = useMemo(() => {
    const [byValue, how]: [ListFilter, UseMemoriesOptions] = JSON.parse(asked);
    return new MemoryList(longTerm, byValue, how);
  }, [longTerm, asked]);
  const state = useSyncExternalStore(list.subscribe, list.getState, () => NOTHING_READ);
  return useMemo(
    () => ({ ...state, loadMore: list.loadMore, refresh: list.refresh }),
    [state, list],
  );
}

/** Fields in one order, so that the same filter is the same text. */
function inOrder(fields: object): object {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
