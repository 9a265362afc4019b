import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { grammarFaults } from '../../testing/context-faults.ts';
import { parseMessage } from '../parse-message.ts';
import { toOpenAiMessages } from './openai-chat.ts';
import { openAi } from './openai-format.ts';

const call = (fields: object = {}, name = 'find') => ({
  ...fields,
  function: { name, arguments: '{}' },
});

const idsOf = (message: Message) =>
  message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));

test.each([[{}], [{ id: '' }], [{ id: null }], [{ id: undefined }]])(
  '[MSG-1] a call with %j for an id goes by the name of its tool, each of a message by its own',
  (fields) => {
    const given = {
      role: 'assistant',
      tool_calls: [call(fields), call(fields), call(fields, 'b')],
    };
    expect(idsOf(parseMessage(given))).toEqual(['find', 'find_2', 'b']);
    expect(parseMessage(given)).toEqual(parseMessage(given));
  },
);

test('[MSG-1] the number of a call is its id, as it is in its result', () => {
  const asked = parseMessage({ role: 'assistant', tool_calls: [call({ id: 0 })] });
  const told = parseMessage({ role: 'tool', tool_call_id: 0, content: 'ok' });
  expect(idsOf(asked)).toEqual(['0']);
  expect(told.parts).toEqual([{ type: 'tool-result', callId: '0', text: 'ok' }]);
});

test('[MSG-1] arguments may be the object itself, or left out', () => {
  const given = {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: 'a', arguments: { n: 1 } } }, { function: { name: 'b' } }],
  };
  const parts = parseMessage(given).parts.filter(({ type }) => type === 'tool-call');
  expect(parts).toMatchObject([{ arguments: '{"n":1}' }, { arguments: '' }]);
});

test('[MSG-2] a call of a function, as it was before there were tools, is a call with its result', () => {
  const asked = parseMessage({
    role: 'assistant',
    content: null,
    function_call: { name: 'find', arguments: '{}' },
  });
  const told = parseMessage({ role: 'function', name: 'find', content: 'ok' });
  expect(asked.parts).toEqual([
    { type: 'tool-call', callId: 'find', toolName: 'find', arguments: '{}' },
  ]);
  expect(told).toMatchObject({ role: 'tool', parts: [{ type: 'tool-result', text: 'ok' }] });
});

const answer = { role: 'assistant', content: 'Hello', refusal: null };

test.each([
  ['Chat Completions', { id: 'c-1', object: 'chat.completion', choices: [{ message: answer }] }],
  ['Ollama', { model: 'm', message: answer, done: true }],
])('[MSG-2] a whole answer of %s is its message', (_, given) => {
  expect(openAi.read(given)).toEqual([{ message: parseMessage(answer) }]);
});

test.each([
  ['several answers', { choices: [{ message: answer }, { message: answer }] }, 'choices'],
  ['no answer', { choices: [] }, 'choices'],
  ['a piece of a stream', { choices: [{ delta: { content: 'Hel' } }] }, 'choices.0.message'],
])('[MSG-3] %s in place of one is refused, and the error says what to give', (_, given, field) => {
  expect(() => openAi.read(given)).toThrow(expect.objectContaining({ field }));
});

const written = (given: object) =>
  openAi.write(openAi.read(given).map(({ message }) => ({ id: 'e', message })));

test.each([
  ['a refusal', { content: null, refusal: 'I will not.' }, 'I will not.'],
  [
    'a part with which it declines',
    { content: [{ type: 'refusal', refusal: 'I will not.' }] },
    'I will not.',
  ],
  [
    'spoken words',
    { content: null, audio: { id: 'a', data: 'AAAA', expires_at: 1, transcript: 'Good day.' } },
    'Good day.',
  ],
])(
  '[MSG-2] %s is words: any provider gets them, and the original keeps its form',
  (_, said, text) => {
    const given = { role: 'assistant', ...said };
    const [read] = openAi.read(given);
    expect(read?.message.parts).toMatchObject([{ type: 'text', text }]);
    const [message = { role: 'user', parts: [] }] = openAi.read(given).map((one) => one.message);
    expect(toOpenAiMessages({ ...message, format: 'other' })).toEqual([
      { role: 'assistant', content: text },
    ]);
    expect(written(given)).toEqual([given]);
  },
);

test('[MSG-6] answers in any form are sent in OpenAI’s plain one', () => {
  const messages = [
    { role: 'assistant', content: 'No.', refusal: 'I will not.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'refusal', refusal: 'b' },
      ],
    },
  ];
  expect(written(messages[0] ?? {})).toEqual([messages[0]]);
  expect(written(messages[1] ?? {})).toEqual([messages[1]]);
  expect(grammarFaults(messages.map(parseMessage).flatMap(toOpenAiMessages))).toEqual([]);
});
