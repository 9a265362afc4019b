import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const bounds = { baseDelayMs: 500, maxDelayMs: 30_000 };

test('[MOD-3] the ceiling of the wait doubles with each attempt, up to the most', () => {
  const ceilings = [1, 2, 3, 4, 6, 7, 8, 80].map((failed) =>
    retryDelayMs(failed, undefined, bounds, 0.999_999),
  );
  expect(ceilings).toEqual([499, 999, 1_999, 3_999, 15_999, 29_999, 29_999, 29_999]);
});

test('[MOD-3] the wait is spread over all of the time up to the ceiling', () => {
  expect([0, 0.25, 0.5].map((random) => retryDelayMs(2, undefined, bounds, random))).toEqual([
    0, 250, 500,
  ]);
});

test('[MOD-3] the time that a server asks for is the least', () => {
  expect(retryDelayMs(1, 12_000, bounds, 0.5)).toBe(12_000);
  expect(retryDelayMs(1, 100, bounds, 0.5)).toBe(250);
  expect(retryDelayMs(1, 30_000, bounds, 0.5)).toBe(30_000);
});

test('[MOD-3] a server that asks for more than is waited is not asked again', () => {
  expect(retryDelayMs(1, 30_001, bounds, 0.5)).toBeUndefined();
});
