import { expect, test } from 'vitest';
import { assistant, call, result, words } from './testing/builders.mjs';
import { messageTokens, textTokens } from './token-units.mjs';

test('[BENCH] counts text in o200k_base', () => {
  expect(textTokens(words(10))).toBe(10);
  expect(textTokens('')).toBe(0);
});

test('[BENCH] counts what looks like a special token as plain text', () => {
  expect(textTokens('<|endoftext|>')).toBeGreaterThan(1);
});

test('[BENCH] charges four tokens of framing beside content, call names and arguments', () => {
  expect(messageTokens(result('c1', words(10)))).toBe(14);
  expect(messageTokens(assistant(''))).toBe(4);
  expect(messageTokens(call('c1', {}))).toBe(4 + textTokens('look{}'));
});

test('[BENCH] joins the text of content that comes in parts', () => {
  const parts = [
    { type: 'text', text: words(3) },
    { type: 'image_url' },
    { type: 'text', text: words(2) },
  ];
  expect(messageTokens({ role: 'user', content: parts })).toBe(9);
});
