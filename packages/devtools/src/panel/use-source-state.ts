import { useMemo, useSyncExternalStore } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';

/**
 * The state of a source, followed while `isShown`. Otherwise nothing is subscribed and the state
 * stays what it was when the panel was hidden.
 */
export function useSourceState(source: DevtoolsSource, isShown: boolean): DevtoolsState {
  const { subscribe, getState } = useMemo(
    () => (isShown ? source : frozen(source.getState())),
    [source, isShown],
  );
  return useSyncExternalStore(subscribe, getState);
}

function frozen(state: DevtoolsState): Pick<DevtoolsSource, 'subscribe' | 'getState'> {
  return { subscribe: () => () => undefined, getState: () => state };
}
