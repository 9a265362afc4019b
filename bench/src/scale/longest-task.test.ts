import { expect, test } from 'vitest';
import { longestTaskCpuMs, longestTaskMs, type TraceEvent, wholeCpuMs } from './longest-task.mjs';

const PAGE = { pid: 1, tid: 7 };
const task = (fromMs: number, toMs: number, where = PAGE): TraceEvent => ({
  name: 'ThreadControllerImpl::RunTask',
  ...where,
  ts: fromMs * 1000,
  dur: (toMs - fromMs) * 1000,
});
const mark = (name: string, atMs: number): TraceEvent => ({ name, ...PAGE, ts: atMs * 1000 });
const MARKS = [mark('long-work-begin', 100), mark('long-work-end', 200)];

test('[BENCH] the longest task between the marks counts, however it overlaps them', () => {
  const events = [...MARKS, task(95, 115), task(120, 150), task(198, 210)];
  expect(longestTaskMs(events)).toEqual({ longestMs: 30, wholeMs: 100 });
});

test('[BENCH] tasks before, behind and of other threads do not count', () => {
  const elsewhere = task(110, 190, { pid: 1, tid: 8 });
  const events = [...MARKS, task(0, 99), task(130, 131), task(201, 300), elsewhere];
  expect(longestTaskMs(events).longestMs).toBe(1);
});

test('[BENCH] promises that keep the thread behind a task count like a task', () => {
  const promises = { ...task(110, 180), name: 'BlinkScheduler_PerformMicrotaskCheckpoint' };
  expect(longestTaskMs([...MARKS, task(109, 111), promises]).longestMs).toBe(70);
});

test('[BENCH] no task takes more processor time than it is long', () => {
  const late = { ...task(110, 118), tdur: 44_000 };
  const waiting = { ...task(120, 180), tdur: 9_000 };
  expect(longestTaskCpuMs([...MARKS, late, waiting])).toBe(9);
});

test('[BENCH] processor time of all tasks counts what ran within another one once', () => {
  const outer = { ...task(110, 130), tdur: 12_000 };
  const within = { ...task(112, 120), tdur: 7_000 };
  const later = { ...task(140, 143), tdur: 2_000 };
  expect(wholeCpuMs([...MARKS, within, later, outer])).toBe(14);
});

test('[BENCH] a trace of more tasks than a call takes arguments is read', () => {
  const many = Array.from({ length: 300_000 }, (_, at) =>
    task(110 + at / 1e4, 110 + (at + 1) / 1e4),
  );
  expect(longestTaskMs([...MARKS, ...many, task(150, 170)]).longestMs).toBe(20);
});

test('[BENCH] work that did not come to its end has no figure', () => {
  expect(() => longestTaskMs(MARKS.slice(0, 1))).toThrow('did not come to its end');
});
