import { expect, test } from 'vitest';
import { assistantMessage, EMPTY_REPLY } from './chat-reply.ts';

const CALL = {
  id: 'a',
  type: 'function',
  function: { name: 'seat', arguments: '{}' },
} as const;

test('[MOD-1] words are a message; thoughts are no part of it', () => {
  expect(assistantMessage({ ...EMPTY_REPLY, text: 'Hi', thinking: 'Hm' })).toEqual({
    role: 'assistant',
    content: 'Hi',
  });
});

test('[MOD-1] calls go with the words, or alone', () => {
  const toolCalls = [CALL];
  expect(assistantMessage({ ...EMPTY_REPLY, text: 'So:', toolCalls })).toEqual({
    role: 'assistant',
    content: 'So:',
    tool_calls: toolCalls,
  });
  expect(assistantMessage({ ...EMPTY_REPLY, toolCalls }).content).toBeNull();
});
