import { systemClock } from '@agent-memory/core';
import { runningClock as runningClockOf } from '@agent-memory/core/internal';

/** The platform's own clock, for limits: a freeze is not the fault of the disk. */
export const runningClock = runningClockOf(systemClock);
