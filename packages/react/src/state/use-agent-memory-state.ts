import type { AgentMemory, MemoryState } from '@agent-memory/core';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { warnings } from '#warnings';
import { snapshotStoreOf } from './snapshot-store.ts';

/**
 * Selects part of a memory's state; renders again only when that part changes, at most once a frame.
 *
 * @example
 * ```tsx
 * const freeTokens = useAgentMemoryState(memory, (state) => state.plan?.freeTokens);
 * ```
 *
 * @param selector pure; may be written inline.
 * @param isEqual whether two selections count as the same. Default `Object.is`; give a comparison of
 * contents to a selector that makes a new object each time.
 */
export function useAgentMemoryState<Selection, Pad>(
  memory: AgentMemory<Pad>,
  selector: (state: MemoryState<Pad>) => Selection,
  isEqual: (left: Selection, right: Selection) => boolean = Object.is,
): Selection {
  const store = snapshotStoreOf(memory);
  const shown = useRef<{ readonly selection: Selection }>(undefined);
  const select = selectOnce((state: MemoryState<Pad>) => {
    const selection = selector(state);
    warnings?.selection(selector, state, selection, isEqual);
    return shown.current && isEqual(shown.current.selection, selection)
      ? shown.current.selection
      : selection;
  });
  const selection = useSyncExternalStore(
    store.subscribe,
    () => select(store.getState()),
    () => select(store.getInitialState()),
  );
  useEffect(() => {
    shown.current = { selection };
  });
  return selection;
}

/** Selects once per state: React asks several times a render and expects the same answer. */
function selectOnce<State, Selection>(
  select: (state: State) => Selection,
): (state: State) => Selection {
  let last: { readonly state: State; readonly selection: Selection } | undefined;
  return (state) => {
    if (last?.state !== state) last = { state, selection: select(state) };
    return last.selection;
  };
}
