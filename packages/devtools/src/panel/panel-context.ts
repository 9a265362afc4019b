import { createContext, useContext } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import type { ContextView, ContextViewEvent } from './context/context-view.ts';

/** What every part of the panel may need. */
export interface PanelContextValue {
  readonly source: DevtoolsSource;
  readonly state: DevtoolsState;
  readonly view: ContextView;
  readonly dispatch: (event: ContextViewEvent) => void;
  /** Shows a message in the context tab, wherever it is, with the focus on the list. */
  readonly goToMessage: (seq: number) => void;
  /** Where overlays are drawn: inside the shadow root, so that they have the panel's styles. */
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
