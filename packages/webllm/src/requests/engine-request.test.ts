import { expect, test } from 'vitest';
import { engineMessages } from './engine-messages.ts';
import { webLlmRequest } from './engine-request.ts';

const NOTHING_MORE = { maxTokens: undefined, temperature: undefined, answerSchema: undefined };
const CALL = {
  id: 'c',
  type: 'function',
  function: { name: 'find', arguments: '{"city":"Oslo"}' },
} as const;
const HI = { role: 'user', content: 'Hi' } as const;

test('[MOD-1] one system message comes first, and the user last', () => {
  const messages = engineMessages([
    { role: 'system', content: 'Be brief.' },
    HI,
    { role: 'developer', content: 'In German.' },
    { role: 'assistant', content: 'Hallo' },
  ]);
  expect(messages).toEqual([
    { role: 'system', content: 'Be brief.\n\nIn German.' },
    HI,
    { role: 'assistant', content: 'Hallo' },
    { role: 'user', content: 'Go on.' },
  ]);
});

test('[MOD-1] calls stand in the text of their answer, since web-llm leaves them out', () => {
  const messages = engineMessages([
    HI,
    { role: 'assistant', content: 'Looking.', tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'c', content: 'rain' },
  ]);
  expect(messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content:
        'Looking.\n<tool_call>\n{"name": "find", "arguments": {"city":"Oslo"}}\n</tool_call>',
    },
    { role: 'tool', tool_call_id: 'c', content: 'rain' },
  ]);
});

test.each(['costs $5', 'a$b', '$$5', "$& and $' and $`", '$$$', '{user_message}$$'])(
  '[MOD-1] “%s” comes out of web-llm’s template as it went in',
  (content) => {
    const [message] = engineMessages([{ role: 'user', content }]);
    // web-llm does so with its own templates.
    expect('{user_message}'.replace('{user_message}', String(message?.content))).toBe(content);
  },
);

test('[MOD-1] JSON is asked for with its schema', () => {
  const answerSchema = { type: 'object' };
  const request = webLlmRequest({ ...NOTHING_MORE, messages: [HI], tools: [], answerSchema });
  expect(request.response_format).toEqual({ type: 'json_object', schema: '{"type":"object"}' });
  expect(webLlmRequest({ ...NOTHING_MORE, messages: [HI], tools: [] })).toEqual({
    messages: [HI],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('[MOD-1] beside tools the user says what the system message said', () => {
  const tool = { name: 'find', parameters: { type: 'object' } };
  const request = webLlmRequest({
    ...NOTHING_MORE,
    messages: [{ role: 'system', content: 'Be brief.' }, HI],
    tools: [tool],
    maxTokens: 9,
    temperature: 0,
  });
  expect(request).toMatchObject({
    messages: [{ role: 'user', content: 'Be brief.\n\nHi' }],
    tools: [{ type: 'function', function: tool }],
    max_tokens: 9,
    temperature: 0,
  });
});
