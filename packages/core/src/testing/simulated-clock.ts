import type { Clock } from '../ground/platform/clock.ts';
import { START_MS } from './builders.ts';

/** A clock that stands still until it is moved. */
export interface SimulatedClock extends Clock {
  /** Moves time on and rings the timers that are due; a negative number sets it back, as people do. */
  advance(byMs: number): void;
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/**
 * A clock that stands still until it is moved, with timers that ring when it passes them.
 *
 * @example
 * const clock = aSimulatedClock();
 * createAgentMemory({ id: 'support', contextWindow: 128_000, clock });
 * clock.advance(60_000);
 *
 * @param startMs where time starts; default `START_MS`.
 */
export function aSimulatedClock(startMs: number = START_MS): SimulatedClock {
  let nowMs = startMs;
  const timers = new Set<Timer>();
  return {
    nowMs: () => nowMs,
    startTimer(callback, delayMs) {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(byMs) {
      nowMs += byMs;
      const due = [...timers].filter(({ atMs }) => atMs <= nowMs);
      for (const timer of due.sort((a, b) => a.atMs - b.atMs)) {
        if (timers.delete(timer)) timer.callback();
      }
    },
  };
}
