import { expect, test } from 'vitest';
import { checkedUsage } from './checked-usage.ts';

const NO_COUNTS = [-5, 1e308, 1e9 + 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '12', null, {}];

test.each([0, ...NO_COUNTS])('[MOD-3] usage with an input of %j is none', (inputTokens) => {
  expect(checkedUsage({ inputTokens, outputTokens: 3 })).toBeUndefined();
});

test.each(NO_COUNTS)('[MOD-3] %j beside a sound input is left out', (odd) => {
  const given = { inputTokens: 9, cachedInputTokens: odd, outputTokens: odd };
  expect(checkedUsage(given)).toEqual({ inputTokens: 9 });
});

test('[MOD-3] more cached tokens than were read are left out', () => {
  expect(checkedUsage({ inputTokens: 9, cachedInputTokens: 10 })).toEqual({ inputTokens: 9 });
  const whole = { inputTokens: 9, cachedInputTokens: 9, outputTokens: 0 };
  expect(checkedUsage(whole)).toEqual(whole);
});
