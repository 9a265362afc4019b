import { expect, test } from 'vitest';
import { quantile } from './quantile.mjs';

test('[BENCH] a quantile is a value of the sample that this share does not exceed', () => {
  const sample = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(quantile(sample, 0.5)).toBe(50);
  expect(quantile(sample, 0.99)).toBe(99);
  expect(quantile([7], 0.5)).toBe(7);
  expect(quantile([7], 0.99)).toBe(7);
});

test('[BENCH] an empty sample has none', () => {
  expect(() => quantile([], 0.5)).toThrow('empty');
});
