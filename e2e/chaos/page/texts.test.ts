import { expect, test } from 'vitest';
import { textOf } from './texts.mjs';

test('[BENCH] a text is the same each time, no other place has it, and one in three is long', () => {
  const texts = Array.from({ length: 30 }, (_, place) => textOf('session', place));
  expect(texts).toEqual(texts.map((_, place) => textOf('session', place)));
  expect(new Set(texts).size).toBe(30);
  expect(texts.filter((text) => text.length >= 2_000)).toHaveLength(10);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(6_100);
});
