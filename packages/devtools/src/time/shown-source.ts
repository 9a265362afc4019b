import { errorText } from '@agent-memory/core/internal';
import { startTransition, useEffect, useMemo, useState } from 'react';
import type { PanelSelection } from '../elements/panel-selection.ts';
import { useFrames } from '../elements/use-changes.ts';
import { changeListeners } from '../source/change-listeners.ts';
import type { DevtoolsSource } from '../source/devtools-source.ts';
import { formatWhole } from '../words/format.ts';

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
 * - A call that cannot be shown is deselected and told about.
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
  const { tell, subscribe } = changeListeners(listen);
  let shown = live;
  let problem: string | undefined;
  let isAsking = false;
  let isFollowing = false;
  let callOff: (() => void) | undefined;

  function show(source: DevtoolsSource): void {
    if (shown === source) return;
    shown = source;
    tell();
  }

  function listen(): () => void {
    const letGo = selection.subscribe(onSelect);
    isFollowing = true;
    onSelect();
    return () => {
      letGo();
      isFollowing = false;
      callOff?.();
      callOff = undefined;
    };
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
      if (isFollowing && selection.get().call === call) settle(call, answer);
      // Another call was selected meanwhile.
      else if (isFollowing) onSelect();
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
    subscribe,
  };
}

function onAnimationFrame(callback: () => void): () => void {
  const frame = requestAnimationFrame(callback);
  return () => cancelAnimationFrame(frame);
}

type Answer = Promise<DevtoolsSource | undefined>;

/** The questions that are under way, by source and call. */
const underWay = new WeakMap<DevtoolsSource, Map<number, Answer>>();

/**
 * Asks a source for a call of its past. Chat and panel that follow one selection ask for the same call in
 * one frame: the past is made once for both. An answer that is given is kept by nobody here.
 */
function askAt(source: DevtoolsSource, call: number): Answer {
  const asked = underWay.get(source) ?? new Map<number, Answer>();
  underWay.set(source, asked);
  const known = asked.get(call);
  if (known) return known;
  const answer = ask(source, call).finally(() => asked.delete(call));
  asked.set(call, answer);
  return answer;
}

async function ask(source: DevtoolsSource, call: number): Answer {
  return source.at(call);
}

interface Picture {
  readonly of: ShownSource;
  readonly source: DevtoolsSource;
  readonly problem: string | undefined;
}

function isSamePicture(one: Picture, other: Picture): boolean {
  return one.of === other.of && one.source === other.source && one.problem === other.problem;
}

/**
 * The source of what is selected. The next one is drawn in slices while the last one stands, so that a
 * strip that is dragged is never held up by the panel below.
 */
export function useShownSource(
  live: DevtoolsSource,
  selection: PanelSelection,
  isShown: boolean,
): { readonly source: DevtoolsSource; readonly problem: string | undefined } {
  const frames = useFrames();
  const shown = useMemo(
    () =>
      shownSource(live, selection, (callback) => {
        const frame = frames.requestAnimationFrame(callback);
        return () => frames.cancelAnimationFrame(frame);
      }),
    [live, selection, frames],
  );
  const [picture, setPicture] = useState<Picture>({
    of: shown,
    source: shown.get(),
    problem: shown.problem(),
  });
  useEffect(() => {
    if (!isShown) return;
    const draw = () => {
      const next = { of: shown, source: shown.get(), problem: shown.problem() };
      // The same picture is not drawn again.
      startTransition(() => setPicture((last) => (isSamePicture(last, next) ? last : next)));
    };
    const letGo = shown.subscribe(draw);
    draw();
    return letGo;
  }, [shown, isShown]);
  return picture.of === shown ? picture : { source: live, problem: undefined };
}
