import { useSyncExternalStore } from 'react';

/** A value that changes often and can be watched by what shows it alone. */
export interface WatchedValue<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after each change; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
}

export function createWatchedValue<Value>(initial: Value): WatchedValue<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value now, and the function that changes it. */
export function useWatchedValue<Value>(
  watched: WatchedValue<Value>,
): readonly [Value, (value: Value) => void] {
  return [useSyncExternalStore(watched.subscribe, watched.get), watched.set];
}
