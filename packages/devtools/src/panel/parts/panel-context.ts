import type { RunOutline } from '@agent-memory/core/runs';
import { createContext, type Dispatch, type SetStateAction, useContext } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../../source/devtools-source.ts';
import type { ContextView, ContextViewEvent } from '../../view-model/context-view.ts';
import type { DecisionLogView } from '../../view-model/decision-log.ts';
import type { MemoriesView, MemoriesViewEvent } from '../../view-model/memories-view.ts';
import type { PanelSelection } from '../selection/panel-selection.ts';

/** Everything that a part of the panel may need from the panel around it. */
export interface PanelContextValue {
  readonly source: DevtoolsSource;
  /** The source of the present, whichever call is shown. */
  readonly live: DevtoolsSource;
  readonly selection: PanelSelection;
  readonly state: DevtoolsState;
  readonly view: ContextView;
  readonly dispatch: (event: ContextViewEvent) => void;
  /** All runs of the session in their order, anew whenever one is another than before. */
  readonly runs: readonly RunOutline[];
  /** Selects a row of the context tab, wherever it is listed. */
  readonly goToRow: (key: string) => void;
  /** Shows a row in the context tab, with the focus on the list. */
  readonly goToItem: (key: string) => void;
  /** Looks for a phrase in the context tab, with the focus in its field. */
  readonly findInContext: (phrase: string) => void;
  /** Whether the panel can be seen; while it cannot, nothing is followed. */
  readonly isShown: boolean;
  readonly log: DecisionLogView;
  readonly setLog: Dispatch<SetStateAction<DecisionLogView>>;
  readonly memories: MemoriesView;
  readonly dispatchMemories: (event: MemoriesViewEvent) => void;
  /** Shows a record in the memories tab; absent where there is no long-term memory. */
  readonly goToRecord?: ((recordId: string) => void) | undefined;
  /** Shows where the session is stored, with what can be done about a trouble. */
  readonly goToStorage: () => void;
  /** Shows a message in the context tab, wherever it is, with the focus on the list. */
  readonly goToMessage: (seq: number) => void;
  /** Shows a message in the app's chat; absent where the app has none to show it in. */
  readonly onShowMessage?: ((seq: number) => void) | undefined;
  /** Overlays are drawn into this element, inside the shadow root, so that they have the panel's styles. */
  readonly overlays: HTMLElement | null;
}

const PanelContext = createContext<PanelContextValue | undefined>(undefined);

export const PanelProvider = PanelContext.Provider;

/** The panel around this component. */
export function usePanel(): PanelContextValue {
  const value = useContext(PanelContext);
  if (!value) throw new TypeError('This component works only inside the memory panel.');
  return value;
}
