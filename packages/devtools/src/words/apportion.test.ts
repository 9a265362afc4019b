import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apportion } from './apportion.ts';

const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 });
const sumOf = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

test('[DEV-1] parts add up to the total exactly, whatever the weights', () => {
  fc.assert(
    fc.property(weights, fc.nat(5_000), (given, total) => {
      const expected = sumOf(given) === 0 ? 0 : total;
      expect(sumOf(apportion(given, total))).toBe(expected);
    }),
  );
});

test('[DEV-1] each part is its exact share rounded down or up', () => {
  fc.assert(
    fc.property(weights, fc.nat(5_000), (given, total) => {
      const sum = sumOf(given);
      fc.pre(sum > 0);
      apportion(given, total).forEach((part, index) => {
        const exact = ((given[index] ?? 0) / sum) * total;
        expect(Math.abs(part - exact)).toBeLessThan(1);
      });
    }),
  );
});

test('[DEV-1] the largest remainder gets the unit that is left', () => {
  expect(apportion([1, 1, 1], 100)).toEqual([34, 33, 33]);
  expect(apportion([5, 3, 2], 10)).toEqual([5, 3, 2]);
  expect(apportion([0, 7, 0], 10)).toEqual([0, 10, 0]);
});
