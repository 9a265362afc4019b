import { expect, test } from 'vitest';
import { clipOnEntry } from './clip-on-entry.mjs';
import { result, user, words } from './testing/builders.mjs';
import { messageTokens } from './token-units.mjs';

test('[BENCH] leaves a tool result of a quarter of the budget as it is', () => {
  const message = result('c1', words(96));
  expect(clipOnEntry(message, 400)).toEqual({ message, tokens: 100 });
});

test('[BENCH] clips a larger tool result to its first part and reckons with the limit', () => {
  const { message, tokens } = clipOnEntry(result('c1', words(1000)), 400);
  expect(tokens).toBe(100);
  expect(messageTokens(message)).toBeLessThanOrEqual(100);
  expect(messageTokens(message)).toBeGreaterThan(75);
  expect(words(1000).startsWith(String(message.content))).toBe(true);
});

test('[BENCH] clips nothing but tool results', () => {
  const message = user(words(1000));
  expect(clipOnEntry(message, 400)).toEqual({ message, tokens: 1004 });
});
