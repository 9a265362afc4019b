import { type Clock, startTimerOn } from './clock.ts';

/** A page that is frozen in the middle of a limit spends one of so many steps on it, however long it is. */
const STEPS = 5;

/** A clock whose timers count the time in which the page runs: a freeze is not the fault of the disk. */
export function runningClock(clock: Clock): Clock {
  return {
    nowMs: () => clock.nowMs(),
    startTimer(callback, delayMs) {
      let left = STEPS;
      let stop = (): void => undefined;
      const step = () => {
        left -= 1;
        if (left < 0) callback();
        else stop = startTimerOn(clock, step, delayMs / STEPS);
      };
      step();
      return () => stop();
    },
  };
}
