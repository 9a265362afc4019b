// @ts-check

/** Set in the page ahead of the work that is measured, in a task of its own. */
export const BEGIN_MARK = 'long-work-begin';
/** Set in the page behind that work, in a task of its own. */
export const END_MARK = 'long-work-end';

/** The tracing that `longestTaskMs` reads. */
export const TRACE_CATEGORIES = ['toplevel', 'blink.user_timing'];

/**
 * A task, and the promises that are settled behind it: Chromium tells of those apart, and they keep
 * the thread as long.
 */
const TASKS = new Set([
  'ThreadControllerImpl::RunTask',
  'BlinkScheduler_PerformMicrotaskCheckpoint',
]);

/**
 * One event of Chromium's trace; times in microseconds.
 *
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts
 * @property {number} [dur]
 * @property {number} [tdur] the processor time of it
 */

/**
 * The longest task of the page's main thread between the two marks: for so long no key, no scrolling
 * and no frame was answered. The trace tells every task, shorter ones than `PerformanceObserver` does too.
 *
 * @param {readonly TraceEvent[]} events
 * @returns {{ readonly longestMs: number, readonly wholeMs: number }}
 */
export function longestTaskMs(events) {
  const { tasksMs, wholeMs } = taskTimesMs(events);
  // Too many for the arguments of one call.
  const longestMs = tasksMs.reduce((most, taskMs) => Math.max(most, taskMs), 0);
  return { longestMs, wholeMs };
}

/**
 * The most processor time that one task of the page's main thread took between the two marks: whatever
 * else the machine does is not in it.
 *
 * @param {readonly TraceEvent[]} events
 */
export function longestTaskCpuMs(events) {
  return tasksBetween(events).tasks.reduce(
    // Chromium reads the thread's clock late now and then: no task takes more of it than it is long.
    (most, { dur = 0, tdur = 0 }) => Math.max(most, Math.min(dur, tdur) / 1000),
    0,
  );
}

/**
 * The processor time of all tasks of the page's main thread between the two marks.
 *
 * @param {readonly TraceEvent[]} events
 */
export function wholeCpuMs(events) {
  const { tasks } = tasksBetween(events);
  let sumMs = 0;
  let end = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks.toSorted(
    (one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0),
  )) {
    // Promises that are settled within a task are in its time already.
    if (ts + dur <= end) continue;
    end = ts + dur;
    sumMs += Math.min(dur, tdur) / 1000;
  }
  return sumMs;
}

/**
 * Every task of the page's main thread between the two marks.
 *
 * @param {readonly TraceEvent[]} events
 * @returns {{ readonly tasksMs: readonly number[], readonly wholeMs: number }}
 */
function taskTimesMs(events) {
  const { tasks, begin, end } = tasksBetween(events);
  return {
    tasksMs: tasks.map(({ dur = 0 }) => dur / 1000),
    wholeMs: (end.ts - begin.ts) / 1000,
  };
}

/** @param {readonly TraceEvent[]} events */
function tasksBetween(events) {
  const [begin, end] = [BEGIN_MARK, END_MARK].map((mark) =>
    events.find(({ name }) => name === mark),
  );
  if (!begin || !end) throw new Error('The trace has no marks: the work did not come to its end.');
  const tasks = events.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      TASKS.has(name) &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts + dur > begin.ts &&
      ts < end.ts,
  );
  return { tasks, begin, end };
}
