import { type Clock, systemClock } from '../platform/clock.ts';

/** The time of a recorded session: it stands still until a message moves it on. */
export interface ReplayClock extends Clock {
  /** Never back: an entry may be older than the one that it follows. */
  moveTo(atMs: number): void;
}

/** A clock whose timers never ring; work is cut into slices by real time, which decides nothing. */
export function replayClock(): ReplayClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    startTimer: () => () => undefined,
    workMs: () => systemClock.nowMs(),
    moveTo(atMs) {
      nowMs = Math.max(nowMs, atMs);
    },
  };
}
