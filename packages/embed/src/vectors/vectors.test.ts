import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosine } from '../testing/cosine.ts';
import { meanOf, normalized } from './pool.ts';
import { beginningFor, closingTokens, truncated } from './truncate.ts';

const SEED = 25;

const tokens = fc
  .record({ dimension: fc.integer({ min: 1, max: 8 }), count: fc.integer({ min: 1, max: 12 }) })
  .chain(({ dimension, count }) =>
    fc.record({
      dimension: fc.constant(dimension),
      values: fc.array(fc.float({ min: -100, max: 100, noNaN: true }), {
        minLength: dimension * count,
        maxLength: dimension * count,
      }),
    }),
  );

test('the mean of tokens is the mean of each of their places', () => {
  expect(meanOf(Float32Array.of(1, 2, 3, 4, 5, 9), 2)).toEqual(Float32Array.of(3, 5));
});

test('the order of tokens does not change their mean', () => {
  fc.assert(
    fc.property(tokens, ({ dimension, values }) => {
      const rows = Array.from({ length: values.length / dimension }, (_, row) =>
        values.slice(row * dimension, (row + 1) * dimension),
      );
      const straight = meanOf(Float32Array.from(rows.flat()), dimension);
      const turned = meanOf(Float32Array.from(rows.toReversed().flat()), dimension);
      for (const [place, value] of straight.entries()) expect(turned[place]).toBeCloseTo(value, 4);
    }),
    { seed: SEED },
  );
});

test('a normalized vector has length 1 and its old direction', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: -1000, max: 1000, noNaN: true }), { minLength: 1, maxLength: 50 }),
      (values) => {
        const vector = Float32Array.from(values);
        fc.pre(Math.hypot(...vector) > 1e-6);
        const unit = normalized(vector) ?? new Float32Array();
        expect(Math.hypot(...unit)).toBeCloseTo(1, 4);
        expect(cosine(unit, vector)).toBeGreaterThan(0.9999);
      },
    ),
    { seed: SEED },
  );
});

test.each([[[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]], [[]]])(
  'a vector of %j has no direction',
  (values) => {
    expect(normalized(Float32Array.from(values))).toBeUndefined();
  },
);

test('closing tokens are those that every text ends in', () => {
  expect(closingTokens([101, 102], [101, 1037, 102])).toBe(1);
  expect(closingTokens([], [7])).toBe(0);
  expect(closingTokens([0, 2, 2], [0, 5, 2, 2])).toBe(2);
});

test('what is cut fills the window and keeps its closing tokens', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 30_000 }), { maxLength: 60 }),
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: 0, max: 2 }),
      (ids, maxTokens, closing) => {
        const cut = truncated(ids, maxTokens, closing);
        expect(cut).toHaveLength(Math.min(ids.length, maxTokens));
        const isWhole = ids.length <= maxTokens;
        const beginning = isWhole ? ids.length : maxTokens - closing;
        expect(cut.slice(0, beginning)).toEqual(ids.slice(0, beginning));
        expect(cut.slice(beginning)).toEqual(isWhole ? [] : ids.slice(ids.length - closing));
      },
    ),
    { seed: SEED },
  );
});

test('the beginning of a long text does not end within a character', () => {
  expect(beginningFor('short', 3)).toBe('short');
  const beginning = beginningFor(`${'a'.repeat(3 * 64 - 1)}😀😀`, 3);
  expect(beginning).toBe('a'.repeat(3 * 64 - 1));
  expect(beginningFor(`${'a'.repeat(3 * 64 - 2)}😀😀`, 3)).toHaveLength(3 * 64);
});
