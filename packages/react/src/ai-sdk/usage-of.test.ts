import { expect, test } from 'vitest';
import { usageOf } from './usage-of.ts';

test.each([
  ['AI SDK 6', { inputTokens: 900, inputTokenDetails: { cacheReadTokens: 700 } }, 700],
  ['AI SDK 5', { inputTokens: 900, cachedInputTokens: 700 }, 700],
  ['no cache', { inputTokens: 900, inputTokenDetails: { cacheReadTokens: undefined } }, undefined],
])('[TOK-5] reads the usage of %s', (_, usage, cachedInputTokens) => {
  const cached = cachedInputTokens === undefined ? {} : { cachedInputTokens };
  expect(usageOf({ usage })).toStrictEqual({ inputTokens: 900, ...cached });
});

test.each([undefined, null, 'text', {}, { usage: null }, { usage: { inputTokens: 'many' } }])(
  '[TOK-5] finds no usage in %j',
  (metadata) => {
    expect(usageOf(metadata)).toBeUndefined();
  },
);
