import type { Clock } from '../platform/clock.ts';
import { START_MS } from './builders.ts';

/** A clock that stands still until it is moved. */
export interface SimulatedClock extends Clock {
  /** Moves time on; a negative number sets it back, as people do. */
  advance(byMs: number): void;
}

/** @param startMs where time starts; default `START_MS`. */
export function aSimulatedClock(startMs: number = START_MS): SimulatedClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(byMs) {
      nowMs += byMs;
    },
  };
}
