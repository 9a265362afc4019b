import { expect, test } from 'vitest';
import { isOverflow } from './is-overflow.ts';

test.each([
  '{"error":{"code":"context_length_exceeded","type":"invalid_request_error"}}',
  "This model's maximum context length is 128000 tokens. However, you requested 130112 tokens.",
  'prompt is too long: 208310 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
  'The input token count (1048600) exceeds the maximum number of tokens allowed (1048575).',
  'the request exceeds the available context size. try increasing the context size',
  'Input is too long for requested model.',
  'Trying to keep the first 5000 tokens when context the overflows.',
  'The number of tokens to keep from the initial prompt is greater than the context length.',
  'too many tokens: size limit exceeded by 500 tokens.',
  "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
])('[BUD-4] takes «%s» for an overflow', (message) => {
  expect(isOverflow(new Error(message))).toBe(true);
});

test("[BUD-4] hears the provider's own answer under another message", () => {
  const responseBody = '{"error":{"code":"context_length_exceeded"}}';
  expect(isOverflow(Object.assign(new Error('Bad Request'), { responseBody }))).toBe(true);
  expect(isOverflow(Object.assign(new Error('Bad Request'), { responseBody: '{}' }))).toBe(false);
});

test('[BUD-4] takes nothing but an error for one', () => {
  expect(isOverflow('context_length_exceeded')).toBe(false);
});

test.each([
  'An error occurred.',
  'Rate limit reached: tokens per minute exceeded.',
  'Too many tokens, please wait before trying again.',
  'Failed to fetch',
  'max_tokens must be at most 8192',
])('[BUD-4] does not take «%s» for one', (message) => {
  expect(isOverflow(new Error(message))).toBe(false);
});
