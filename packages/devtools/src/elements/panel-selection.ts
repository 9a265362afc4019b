import { useSyncExternalStore } from 'react';
import { changeListeners } from '../source/change-listeners.ts';

/** The place that is looked at, in the panel and around it. */
export interface SelectedPlace {
  /** The call whose context is shown; `undefined`: the present. */
  readonly call: number | undefined;
  /** The place of the selected message in the conversation; `undefined`: none. */
  readonly seq: number | undefined;
}

/** One selection that the panel, the time strip and the app around them share. */
export interface PanelSelection {
  /** The same object until something else is selected. */
  readonly get: () => SelectedPlace;
  /** Changes what is named and keeps the rest; tells listeners only of a change. */
  readonly select: (change: {
    readonly call?: number | undefined;
    readonly seq?: number | undefined;
  }) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Makes a selection that an app hands to the panel, so that both can select for each other: a call of
 * the past, or a message. At first it is the present, and no message. Every function may be taken off
 * the object.
 *
 * @example
 * const selection = createPanelSelection();
 * selection.subscribe(() => console.log(selection.get().seq));
 * selection.select({ seq: 12 });
 */
export function createPanelSelection(): PanelSelection {
  const { tell, subscribe } = changeListeners();
  let place: SelectedPlace = { call: undefined, seq: undefined };
  return {
    get: () => place,
    select: (change) => {
      const next = { ...place, ...change };
      if (next.call === place.call && next.seq === place.seq) return;
      place = next;
      tell();
    },
    subscribe,
  };
}

/** The selected place, followed. */
export function useSelectedPlace({ subscribe, get }: PanelSelection): SelectedPlace {
  return useSyncExternalStore(subscribe, get, get);
}
