import { useEffect, useState } from 'react';
import type { DevtoolsSource, DevtoolsState } from '../source/devtools-source.ts';
import { onFrames, useFrames } from './use-changes.ts';

interface Drawn {
  readonly source: DevtoolsSource;
  readonly state: DevtoolsState;
}

/**
 * The state of a source, followed while `isShown`: once in a frame, so that drawing is never between two
 * steps of the app. Otherwise nothing is subscribed and the state stays what it was when the panel
 * was hidden.
 */
export function useSourceState(source: DevtoolsSource, isShown: boolean): DevtoolsState {
  const frames = useFrames();
  const [drawn, setDrawn] = useState<Drawn>(() => ({ source, state: source.getState() }));
  useEffect(() => {
    if (!isShown) return;
    const read = () => {
      const state = source.getState();
      setDrawn((last) =>
        last.source === source && last.state === state ? last : { source, state },
      );
    };
    // It may have changed since it was drawn.
    read();
    return onFrames(frames, source, read);
  }, [source, isShown, frames]);
  return drawn.source === source ? drawn.state : source.getState();
}
