import { useCallback, useEffect, useState } from 'react';
import type { KeptCalls } from '../../source/call-facts.ts';
import { placeOf } from '../../view-model/time-keys.ts';

/** The whole session takes about this long, as long as each step can be seen and none drags. */
const WHOLE_MS = 20_000;
const SHORTEST_STEP_MS = 50;
const LONGEST_STEP_MS = 500;

/** Steps through the calls to the present by itself. */
export interface Playback {
  readonly isPlaying: boolean;
  /** In the present it begins at the first call. */
  readonly toggle: () => void;
  readonly stop: () => void;
}

export function usePlayback(
  { first, last }: KeptCalls,
  call: number | undefined,
  go: (call: number | 'live') => void,
): Playback {
  const [isPlaying, setPlaying] = useState(false);
  const calls = Math.max(1, last - first);
  const stepMs = Math.min(LONGEST_STEP_MS, Math.max(SHORTEST_STEP_MS, WHOLE_MS / calls));
  const stride = Math.ceil((calls * SHORTEST_STEP_MS) / WHOLE_MS);
  useEffect(() => {
    if (!isPlaying) return;
    if (call === undefined) {
      setPlaying(false);
      return;
    }
    const step = setTimeout(() => go(placeOf(call + stride, { first, last })), stepMs);
    return () => clearTimeout(step);
  }, [isPlaying, call, first, last, stepMs, stride, go]);
  return {
    isPlaying,
    toggle: useCallback(() => {
      if (!isPlaying && call === undefined) go(placeOf(first, { first, last }));
      setPlaying(!isPlaying);
    }, [isPlaying, call, first, last, go]),
    stop: useCallback(() => setPlaying(false), []),
  };
}
