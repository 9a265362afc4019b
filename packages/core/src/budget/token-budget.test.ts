import { expect, test } from 'vitest';
import { InvalidOptionError } from '../errors/errors.ts';
import { createBudget, fixedBudget } from './token-budget.ts';

test('[BUD-1] keeps 4,096 for the reply, 2,048 for safety and 8,192 for tool results by default', () => {
  expect(createBudget({ contextWindow: 128_000 })).toEqual({
    contextWindow: 128_000,
    replyTokens: 4_096,
    safetyTokens: 2_048,
    toolResultTokens: 8_192,
    reservedTokens: 0,
    inputTokens: 113_664,
    highTokens: 113_664,
    lowTokens: 56_832,
    pacing: 'cost',
  });
});

test('[BUD-2] watermarks that the caller names replace the rule of cost', () => {
  const watermarks = { high: 0.8, low: 0.4 };
  expect(createBudget({ contextWindow: 128_000, watermarks }).pacing).toBe('watermarks');
});

test('[BUD-1] what a server adds is taken off the input', () => {
  const reserved = { system: 900, tools: 1_400 };
  const budget = createBudget({ contextWindow: 128_000, reserved });
  expect(budget.reservedTokens).toBe(2_300);
  expect(budget.inputTokens).toBe(113_664 - 2_300);
});

test('[BUD-1] an impossible budget is refused with its arithmetic', () => {
  expect(() => createBudget({ contextWindow: 8_192, reserved: { tools: 100 } })).toThrow(
    new InvalidOptionError(
      'contextWindow',
      'leaves no room for input: 8192 window − 4096 reply − 2048 safety − 8192 tool results − ' +
        '100 reserved = -6244 tokens. Keep less free, or use a larger window.',
    ),
  );
});

test('[BUD-1] a budget of exactly nothing is refused', () => {
  expect(() => fixedBudget(0)).toThrow(InvalidOptionError);
  expect(fixedBudget(1).inputTokens).toBe(1);
});

test.each([
  ['contextWindow', { contextWindow: Number.NaN }],
  ['contextWindow', { contextWindow: 1.5 }],
  ['contextWindow', { contextWindow: Number.POSITIVE_INFINITY }],
  ['maxReplyTokens', { contextWindow: 100_000, maxReplyTokens: -1 }],
  ['safetyTokens', { contextWindow: 100_000, safetyTokens: 0.5 }],
  ['toolResultTokens', { contextWindow: 100_000, toolResultTokens: Number.NaN }],
  ['reserved.system', { contextWindow: 100_000, reserved: { system: -5 } }],
  ['reserved.tools', { contextWindow: 100_000, reserved: { tools: 1.1 } }],
])('[BUD-1] `%s` must be a whole number of tokens: %j', (option, options) => {
  expect(() => createBudget(options)).toThrow(
    expect.objectContaining({
      code: 'INVALID_OPTION',
      option,
      message: expect.stringContaining('must be a whole number of tokens, 0 or more'),
    }),
  );
});

test('[BUD-2] watermarks are shares of the input budget', () => {
  const budget = fixedBudget(1_000, { high: 0.85, low: 0.4 });
  expect([budget.highTokens, budget.lowTokens]).toEqual([850, 400]);
});

test.each([
  [{ high: 1.01, low: 0.5 }, 'watermarks.high', 'must be above 0 and at most 1; got 1.01.'],
  [{ high: 0, low: -1 }, 'watermarks.high', 'must be above 0 and at most 1; got 0.'],
  [{ high: Number.NaN, low: 0.5 }, 'watermarks.high', 'must be above 0 and at most 1; got NaN.'],
  [{ high: 0.5, low: 0.5 }, 'watermarks.low', 'must be above 0 and below high (0.5); got 0.5.'],
  [{ high: 0.5, low: 0.6 }, 'watermarks.low', 'must be above 0 and below high (0.5); got 0.6.'],
  [{ high: 0.5, low: 0 }, 'watermarks.low', 'must be above 0 and below high (0.5); got 0.'],
])('[BUD-2] watermarks out of order are refused: %j', (watermarks, option, problem) => {
  expect(() => fixedBudget(1_000, watermarks)).toThrow(new InvalidOptionError(option, problem));
});
