import { useSyncExternalStore } from 'react';
import type { KeptValue } from './kept-value.ts';

/** The value now, and the function that changes it. */
export function useKeptValue<Value>(
  kept: KeptValue<Value>,
): readonly [Value, (value: Value) => void] {
  return [useSyncExternalStore(kept.subscribe, kept.get), kept.set];
}
