interface Timers {
  readonly setTimeout?: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout?: (timer: unknown) => void;
}

/** Port: the time of day, and time to come. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Calls back once after so many milliseconds; gives the function that stops it. Default: the platform's timer. */
  startTimer?(callback: () => void, delayMs: number): () => void;
  /**
   * The milliseconds by which long work is cut into slices, from any start: for a clock whose `nowMs`
   * stands still while it is done. Default: `nowMs`.
   */
  workMs?(): number;
}

/**
 * The platform's own clock.
 *
 * @example
 * const { nowMs } = systemClock;
 * const oneHourAhead: Clock = { ...systemClock, nowMs: () => nowMs() + 3_600_000 };
 */
export const systemClock: Clock = { nowMs: () => Date.now(), startTimer };

/** About 25 days; a platform's timer that is given more rings at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The platform's timer; every browser and Node has one, and where there is none it never rings. */
export function startTimer(callback: () => void, delayMs: number): () => void {
  const { setTimeout, clearTimeout } = globalThis as Timers;
  const timer = setTimeout?.(callback, Math.min(delayMs, LONGEST_DELAY_MS));
  return () => clearTimeout?.(timer);
}
