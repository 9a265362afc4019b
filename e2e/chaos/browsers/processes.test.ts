import { expect, test } from 'vitest';
import { groupIn } from './processes.mjs';

test('[BENCH] the group of a process is read after its name, which may contain blanks and brackets', () => {
  expect(groupIn('4242 (chromium) S 4200 4100 4100 0 -1')).toBe(4100);
  expect(groupIn('4242 (a ) b (c) S 4200 4100 4100 0 -1')).toBe(4100);
});

test('[BENCH] a process that is gone belongs to no group', () => {
  expect(groupIn('')).toBe(Number.NaN);
});
