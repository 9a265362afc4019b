import { startTransition, useEffect, useMemo, useState } from 'react';
import type { DevtoolsSource } from '../../source/devtools-source.ts';
import { useFrames } from '../parts/panel-window.ts';
import type { PanelSelection } from '../selection/panel-selection.ts';
import { type ShownSource, shownSource } from './shown-source.ts';

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
