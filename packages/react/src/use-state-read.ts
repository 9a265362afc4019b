import type { MemoryState } from '@agent-memory/core';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { getter } from './getter.ts';
import type { SnapshotStore } from './snapshot-store.ts';

type Field = keyof MemoryState;

/** What a component has read of the state, and how it hears of it. */
interface Reading {
  readonly fields: Set<Field>;
  /** What was rendered last; nothing until the component is mounted. */
  shown?: MemoryState<unknown>;
  /** Renders again where something that was read is not what is shown. */
  look: () => void;
}

/**
 * The state, for a component that renders again only when a field changes that it has read: fields
 * are getters that take notice. A field that is read for the first time in an event handler is as it
 * is by then, and counts from then on.
 */
export function useStateRead<Pad>(store: SnapshotStore<Pad>): MemoryState<Pad> {
  const [reading] = useState(newReading);
  const subscribe = useCallback(
    (renderAgain: () => void) => {
      reading.look = () => {
        const now = store.getState();
        const isShown = (field: Field) => now[field] === reading.shown?.[field];
        if (![...reading.fields].every(isShown)) renderAgain();
      };
      const unsubscribe = store.subscribe(reading.look);
      return () => {
        unsubscribe();
        reading.look = nothing;
      };
    },
    [store, reading],
  );
  const state = useSyncExternalStore(subscribe, store.getState, store.getInitialState);
  useEffect(() => {
    reading.shown = state;
  });
  return useMemo(() => readable(state, store, reading), [state, store, reading]);
}

function newReading(): Reading {
  return { fields: new Set(), look: nothing };
}

function nothing(): void {
  // Until the component is mounted there is nothing to render again.
}

function readable<Pad>(
  state: MemoryState<Pad>,
  store: SnapshotStore<Pad>,
  reading: Reading,
): MemoryState<Pad> {
  const values: Record<Field, unknown> = { ...state };

  function read(field: Field): unknown {
    if (!reading.fields.has(field)) {
      reading.fields.add(field);
      // What nobody has read was not kept up to date. What is hydrated shows what the server did.
      if (reading.shown) values[field] = store.getState()[field];
      // Reading may happen while rendering, and rendering changes nothing.
      queueMicrotask(() => reading.look());
    }
    return values[field];
  }

  const fields = Object.keys(state) as Field[];
  return Object.defineProperties(
    {} as MemoryState<Pad>,
    Object.fromEntries(fields.map((field) => [field, getter(() => read(field))])),
  );
}
