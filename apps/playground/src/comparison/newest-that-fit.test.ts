import type { Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestThatFit } from './newest-that-fit.ts';

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

test('sends the system message and as many of the newest others as fit, in their order', () => {
  const messages = [system, said('a'), said('b'), said('c')];
  expect(newestThatFit(messages, [10, 5, 6, 7], 28)).toEqual([0, 1, 2, 3]);
  expect(newestThatFit(messages, [10, 5, 6, 7], 27)).toEqual([0, 2, 3]);
  expect(newestThatFit(messages, [10, 5, 60, 7], 27)).toEqual([0, 3]);
});

test('leaves out a result whose call does not fit, as providers refuse it', () => {
  const messages = [system, calling('c1'), result('c1'), said('a')];
  expect(newestThatFit(messages, [1, 1, 1, 1], 3)).toEqual([0, 3]);
  expect(newestThatFit(messages, [1, 1, 1, 1], 4)).toEqual([0, 1, 2, 3]);
});

test('never sends more than fits, and leaves no room for the next older message', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 50, max: 3_000 }), (others, limit) => {
      const tokens = [40, ...others];
      const sent = newestThatFit([system, ...others.map(() => said('x'))], tokens, limit);
      const sum = sent.reduce((all, at) => all + (tokens[at] ?? 0), 0);
      expect(sum).toBeLessThanOrEqual(limit);
      const oldest = tokens.length - sent.length;
      if (oldest > 0) expect(sum + (tokens[oldest] ?? 0)).toBeGreaterThan(limit);
    }),
    { seed: 16 },
  );
});
