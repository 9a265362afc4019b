import { createAgentMemory, fixedBudget, textOf, toolCallsOf } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { readSession } from './session-file.ts';

function read(value: unknown) {
  return readSession(value, 'talk.json');
}

const FORMS = {
  Anthropic: {
    system: 'You are the front desk.',
    messages: [
      { role: 'user', content: 'Is room 512 free?' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c1', name: 'find_room', input: { room: '512' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: '<img src=x onerror=alert(1)>' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'It is free.' }] },
    ],
  },
  'OpenAI Responses items': {
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Is room 512 free?' }] },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'c1',
        name: 'find_room',
        arguments: '{"room":"512"}',
      },
      { type: 'function_call_output', call_id: 'c1', output: 'free' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'It is free.', annotations: [] }],
      },
    ],
  },
  'Gemini contents': {
    contents: [
      { role: 'user', parts: [{ text: 'Is room 512 free?' }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'find_room', args: { room: '512' } } }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'find_room', response: { output: 'free' } } }],
      },
      { role: 'model', parts: [{ text: 'It is free.' }] },
    ],
  },
  'AI SDK model messages': [
    { role: 'user', content: 'Is room 512 free?' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'find_room', input: { room: '512' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'find_room',
          output: { type: 'text', value: 'free' },
        },
      ],
    },
    { role: 'assistant', content: 'It is free.' },
  ],
  'AI SDK UI messages': [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Is room 512 free?' }] },
    {
      id: 'm2',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        {
          type: 'tool-find_room',
          toolCallId: 'c1',
          state: 'output-available',
          input: { room: '512' },
          output: 'free',
        },
        { type: 'step-start' },
        { type: 'text', text: 'It is free.' },
      ],
    },
  ],
};

test.each(Object.entries(FORMS))('[MSG-2] a file of %s is read in its form', async (_, file) => {
  const { messages } = await read(file);
  const calls = messages.flatMap(toolCallsOf);
  expect(calls.map(({ toolName }) => toolName)).toEqual(['find_room']);
  expect(messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'unknown')).toEqual(
    [],
  );
  const said = messages.map(textOf).filter((text) => text !== '');
  expect(said.at(-1)).toBe('It is free.');
  expect(said).toContain('Is room 512 free?');

  const memory = createAgentMemory({ id: 'talk', budget: fixedBudget(3_000) });
  await memory.append(messages);
  const { messages: sent } = await memory.assemble();
  expect(sent.some(({ tool_calls }) => tool_calls?.[0]?.function.name === 'find_room')).toBe(true);
  expect(sent.map(({ role }) => role)).toContain('tool');
});

test('this library’s own form is read as it is, with an id beside each message too', async () => {
  const own = [
    { id: 'e1', role: 'user', parts: [{ type: 'text', text: 'Is room 512 free?' }] },
    {
      id: 'e2',
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'c1', toolName: 'find_room', arguments: '{}' }],
    },
  ];
  expect((await read(own)).messages[1]?.parts).toEqual(own[1]?.parts);
});

test('the system text beside Anthropic’s messages comes first', async () => {
  expect((await read(FORMS.Anthropic)).messages[0]).toMatchObject({
    role: 'system',
    parts: [{ type: 'text', text: 'You are the front desk.' }],
  });
});

test('[MSG-3] messages of LangChain are refused', async () => {
  const files = [
    [{ lc: 1, type: 'constructor', id: ['a'], kwargs: { content: 'Hello' } }],
    { messages: [{ type: 'human', data: { content: 'Hello' } }] },
  ];
  for (const file of files)
    await expect(read(file)).rejects.toThrow('message 1 of 1 is not usable');
});

test('a session is called by its title, where the file has one', async () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  expect(await read({ id: 'a-1', title: 'A talk', messages })).toMatchObject({ title: 'A talk' });
  expect(await read({ id: 'a-1', title: 7, messages })).toMatchObject({ title: 'a-1' });
});

const said = { role: 'user', content: 'Hi' };
const words = [{ text: 'You are the front desk.' }, { text: 'Be brief.' }];

test.each([
  [
    'Anthropic, in blocks',
    { system: words.map((one) => ({ type: 'text', ...one })), messages: [said] },
  ],
  [
    'Gemini',
    { systemInstruction: { parts: words }, contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  ],
  ['the Responses API', { instructions: 'You are the front desk.\n\nBe brief.', input: [said] }],
])('the system text of a request to %s is opened with its messages', async (_, request) => {
  const { messages } = await read(request);
  expect(messages.map(textOf)).toEqual(['You are the front desk.\n\nBe brief.', 'Hi']);
});
