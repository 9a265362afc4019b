import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { aBudget, aMessage, anEntry, anItem, aPlan } from '../testing/plan-fixture.ts';
import { totalsLine } from './budget-bar.ts';

test('[DEV-2] totals say how their figure came about', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 1_234);
  expect(totalsLine(planFacts(aPlan([anItem(entry, 'working')])))).toBe(
    '1,234 of 8,000 tokens · counted · window 12,000',
  );
  expect(
    totalsLine(planFacts(aPlan([anItem(entry, 'working')], { tokenSource: 'estimated' }))),
  ).toBe('1,234 of 8,000 tokens · estimated · window 12,000');
});

test('[HIS-4] the totals of a refused context say that nothing was sent', () => {
  const entry = anEntry(0, aMessage('user', 'x'), 9_000);
  expect(totalsLine(planFacts(aPlan([anItem(entry, 'working')], { isRefused: true })))).toBe(
    '9,000 of 8,000 tokens · counted · refused, nothing was sent · window 12,000',
  );
});

test('[DEV-1] a window that is the budget is not told beside it', () => {
  const budget = aBudget({ contextWindow: 8_000 });
  expect(totalsLine(planFacts(aPlan([], { budget })))).toBe('0 of 8,000 tokens · counted');
});
