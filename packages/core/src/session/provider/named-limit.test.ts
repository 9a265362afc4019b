import { expect, test } from 'vitest';
import { isOverflow } from './is-overflow.ts';
import { shareThatFits } from './named-limit.ts';

const sentence =
  "This model's maximum context length is 16000 tokens. However, your messages resulted in 20000 tokens.";

test.each([
  // Both figures, in the provider's own tokens.
  [sentence, 0.8],
  [
    "This endpoint's maximum context length is 16000 tokens. However, you requested about 24000 tokens (20000 of text input, 4000 in the output).",
    0.6,
  ],
  ["This model's maximum prompt length is 16000 but the request contains 20000 tokens.", 0.8],
  [
    "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 16000 tokens and your request has 20000 input tokens",
    0.8,
  ],
  ['prompt token count of 20,000 exceeds the limit of 16,000', 0.8],
  ['Prompt contains 20000 tokens, too large for model with 16000 maximum context length', 0.8],
  [
    'too many tokens: total number of tokens in the prompt cannot exceed 16000 - received 20000.',
    0.8,
  ],
  ['Request too large. Limit 16000, Requested 20000.', 0.8],
  // The limit alone: our own count of 32,000 stands in.
  ['maximum context length is 16000 tokens', 0.5],
  ["This model's maximum context length is 16,000 tokens.", 0.5],
  ['the input length exceeds maximum context length 16000', 0.5],
  [
    'Trying to keep the first 20000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    0.128,
  ],
  [
    'The number of tokens to keep from the initial prompt is greater than the context length. Model context length: 16000',
    0.5,
  ],
  [
    'too many tokens: size limit exceeded by 4000 tokens. The limit for this model is 16000 tokens.',
    0.5,
  ],
  ['Your prompt is above the 16000 token limit.', 0.5],
  ['The context length 20000 exceeds the limit of 16000 tokens.', 0.5],
  ['400 The prompt is longer than the context window (16000).', 0.5],
])('[BUD-4] the limit is read from «%s»', (words, share) => {
  expect(shareThatFits(new Error(words), 32_000)).toBe(share);
});

test.each([
  'Rate limit reached for tokens per min. Limit 16000, Used 12000, Requested 20000.',
  'Request too large for gpt-4o on tokens per min (TPM): Limit 16000, Requested 20000.',
  'You exceeded your quota: the limit is 16000 tokens.',
  'This key has a limit of 16000 tokens per minute.',
  'max_tokens is too large: 20000. This model supports at most 16384 completion tokens.',
  'max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens for some-model-20241022',
  'max_tokens must be at most 8192',
  'max_tokens (20000) exceeds the limit of 16384 tokens.',
  'The answer is over the 8192 token limit for completions.',
  'maximum context length exceeded (status 413)',
  'invalid params, context window exceeds limit (2013)',
  'prompt too long; exceeded max context length by 245 tokens',
  'The context window is 128k tokens.',
  'A limit of 1000 requests was reached.',
  // More than was refused.
  'maximum context length is 64000 tokens',
  // By the provider's count the context was shorter than the limit.
  "This model's maximum context length is 16000 tokens and your request has 14000 input tokens",
])('[BUD-4] no limit is read from «%s»', (words) => {
  expect(shareThatFits(new Error(words), 32_000)).toBeUndefined();
});

test.each<[string, unknown]>([
  ['a text', sentence],
  ['a body', { error: { message: sentence, code: 'context_length_exceeded' } }],
  ['the text of a body', JSON.stringify({ error: { message: sentence } })],
  ['the cause of an error', new Error('The call failed', { cause: new Error(sentence) })],
  [
    'the body that an error keeps',
    Object.assign(new Error('400'), { error: { error: { message: sentence } } }),
  ],
  [
    'the text of an answer that an error keeps',
    Object.assign(new Error('Bad Request'), { responseBody: `{"message":"${sentence}"}` }),
  ],
  [
    'the parsed answer that an error keeps',
    Object.assign(new Error('Bad Request'), {
      response: { data: { error: { message: sentence } } },
    }),
  ],
])('[BUD-4] the limit is read from %s', (_, refusal) => {
  expect(shareThatFits(refusal, 32_000)).toBe(0.8);
  if (refusal instanceof Error) expect(isOverflow(refusal)).toBe(true);
});

test('[BUD-4] an error that is its own cause ends', () => {
  const error = new Error('The call failed');
  error.cause = error;
  expect(shareThatFits(error, 32_000)).toBeUndefined();
});

test('[BUD-4] what was asked is no refusal', () => {
  const error = Object.assign(new Error('Bad Request'), {
    requestBodyValues: { prompt: sentence },
  });
  expect(shareThatFits(error, 32_000)).toBeUndefined();
  expect(isOverflow(error)).toBe(false);
});
