import { expect, test } from 'vitest';
import { keptTokens } from './kept-context.ts';

const KEPT = {
  tokens: 46,
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
  ],
} as const;
const NEXT = { role: 'user', content: 'And now?' } as const;

test('a request that continues by one message need not be read from its beginning', () => {
  expect(keptTokens(KEPT, [...KEPT.messages, NEXT])).toBe(46);
});

test.each([
  ['another beginning', [{ role: 'user', content: 'Hey' }, KEPT.messages[1], NEXT]],
  ['two messages more', [...KEPT.messages, NEXT, NEXT]],
  ['the same again', KEPT.messages],
] as const)('%s is read anew', (_, messages) => {
  expect(keptTokens(KEPT, messages)).toBe(0);
});

test('nothing was kept before the first request', () => {
  expect(keptTokens(undefined, [NEXT])).toBe(0);
});
