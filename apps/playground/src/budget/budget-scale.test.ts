import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BUDGET_MARKS,
  budgetAt,
  clampBudget,
  MAX_BUDGET,
  MIN_BUDGET,
  parseBudget,
  SLIDER_STEPS,
  stepOf,
} from './budget-scale.ts';

test('the slider reaches every mark and both ends', () => {
  expect(BUDGET_MARKS.map((mark) => budgetAt(stepOf(mark)))).toEqual([...BUDGET_MARKS]);
  expect([budgetAt(0), budgetAt(SLIDER_STEPS)]).toEqual([MIN_BUDGET, MAX_BUDGET]);
});

test('each step of the slider is a budget of its own, larger than the one before', () => {
  const budgets = Array.from({ length: SLIDER_STEPS + 1 }, (_, step) => budgetAt(step));
  expect(budgets).toEqual([...new Set(budgets)].sort((a, b) => a - b));
  expect(budgets.map(stepOf)).toEqual(budgets.map((_, step) => step));
});

test.each([
  ['5,321', 5_321],
  [' 16 000 ', 16_000],
  ['8.000', 8_000],
  ['2000', MIN_BUDGET],
  ['32000', MAX_BUDGET],
])('%j is kept as typed', (text, tokens) => {
  expect(parseBudget(text)).toEqual({ kind: 'budget', tokens });
});

test.each(['', 'abc', '-500', '8k', '7.5', '1e4', '0x10', '80,00'])(
  '%j is no whole number, and is not made into one',
  (text) => {
    expect(parseBudget(text)).toMatchObject({
      kind: 'problem',
      problem: expect.stringMatching(/whole number of tokens from 2,000 to 32,000$/),
    });
  },
);

test.each([
  ['50', '50 is too small: a budget is from 2,000 to 32,000 tokens'],
  ['1,999', '1,999 is too small: a budget is from 2,000 to 32,000 tokens'],
  ['999999999', '999999999 is too large: a budget is from 2,000 to 32,000 tokens'],
])('%j is outside of the range, and is not pulled into it', (text, problem) => {
  expect(parseBudget(text)).toEqual({ kind: 'problem', problem });
});

test('a sentence quotes only the beginning of what is very long', () => {
  expect(parseBudget('9'.repeat(400))).toMatchObject({
    problem: expect.stringMatching(/^9{16}… is/),
  });
});

test('no number leaves the bounds', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (tokens) => {
      const budget = clampBudget(tokens);
      expect(budget >= MIN_BUDGET && budget <= MAX_BUDGET).toBe(true);
    }),
  );
});
