import type { MemoryState } from '@agent-memory/core';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { getter } from './getter.ts';
import type { SnapshotStore } from './snapshot-store.ts';

type Field = keyof MemoryState;

/** The fields of the state that a component has read. */
interface Tracking {
  readonly fields: Set<Field>;
  /** The state that was rendered last; unset until the component is mounted. */
  rendered?: MemoryState<unknown>;
  /** Renders again where a field that was read has changed since. */
  renderIfChanged: () => void;
}

/**
 * The state, for a component that renders again only when a field changes that it has read: getters
 * note the fields. A field that is first read in an event handler has its newest value, and is noted from
 * then on.
 */
export function useTrackedState<Pad>(store: SnapshotStore<Pad>): MemoryState<Pad> {
  const [tracking] = useState(newTracking);
  const subscribe = useCallback(
    (renderAgain: () => void) => {
      tracking.renderIfChanged = () => {
        const now = store.getState();
        const isSame = (field: Field) => now[field] === tracking.rendered?.[field];
        if (![...tracking.fields].every(isSame)) renderAgain();
      };
      const unsubscribe = store.subscribe(tracking.renderIfChanged);
      return () => {
        unsubscribe();
        tracking.renderIfChanged = nothing;
      };
    },
    [store, tracking],
  );
  const state = useSyncExternalStore(subscribe, store.getState, store.getInitialState);
  useEffect(() => {
    tracking.rendered = state;
  });
  return useMemo(() => readable(state, store, tracking), [state, store, tracking]);
}

function newTracking(): Tracking {
  return { fields: new Set(), renderIfChanged: nothing };
}

function nothing(): void {
  // The component is not mounted.
}

function readable<Pad>(
  state: MemoryState<Pad>,
  store: SnapshotStore<Pad>,
  tracking: Tracking,
): MemoryState<Pad> {
  const values: Record<Field, unknown> = { ...state };

  function read(field: Field): unknown {
    if (!tracking.fields.has(field)) {
      tracking.fields.add(field);
      // A field that was not read is not kept up to date; while hydrating it shows what the server showed.
      if (tracking.rendered) values[field] = store.getState()[field];
      // A field may be read while rendering, which must not cause another render.
      queueMicrotask(() => tracking.renderIfChanged());
    }
    return values[field];
  }

  const fields = Object.keys(state) as Field[];
  return Object.defineProperties(
    {} as MemoryState<Pad>,
    Object.fromEntries(fields.map((field) => [field, getter(() => read(field))])),
  );
}
