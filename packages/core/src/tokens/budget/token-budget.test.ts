import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidOptionError } from '../../ground/errors/errors.ts';
import { createBudget, fixedBudget, resolveBudget } from './token-budget.ts';

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

test('[BUD-2] a low watermark alone says how full the context is afterwards, and keeps the rule of cost', () => {
  expect(createBudget({ contextWindow: 128_000, watermarks: { low: 0.7 } })).toMatchObject({
    highTokens: 113_664,
    lowTokens: 79_564,
    pacing: 'cost',
  });
});

test('[BUD-1] what a server adds is taken off the input', () => {
  const reserved = { system: 900, tools: 1_400 };
  const budget = createBudget({ contextWindow: 128_000, reserved });
  expect(budget.reservedTokens).toBe(2_300);
  expect(budget.inputTokens).toBe(113_664 - 2_300);
});

test('[BUD-1] an impossible budget is refused with its arithmetic', () => {
  expect(() =>
    createBudget({ contextWindow: 8_192, maxReplyTokens: 8_000, reserved: { tools: 100 } }),
  ).toThrow(
    new InvalidOptionError(
      'contextWindow',
      'leaves no room for input: 8192 window − 8000 reply − 512 safety − 0 tool results − ' +
        '100 reserved = -420 tokens. Keep less free, or use a larger window.',
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

const aWindow = fc.integer({ min: 2_048, max: 2_000_000 });
/** A question and its answer of some lines each, with a short system text. */
const EXCHANGE_TOKENS = 768;
const aHost = fc.record({ hasTools: fc.boolean(), hasSummarizer: fc.boolean() });

test('[BUD-6] every window from 2,048 tokens up holds an exchange by default', () => {
  fc.assert(
    fc.property(aWindow, aHost, (contextWindow, host) => {
      const budget = resolveBudget({ contextWindow }, host);
      expect(budget.inputTokens).toBeGreaterThanOrEqual(EXCHANGE_TOKENS);
      expect(budget.replyTokens).toBeGreaterThanOrEqual(contextWindow < 4_096 ? 480 : 960);
      expect(budget.safetyTokens).toBeGreaterThanOrEqual(Math.min(2_048, contextWindow / 16 - 1));
      expect(budget.inputTokens).toBeLessThan(contextWindow);
    }),
  );
});

test('[BUD-6] a larger window never gives less input', () => {
  fc.assert(
    fc.property(aWindow, fc.integer({ min: 1, max: 100 }), aHost, (contextWindow, more, host) => {
      const smaller = resolveBudget({ contextWindow }, host);
      const larger = resolveBudget({ contextWindow: contextWindow + more }, host);
      expect(larger.inputTokens).toBeGreaterThanOrEqual(smaller.inputTokens);
    }),
  );
});

test('[BUD-6] windows from 32,768 tokens up keep 4,096, 2,048 and 8,192 free', () => {
  const large = fc.integer({ min: 32_768, max: 2_000_000 });
  fc.assert(
    fc.property(large, (contextWindow) => {
      const { replyTokens, safetyTokens, toolResultTokens } = createBudget({ contextWindow });
      expect([replyTokens, safetyTokens, toolResultTokens]).toEqual([4_096, 2_048, 8_192]);
    }),
  );
});

test.each([
  [2_048, { safetyTokens: 128, replyTokens: 480, toolResultTokens: 480, inputTokens: 960 }],
  [4_096, { safetyTokens: 256, replyTokens: 960, toolResultTokens: 960, inputTokens: 1_920 }],
  [8_192, { safetyTokens: 512, replyTokens: 1_920, toolResultTokens: 1_920, inputTokens: 3_840 }],
  [
    16_384,
    { safetyTokens: 1_024, replyTokens: 3_840, toolResultTokens: 3_840, inputTokens: 7_680 },
  ],
])('[BUD-6] a window of %i tokens is divided by shares', (contextWindow, figures) => {
  expect(createBudget({ contextWindow })).toMatchObject(figures);
});

const bare = { hasTools: false, hasSummarizer: false };

test('[BUD-6] nothing is kept free for tool results where there are no tools', () => {
  const inputTokens = (options: Parameters<typeof resolveBudget>[0], hasTools: boolean) =>
    resolveBudget(options, { ...bare, hasTools }).inputTokens;
  expect(inputTokens({ contextWindow: 8_192 }, false)).toBe(8_192 - 512 - 1_920);
  expect(inputTokens({ contextWindow: 8_192 }, true)).toBe(3_840);
  expect(inputTokens({ contextWindow: 128_000 }, false)).toBe(128_000 - 4_096 - 2_048);
  // The server adds tools, so there are some.
  expect(inputTokens({ contextWindow: 128_000, reserved: { tools: 900 } }, false)).toBe(112_764);
  expect(inputTokens({ contextWindow: 8_192, toolResultTokens: 100 }, false)).toBe(8_192 - 2_532);
});

test.each([
  ['its options', { contextWindow: 128_000 }],
  ['a ready budget', createBudget({ contextWindow: 128_000 })],
])('[BUD-2] a model that may summarise is asked from 0.85 on, with %s', (_, budget) => {
  const share = (hasSummarizer: boolean) => {
    const { highTokens, inputTokens, pacing } = resolveBudget(budget, { ...bare, hasSummarizer });
    expect(pacing).toBe('cost');
    return highTokens / inputTokens;
  };
  expect(share(true)).toBeCloseTo(0.85, 4);
  expect(share(false)).toBe(1);
});

test('[BUD-2] marks that the caller chose stay where a model may summarise', () => {
  const budget = fixedBudget(1_000, { high: 1, low: 0.5 });
  expect(resolveBudget(budget, { ...bare, hasSummarizer: true })).toBe(budget);
});
