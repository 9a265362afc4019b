import type { Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastMessages } from './last-messages.ts';

const system = parseMessage({ role: 'system', content: 'You are the guest desk.' });
const said = (text: string): Message => parseMessage({ role: 'user', content: text });
const calling = (id: string): Message =>
  parseMessage({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: '{}' } }],
  });
const result = (id: string): Message =>
  parseMessage({ role: 'tool', tool_call_id: id, content: 'found' });

test('sends the system message and the newest others, in their order', () => {
  const messages = [system, said('a'), said('b'), said('c')];
  expect(lastMessages(messages, 2)).toEqual([0, 2, 3]);
  expect(lastMessages(messages, 20)).toEqual([0, 1, 2, 3]);
  expect(lastMessages(messages, 0)).toEqual([0]);
});

test('leaves out a result whose call is too old to be sent, as providers refuse it', () => {
  const messages = [system, calling('c1'), result('c1'), said('a'), calling('c2'), result('c2')];
  expect(lastMessages(messages, 4)).toEqual([0, 3, 4, 5]);
  expect(lastMessages(messages, 5)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('never sends more than it keeps, and always the newest message of a user', () => {
  const texts = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (words, count) => {
      const sent = lastMessages([system, ...words.map(said)], count);
      expect(sent.length).toBe(1 + Math.min(count, words.length));
      expect(sent.at(-1)).toBe(words.length);
    }),
    { seed: 16 },
  );
});
