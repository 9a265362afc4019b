import { aiSdk } from '@agent-memory/formats';
import { expect, test } from 'vitest';
import { InvalidMessageError } from '../ground/errors/errors.ts';
import type { Message } from '../message/message.ts';
import { parseMessage } from './parse-message.ts';

test('[MSG-1] reads a message of every kind of part as it is', () => {
  const message: Message = {
    role: 'assistant',
    providerMessageId: 'msg-1',
    extra: { name: 'Ada' },
    parts: [
      { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
      { type: 'text', text: 'Here:', extra: { cache_control: { type: 'ephemeral' } } },
      { type: 'image', url: 'https://example.org/a.png', detail: 'low', width: 10, height: 20 },
      { type: 'document', fileId: 'file-1', filename: 'a.pdf' },
      { type: 'unknown', value: { type: 'audio', data: [1, 2] } },
      { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{}', extra: { index: 0 } },
    ],
  };
  expect(parseMessage(message)).toEqual(message);
});

test('[MSG-1] reads the form of OpenAI Chat Completions', () => {
  expect(parseMessage({ role: 'user', content: 'Hi' })).toEqual({
    role: 'user',
    parts: [{ type: 'text', text: 'Hi' }],
  });
});

test('[MSG-5] an id beside the message is no part of it', () => {
  const parts = [{ type: 'text', text: 'Hi' }];
  expect(parseMessage({ id: 'm-1', role: 'user', parts })).toEqual({ role: 'user', parts });
  expect(parseMessage({ id: 'm-1', role: 'user', content: 'Hi' })).toEqual({ role: 'user', parts });
});

test('[MSG-1] a picture may stand beside a result in a tool message', () => {
  const message: Message = {
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'c', text: 'The page:' },
      { type: 'image', url: 'https://example.org/a.png' },
    ],
  };
  expect(parseMessage(message)).toEqual(message);
});

test('[MSG-2] what a format read is read again as it is, an answer to a request for approval too', () => {
  const answer = { type: 'tool-approval-response', approvalId: 'a', approved: true };
  const [read] = aiSdk.read({ role: 'tool', content: [answer] });
  expect(read?.message.parts).toEqual([{ type: 'unknown', value: answer }]);
  expect(parseMessage(read?.message)).toEqual(read?.message);
});

test('[MSG-3] what it read is not changed by what the caller does to the message afterwards', () => {
  const parts = [{ type: 'text', text: 'Hi' }];
  const read = parseMessage({ role: 'user', parts });
  parts[0] = { type: 'text', text: 'Bye' };
  expect(read.parts).toEqual([{ type: 'text', text: 'Hi' }]);
});

test('[MSG-3] what it passes through unread is not changed by the caller afterwards either', () => {
  const value = { type: 'audio', data: [1, 2] };
  const extra = { metadata: { tags: ['first'] } };
  const ofCall = { index: { at: 0 } };
  const read = parseMessage({
    role: 'assistant',
    parts: [
      { type: 'unknown', value },
      { type: 'tool-call', callId: 'c', toolName: 'f', arguments: '', extra: ofCall },
    ],
    extra,
  });
  const before = structuredClone(read);
  value.data.push(3);
  extra.metadata.tags.push('second');
  ofCall.index.at = 1;
  expect(read).toEqual(before);
});

const itself: { again?: unknown } = {};
itself.again = { itself };

const user = (...parts: readonly unknown[]) => ({ role: 'user', parts });

test.each([
  ['null', null, 'message', 'must be an object; got null'],
  ['a list', [], 'message', 'must be an object; got a list'],
  ['text', 'Hi', 'message', 'must be an object; got string'],
  ['nothing', undefined, 'message', 'must be an object; got undefined'],
  ['no role', { parts: [] }, 'role', 'is missing'],
  ['another role', { role: 'function', parts: [] }, 'role', 'must be system'],
  ['parts that are text', { role: 'user', parts: 'Hi' }, 'parts', 'must be a list of parts'],
  ['a part that is text', user('Hi'), 'parts.0', 'must be'],
  ['an unknown kind', user({ type: 'audio' }), 'parts.0.type', 'must be a known kind of part'],
  ['a part without text', user({ type: 'text' }), 'parts.0.text', 'is missing'],
  [
    'a field too many',
    user({ type: 'text', text: 'Hi', color: 'red' }),
    'parts.0.color',
    'is not a field of this form',
  ],
  ['a message field too many', { role: 'user', parts: [], mood: 1 }, 'mood', 'is not a field'],
  [
    'a picture without height',
    user({ type: 'image', url: 'a', height: 0 }),
    'parts.0.height',
    'must be at least one pixel',
  ],
  [
    'a call of the user',
    user({ type: 'tool-call', callId: 'c', toolName: 'f', arguments: '' }),
    'parts.0',
    'belongs in an assistant message',
  ],
  [
    'a result of the user',
    user({ type: 'tool-result', callId: 'c', text: '' }),
    'parts.0',
    'belongs in a tool message',
  ],
  [
    'words in a tool message',
    { role: 'tool', parts: [{ type: 'text', text: 'Hi' }] },
    'parts.0',
    'cannot stand in a tool message',
  ],
  [
    'a tool message of what is unread alone, in the form of OpenAI',
    { role: 'tool', parts: [{ type: 'unknown', value: { type: 'audio' } }] },
    'parts',
    'must hold a tool result',
  ],
  [
    'a tool message with a picture alone, in whatever format it came',
    { role: 'tool', format: 'ai-sdk', parts: [{ type: 'image', url: 'https://a.example/b.png' }] },
    'parts',
    'must hold a tool result',
  ],
  [
    'a tool message without result',
    { role: 'tool', parts: [] },
    'parts',
    'must hold a tool result',
  ],
  [
    'a function',
    user({ type: 'unknown', value: { run: () => 1 } }),
    'parts.0.value.run',
    'holds a function',
  ],
  ['a message that is a map', new Map([['parts', []]]), 'message', 'class Map'],
  ['extra fields in a map', { role: 'user', parts: [], extra: new Map() }, 'extra', 'class Map'],
  [
    'a value that holds itself',
    { role: 'user', content: 'Hi', itself },
    'itself.again.itself',
    'holds itself',
  ],
  [
    'a big integer beside a call',
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', function: { name: 'f', arguments: '' }, big: 1n }],
    },
    'tool_calls.0.big',
    'holds a bigint',
  ],
])('[MSG-3] refuses %s and names the field', (_, input, field, problem) => {
  const refused = refusalOf(input);
  expect(refused.field).toBe(field);
  expect(refused.message).toMatch(
    new RegExp(`^Message refused, nothing was appended: .*(${problem})`),
  );
});

function refusalOf(input: unknown): InvalidMessageError {
  try {
    parseMessage(input);
  } catch (error) {
    if (error instanceof InvalidMessageError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
