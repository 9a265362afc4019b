import type { AgentMemory } from '@agent-memory/core';
import type {
  DevtoolsSource,
  MemorySourceOptions,
  PanelSelection,
} from '@agent-memory/devtools/panel';
import { useMemo, useSyncExternalStore } from 'react';
import type { LoadedPanel } from '../panel/use-loaded-panel.ts';
import { hearNothing } from './shared-selection.ts';

/** A memory as chat, strip and panel look at it: now, or at a call of the past. */
export interface TimeTravel {
  readonly live: DevtoolsSource;
  /** The one that is shown: the live one, or that of the call. */
  readonly shown: DevtoolsSource;
  readonly selection: PanelSelection;
}

/** Everything beside the memory that the panel shows; `undefined` where there is none. */
export type PanelParts = {
  readonly [Part in
    | 'longTerm'
    | 'extraction'
    | 'documents'
    | 'models'
    | 'runs'
    | 'checkpoints'
    | 'sessions']: MemorySourceOptions[Part] | undefined;
};

/** `undefined` until the panel is loaded. */
export function useTimeTravel(
  loaded: LoadedPanel,
  memory: AgentMemory,
  parts: PanelParts,
  name: string,
  setBudget: ((inputTokens: number) => void) | undefined,
): TimeTravel | undefined {
  const { longTerm, extraction, documents, models, runs, checkpoints, sessions } = parts;
  const panel = loaded.status === 'here' ? loaded.panel : undefined;
  const live = useMemo(
    () =>
      panel?.memorySource(memory, {
        name,
        ...(setBudget && { setBudget }),
        ...(longTerm && { longTerm }),
        ...(extraction && { extraction }),
        ...(documents && { documents }),
        ...(models && { models }),
        ...(runs && { runs }),
        ...(checkpoints && { checkpoints }),
        ...(sessions && { sessions }),
      }),
    [
      panel,
      memory,
      name,
      setBudget,
      longTerm,
      extraction,
      documents,
      models,
      runs,
      checkpoints,
      sessions,
    ],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call of one session says nothing about another
  const selection = useMemo(() => panel?.createPanelSelection(), [panel, memory]);
  const following = useMemo(
    () => live && selection && panel?.shownSource(live, selection),
    [panel, live, selection],
  );
  const shown = useSyncExternalStore(following?.subscribe ?? hearNothing, () => following?.get());
  return useMemo(
    () => (live && shown && selection ? { live, shown, selection } : undefined),
    [live, shown, selection],
  );
}
