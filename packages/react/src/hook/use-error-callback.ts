import type { AgentMemoryError } from '@agent-memory/core';
import { useEffect, useRef } from 'react';
import type { SnapshotStore } from '../state/snapshot-store.ts';
import { useLatest } from './use-latest.ts';

type ErrorCallback = (error: AgentMemoryError) => void;

/** Calls back once with each error of a memory, and with the one that is there when the component mounts. */
export function useErrorCallback<Pad>(
  store: SnapshotStore<Pad>,
  onError: ErrorCallback | undefined,
): void {
  const latest = useLatest(onError);
  // A callback written inline changes with each render; the error may stay the same.
  const reported = useRef<AgentMemoryError>(undefined);
  useEffect(() => {
    function report(): void {
      const { error } = store.getState();
      if (error === reported.current) return;
      reported.current = error;
      if (latest.current) callOnce(store, error, latest.current);
    }
    report();
    // In its own microtask a callback that throws stops no other listener.
    return store.subscribe(() => queueMicrotask(report));
  }, [store, latest]);
}

/** The last error of each callback: components that share a memory may share the callback too. */
const lastErrors = new WeakMap<
  SnapshotStore<unknown>,
  WeakMap<ErrorCallback, AgentMemoryError | undefined>
>();

function callOnce<Pad>(
  store: SnapshotStore<Pad>,
  error: AgentMemoryError | undefined,
  callback: ErrorCallback,
): void {
  const errors = lastErrors.get(store as SnapshotStore<unknown>) ?? new WeakMap();
  lastErrors.set(store as SnapshotStore<unknown>, errors);
  const isNew = errors.get(callback) !== error;
  errors.set(callback, error);
  if (error && isNew) callback(error);
}
