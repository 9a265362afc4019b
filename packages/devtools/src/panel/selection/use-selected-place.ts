import { useSyncExternalStore } from 'react';
import type { PanelSelection, SelectedPlace } from './panel-selection.ts';

/** The selected place, followed. */
export function useSelectedPlace({ subscribe, get }: PanelSelection): SelectedPlace {
  return useSyncExternalStore(subscribe, get, get);
}
