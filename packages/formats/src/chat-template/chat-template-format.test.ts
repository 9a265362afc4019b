import { expect, test } from 'vitest';
import { chatTemplate } from './chat-template-format.ts';
import { inTemplateGrammar } from './template-grammar.ts';

const call = {
  id: 'c',
  type: 'function',
  function: { name: 'find', arguments: '{}' },
} as const;

test('[MSG-6] all system messages are one, and it is first', () => {
  const messages = inTemplateGrammar([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
    { role: 'developer', content: [{ type: 'text', text: 'Speak German.' }] },
  ]);
  expect(messages).toEqual([
    { role: 'system', content: 'Be brief.\n\nSpeak German.' },
    { role: 'user', content: 'Hi' },
  ]);
});

test('[MSG-6] neighbours of one role are one message; a call joins the words ahead of it', () => {
  const messages = inTemplateGrammar([
    { role: 'user', content: 'Hi' },
    { role: 'user', content: [{ type: 'text', text: 'A train!' }] },
    { role: 'assistant', content: 'Looking.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '' },
  ]);
  expect(messages).toEqual([
    { role: 'user', content: 'Hi\n\nA train!' },
    { role: 'assistant', content: 'Looking.', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '' },
  ]);
});

test('[MSG-6] two results stay two messages', () => {
  const results = ['a', 'b'].map(
    (id) => ({ role: 'tool', tool_call_id: id, content: id }) as const,
  );
  const calls = ['a', 'b'].map((id) => ({ ...call, id }));
  const given = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '', tool_calls: calls },
    ...results,
  ] as const;
  expect(inTemplateGrammar(given)).toEqual(given);
});

test('[MSG-6] a picture keeps its message a list, and words that join it are a part of the list', () => {
  const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } } as const;
  const messages = inTemplateGrammar([
    { role: 'user', content: 'Look:' },
    { role: 'user', content: [image] },
  ]);
  expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Look:' }, image] }]);
});

test('[MSG-6] few words stand in for a role that is missing', () => {
  const messages = inTemplateGrammar([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
    { role: 'user', content: 'Stop' },
    { role: 'assistant', content: 'Well.' },
  ]);
  expect(messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', '(The conversation begins.)'],
    ['assistant', ''],
    ['tool', 'ok'],
    ['assistant', '(No answer.)'],
    ['user', 'Stop'],
    ['assistant', 'Well.'],
    ['user', 'Go on.'],
  ]);
});

test('[MSG-6] what says nothing is not sent', () => {
  const messages = inTemplateGrammar([
    { role: 'system', content: '' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null },
    { role: 'user', content: '' },
    { role: 'user', content: 'Hello?' },
  ]);
  expect(messages).toEqual([{ role: 'user', content: 'Hi\n\nHello?' }]);
});

test('[MSG-2] messages are read and written as those of OpenAI are', () => {
  const given = { role: 'user', content: 'Hi', name: 'Ada' } as const;
  const read = chatTemplate.read({ ...given, id: 'e' });
  expect(read).toEqual([
    {
      id: 'e',
      message: { role: 'user', parts: [{ type: 'text', text: 'Hi' }], extra: { name: 'Ada' } },
    },
  ]);
  expect(chatTemplate.write([{ id: 'e', message: read[0]?.message ?? fail() }])).toEqual([given]);
});

function fail(): never {
  throw new Error('Nothing was read.');
}
