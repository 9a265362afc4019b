import { expect, test } from 'vitest';
import { readReport } from './read-report.ts';

const BYTES = 1_000_000;

test('[MOD-3] weights on their way into memory are told in bytes, with the time that is left', () => {
  const text = 'Loading model from cache[3/4]: 1MB loaded. 75% completed, 3 secs elapsed.';
  expect(readReport({ progress: 0.75, timeElapsed: 3, text }, BYTES)).toEqual({
    phase: 'start',
    loadedBytes: 750_000,
    totalBytes: BYTES,
    leftMs: 1_000,
  });
});

test('[MOD-3] the beginning has no pace yet', () => {
  const report = { progress: 0, timeElapsed: 0, text: 'Start to fetch params' };
  expect(readReport(report, BYTES)).toEqual({
    phase: 'start',
    loadedBytes: 0,
    totalBytes: BYTES,
  });
});

test('[MOD-3] compiling has no bytes', () => {
  const text = 'Loading GPU shader modules[10/40]: 25% completed, 2 secs elapsed.';
  const report = { progress: 0.25, timeElapsed: 2, text };
  expect(readReport(report, BYTES)).toEqual({ phase: 'compile', leftMs: 6_000 });
});

test('[MOD-3] a download by web-llm itself is one', () => {
  const text = 'Fetching param cache[1/4]: 1MB fetched. 50% completed, 1 secs elapsed.';
  expect(readReport({ progress: 0.5, timeElapsed: 1, text }, BYTES)?.phase).toBe('download');
});

test('a model without weights divides by nothing', () => {
  const report = { progress: Number.NaN, timeElapsed: 0, text: 'Start to fetch params' };
  expect(readReport(report, 0)).toEqual({ phase: 'start', loadedBytes: 0, totalBytes: 0 });
});

test('a report of no phase is none', () => {
  const report = { progress: 1, timeElapsed: 4, text: 'Finish loading on WebGPU - nvidia' };
  expect(readReport(report, BYTES)).toBeUndefined();
});
