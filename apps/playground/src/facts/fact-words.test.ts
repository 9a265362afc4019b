import { expect, test } from 'vitest';
import { budgetVerdict, countCompactions } from './fact-words.ts';

test('[BUD-3] the verdict speaks of contexts that were sent, and a refused one is none', () => {
  expect(budgetVerdict({ sent: 20, refused: 2, overBudget: 0 })).toEqual({
    tone: 'good',
    verdict: 'Never sent over budget',
    counted: 'in 20 contexts',
  });
  expect(budgetVerdict({ sent: 1, refused: 0, overBudget: 1 })).toEqual({
    tone: 'bad',
    verdict: 'Sent over budget 1 time',
    counted: 'in 1 context',
  });
  expect(budgetVerdict({ sent: 0, refused: 3, overBudget: 0 }).tone).toBe('none');
});

test('[CMP-12] an undo is not counted as a compaction', () => {
  expect(countCompactions([{ trigger: 'auto' }, { trigger: 'undo' }, { trigger: 'manual' }])).toBe(
    2,
  );
});
