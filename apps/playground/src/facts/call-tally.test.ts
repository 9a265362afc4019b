import { expect, test } from 'vitest';
import { NO_CALLS, parseTally, tallied } from './call-tally.ts';

test('[BUD-3] a context as large as the budget is within it, one token more is over', () => {
  const full = tallied(NO_CALLS, { kind: 'sent', totalTokens: 8_000, inputTokens: 8_000 });
  expect(full).toEqual({ sent: 1, refused: 0, overBudget: 0 });
  const over = tallied(full, { kind: 'sent', totalTokens: 8_001, inputTokens: 8_000 });
  expect(over).toEqual({ sent: 2, refused: 0, overBudget: 1 });
});

test('counts a refused turn apart from what was sent', () => {
  expect(tallied(NO_CALLS, { kind: 'refused' })).toEqual({ sent: 0, refused: 1, overBudget: 0 });
});

test('reads back what it was stored as', () => {
  const tally = { sent: 4, refused: 2, overBudget: 0 };
  expect(parseTally(JSON.parse(JSON.stringify(tally)))).toEqual(tally);
});

test.each([null, 7, [], { sent: -1 }, { sent: 'many' }])('takes %j for no calls', (value) => {
  expect(parseTally(value)).toEqual(NO_CALLS);
});
