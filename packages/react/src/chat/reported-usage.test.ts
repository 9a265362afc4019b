import { expect, test } from 'vitest';
import { fieldIn, reportedUsage } from './reported-usage.ts';

test('[TOK-5] usage has the cached tokens where they are known, also when there are none', () => {
  expect(reportedUsage(900, 700)).toStrictEqual({ inputTokens: 900, cachedInputTokens: 700 });
  expect(reportedUsage(900, 0)).toStrictEqual({ inputTokens: 900, cachedInputTokens: 0 });
  expect(reportedUsage(900, 'many')).toStrictEqual({ inputTokens: 900 });
});

test.each([undefined, null, 'many', 0])(
  '[TOK-5] a provider that reports %j tokens has not counted',
  (inputTokens) => {
    expect(reportedUsage(inputTokens, 0)).toBeUndefined();
  },
);

test('[TOK-5] nothing is read from what is no object', () => {
  expect(fieldIn({ usage: 1 }, 'usage')).toBe(1);
  expect([undefined, null, 'usage', 1].map((value) => fieldIn(value, 'length'))).toEqual(
    Array(4).fill(undefined),
  );
});
