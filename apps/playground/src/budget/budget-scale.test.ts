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

test('a typed figure is kept as typed within the bounds', () => {
  expect(parseBudget('5,321')).toBe(5_321);
  expect(parseBudget(' 16 000 ')).toBe(16_000);
  expect(parseBudget('900')).toBe(MIN_BUDGET);
  expect(parseBudget('1000000')).toBe(MAX_BUDGET);
});

test.each(['', 'many', '-5', '1e4', '0x10'])('%j is no figure', (text) => {
  expect(parseBudget(text)).toBeUndefined();
});

test('no number leaves the bounds', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (tokens) => {
      const budget = clampBudget(tokens);
      expect(budget >= MIN_BUDGET && budget <= MAX_BUDGET).toBe(true);
    }),
  );
});
