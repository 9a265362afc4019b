import type { EngineRequest } from '@agent-memory/models/device';
import { expect, test } from 'vitest';
import { chatBody } from './chat-body.ts';

const REQUEST: EngineRequest = {
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [],
  maxTokens: undefined,
  temperature: undefined,
  answerSchema: undefined,
};
const SETTINGS = { hasTools: true };

test('[MOD-4] a request without wishes asks for a stream and the penalty alone', () => {
  expect(chatBody(REQUEST, SETTINGS)).toEqual({
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    return_progress: true,
    repeat_penalty: 1.15,
  });
});

test('bounds, tools and the schema of an answer are passed on', () => {
  const parameters = { type: 'object' };
  const body = chatBody(
    { ...REQUEST, maxTokens: 9, temperature: 0, tools: [{ name: 'a' }], answerSchema: parameters },
    SETTINGS,
  );
  expect(body).toMatchObject({
    max_tokens: 9,
    temperature: 0,
    tools: [{ type: 'function', function: { name: 'a', parameters: {} } }],
    response_format: { type: 'json_schema', json_schema: { schema: parameters } },
  });
});

test('texts in parts are joined, rules of a developer are those of the system', () => {
  const messages: EngineRequest['messages'] = [
    { role: 'developer', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'One' },
        { type: 'text', text: 'two' },
      ],
    },
    {
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
  ];
  expect(chatBody({ ...REQUEST, messages }, SETTINGS).messages).toMatchObject([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One\ntwo' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] },
  ]);
});

test('[MOD-3] pictures are refused, not left out', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,' } } as const;
  const messages: EngineRequest['messages'] = [{ role: 'user', content: [picture] }];
  expect(() => chatBody({ ...REQUEST, messages }, SETTINGS)).toThrow(
    expect.objectContaining({
      failure: { kind: 'run-failed', problem: expect.stringContaining('text alone') },
    }),
  );
});
