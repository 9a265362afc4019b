import type { PanelSelection } from '@agent-memory/devtools/panel';
import { createContext, use, useSyncExternalStore } from 'react';

/** The selection that chat, strip and panel share; `undefined` until the panel is loaded. */
export const SharedSelection = createContext<PanelSelection | undefined>(undefined);

/** Whether a message is the selected one; renders anew only when that changes. */
export function useIsSelected(seq: number): boolean {
  const selection = use(SharedSelection);
  return useSyncExternalStore(
    selection?.subscribe ?? hearNothing,
    () => selection?.get().seq === seq,
  );
}

export function hearNothing(): () => void {
  return () => undefined;
}
