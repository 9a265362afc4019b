import { expect, test } from 'vitest';
import { usageInMetadata } from './usage-in-metadata.ts';

test.each([
  ['AI SDK 6', { inputTokens: 900, inputTokenDetails: { cacheReadTokens: 700 } }, 700],
  ['AI SDK 5', { inputTokens: 900, cachedInputTokens: 700 }, 700],
  ['no cache', { inputTokens: 900, inputTokenDetails: { cacheReadTokens: undefined } }, undefined],
])('[TOK-5] reads the usage of %s', (_, usage, cachedInputTokens) => {
  const cached = cachedInputTokens === undefined ? {} : { cachedInputTokens };
  expect(usageInMetadata({ usage })).toStrictEqual({ inputTokens: 900, ...cached });
});

test.each([
  undefined,
  null,
  'text',
  {},
  { usage: null },
  { usage: { inputTokens: 'many' } },
  { usage: { inputTokens: 0 } },
])('[TOK-5] finds no usage in %j', (metadata) => {
  expect(usageInMetadata(metadata)).toBeUndefined();
});
