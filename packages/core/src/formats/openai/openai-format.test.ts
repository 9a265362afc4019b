import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message } from '../../message/message.ts';
import { arbitraryConversation } from '../../testing/arbitrary-conversation.ts';
import { openAi } from './openai-format.ts';
import type { OpenAiMessage } from './openai-message.ts';

function back(messages: readonly unknown[]): readonly OpenAiMessage[] {
  const entries = messages.flatMap((given, index) =>
    openAi.read(given).map(({ message }) => ({ id: `e-${index}`, message })),
  );
  return openAi.write(entries);
}

test('[MSG-2] a conversation comes back from the neutral form as it went in (seed 20261122)', async () => {
  await fc.assert(
    fc.property(arbitraryConversation, (messages) => {
      expect(back(messages)).toEqual(messages);
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

test('[MSG-2] what says nothing is an original too, though it is never sent', () => {
  const messages = [
    { role: 'assistant', content: null },
    { role: 'assistant', content: '', name: 'Ada' },
  ];
  expect(back(messages)).toEqual(messages);
});

test('[MSG-5] an id names the entry and does not become a part of the message', () => {
  const [read] = openAi.read({ role: 'user', content: 'Hi', id: 'm' });
  expect(read?.id).toBe('m');
  expect(back([{ role: 'user', content: 'Hi', id: 'm' }])).toEqual([
    { role: 'user', content: 'Hi' },
  ]);
  expect(openAi.read({ role: 'user', content: 'Hi', id: '' })[0]).not.toHaveProperty('id');
});

test('[MSG-2] what was read is frozen', () => {
  const [read] = openAi.read({ role: 'user', content: 'Hi', metadata: { tags: ['a'] } });
  expect(Object.isFrozen(read?.message)).toBe(true);
  expect(Object.isFrozen(read?.message.extra?.metadata)).toBe(true);
});

test('[MSG-3] a message that cannot be understood is refused by the name of its field', () => {
  const refusal = expect.objectContaining({ code: 'INVALID_MESSAGE', field: 'role' });
  expect(() => openAi.read({ role: 'robot', content: 'Hi' })).toThrow(refusal);
});

test('[MSG-2] what another format kept unread does not come out, and what this one kept does', () => {
  const extra = { cache_control: { type: 'ephemeral' } };
  const message: Message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Hi', extra },
      { type: 'image', url: 'https://a.example/b.png', extra },
      { type: 'document', data: 'data:application/pdf;base64,AA==', extra },
      { type: 'document', fileId: 'file_of_another', extra },
      { type: 'unknown', value: { type: 'search_result' } },
    ],
    extra: { id: 'm' },
  };
  const written = (format?: string) =>
    openAi.write([{ id: 'e', message: { ...message, ...(format && { format }) } }]);
  expect(written('anthropic')).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==' } },
        { type: 'text', text: '[file]' },
      ],
    },
  ]);
  expect(written('openai')).toEqual(written());
  expect(written()[0]?.content).toHaveLength(5);
  expect(written()[0]).toHaveProperty('id', 'm');
});

test('[MSG-2] results, calls and words of the assistant lose only what another format kept unread', () => {
  const extra = { caller: { type: 'direct' } };
  const format = 'anthropic';
  const messages: readonly Message[] = [
    {
      role: 'assistant',
      format,
      parts: [
        { type: 'text', text: 'Looking.', extra: { type: 'text' } },
        { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{}', extra },
      ],
    },
    { role: 'tool', format, parts: [{ type: 'tool-result', callId: 'c', text: 'ok', extra }] },
  ];
  expect(openAi.write(messages.map((message) => ({ id: 'e', message })))).toEqual([
    {
      role: 'assistant',
      content: 'Looking.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'ok' },
  ]);
});
