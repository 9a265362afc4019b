import { type Clock, systemClock } from '@agent-memory/core';

/** A page that is frozen in the middle of a limit spends one of so many steps on it, however long it is. */
const STEPS = 10;

/** A clock whose timers count the time in which the page runs: a freeze is not the fault of the disk. */
export const runningClock: Clock = {
  nowMs: systemClock.nowMs,
  startTimer(callback, delayMs) {
    let steps = 0;
    const timer = setInterval(() => {
      steps += 1;
      if (steps < STEPS) return;
      clearInterval(timer);
      callback();
    }, delayMs / STEPS);
    return () => clearInterval(timer);
  },
};
