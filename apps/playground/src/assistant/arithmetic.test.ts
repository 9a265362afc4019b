import { expect, test } from 'vitest';
import { evaluate } from './arithmetic.ts';

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['8 / 4 / 2', 1],
  ['2 ^ 3 ^ 2', 512],
  ['-2 ^ 2', -4],
  ['2 * -3', -6],
  ['.5 + 1.5', 2],
])('%s is %d', (expression, value) => {
  expect(evaluate(expression)).toBe(value);
});

test.each(['', '1 +', '(1', '1)', '1 2', 'x', '1..2 + 1', '* 2'])('%j is no expression', (text) => {
  expect(evaluate(text)).toBeUndefined();
});
