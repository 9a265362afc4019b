import type { AgentMemory } from '@agent-memory/core';
import type { DevtoolsSource, PanelSelection } from '@agent-memory/devtools/panel';
import { createContext, use, useSyncExternalStore } from 'react';

/** The session that chat, strip and panel show together. */
export interface ShownSession {
  readonly memory: AgentMemory;
  /** The session at the call that is looked at; absent in the present. */
  readonly past: DevtoolsSource | undefined;
  readonly selection: PanelSelection;
}

export const ShownSession = createContext<ShownSession | undefined>(undefined);

export function useShownSession(): ShownSession {
  const shown = use(ShownSession);
  if (!shown) throw new Error('No session is shown here.');
  return shown;
}

/** Whether a message is the selected one; renders anew only when that changes. */
export function useIsSelected(seq: number): boolean {
  const { selection } = useShownSession();
  return useSyncExternalStore(selection.subscribe, () => selection.get().seq === seq);
}

/** Brings chat or panel into sight where there is room for only one of them. */
export const ShowPane = createContext<(pane: 'chat' | 'memory') => void>(() => undefined);
