import { errorText } from '@agent-memory/core/internal';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import { formatWhole } from '../../view-model/format.ts';
import type { PanelSelection } from '../selection/panel-selection.ts';
import { askAt } from './ask-at.ts';

/** The source that is to be shown for what is selected. */
export interface ShownSource {
  /** The live source, or the one of the selected call; the last one while the next is waited for. */
  readonly get: () => DevtoolsSource;
  /** Why the selected call could not be shown, in words; gone with the next selection. */
  readonly problem: () => string | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Calls back once, before the next frame is drawn; gives how to call it off. */
export type NextFrame = (callback: () => void) => () => void;

/**
 * Follows a selection into the past and back. A source that stands for the past already is shown as it is.
 *
 * - Asks once a frame at most, and for one call at a time: an answer to a call that is not selected any
 *   more is dropped.
 * - The last picture stands while the next is waited for. The way back to the present takes no waiting.
 * - A call that cannot be shown is deselected and told of.
 * - Asks nothing while nobody listens.
 *
 * @example
 * const source = memorySource(memory);
 * const shown = shownSource(source, createPanelSelection());
 * const letGo = shown.subscribe(() => console.log(shown.get().getState().entries));
 */
export function shownSource(
  live: DevtoolsSource,
  selection: PanelSelection,
  nextFrame: NextFrame = onAnimationFrame,
): ShownSource {
  const listeners = new Set<() => void>();
  let shown = live;
  let problem: string | undefined;
  let isAsking = false;
  let letGo: (() => void) | undefined;
  let callOff: (() => void) | undefined;

  function show(source: DevtoolsSource): void {
    if (shown === source) return;
    shown = source;
    tell();
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  function onSelect(): void {
    const { call } = selection.get();
    if (live.past) return;
    if (call === undefined) {
      callOff?.();
      callOff = undefined;
      show(live);
      return;
    }
    if (problem !== undefined) {
      problem = undefined;
      tell();
    }
    if (!callOff && !isAsking) callOff = nextFrame(ask);
  }

  function ask(): void {
    callOff = undefined;
    const { call } = selection.get();
    if (call === undefined || shown.past?.call === call) return;
    isAsking = true;
    void settled(call).then((answer) => {
      isAsking = false;
      if (letGo && selection.get().call === call) settle(call, answer);
      // Another call was selected meanwhile.
      else if (letGo) onSelect();
    });
  }

  async function settled(call: number): Promise<DevtoolsSource | string> {
    try {
      const answer = await askAt(live, call);
      return answer ?? 'its context is no longer kept.';
    } catch (error) {
      return errorText(error);
    }
  }

  function settle(call: number, answer: DevtoolsSource | string): void {
    if (typeof answer !== 'string') {
      show(answer);
      return;
    }
    problem = `Call ${formatWhole(call)} cannot be shown: ${answer}`;
    selection.select({ call: undefined });
    tell();
  }

  return {
    get: () => shown,
    problem: () => problem,
    subscribe: (listener) => {
      const own = () => listener();
      listeners.add(own);
      if (!letGo) {
        letGo = selection.subscribe(onSelect);
        onSelect();
      }
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        letGo?.();
        letGo = undefined;
        callOff?.();
        callOff = undefined;
      };
    },
  };
}

function onAnimationFrame(callback: () => void): () => void {
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
}
