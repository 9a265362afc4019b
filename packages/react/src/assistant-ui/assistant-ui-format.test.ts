import { InvalidMessageError } from '@agent-memory/core';
import type { ThreadMessage } from '@assistant-ui/react';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { assistantUiFormat } from './assistant-ui-format.ts';

const words = fc.lorem({ maxCount: 8, mode: 'words' });
const status = { type: 'complete' } as const;
const text = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({ type: fc.constant('text'), text: words, status: fc.constant(status) }),
);
const image = fc.record({
  type: fc.constant('image'),
  image: fc.constantFrom('https://example.com/a.png', 'data:image/png;base64,aGk='),
});
const file = fc.constantFrom(
  { type: 'file', data: 'aGVsbG8=', mimeType: 'application/pdf', filename: 'a.pdf' },
  { type: 'file', data: 'https://example.com/a.pdf', mimeType: 'application/pdf' },
  { type: 'file', data: 'file-7', mimeType: 'application/pdf', sourceType: 'id' },
  { type: 'file', data: 'aGVsbG8=', mimeType: 'image/png', filename: 'a.png' },
);
const audio = fc.constant({ type: 'audio', audio: { data: 'aGk=', format: 'mp3' } });
const shownOnly = fc.constantFrom(
  { type: 'data', name: 'progress', data: { done: 3 } },
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
  { type: 'generative-ui', spec: { root: 'Hi' } },
);
const reasoning = fc.record({ type: fc.constant('reasoning'), text: words });
const call = fc
  .record({
    toolCallId: fc.uuid(),
    args: fc.dictionary(fc.constantFrom('q', 'n'), fc.oneof(words, fc.integer())),
    result: fc.oneof(words, fc.record({ celsius: fc.integer() }), fc.constant(null)),
    how: fc.constantFrom('asked', 'answered', 'failed', 'artifact', 'model'),
  })
  .map(({ how, result, args, toolCallId }) => {
    const asked = {
      type: 'tool-call',
      toolCallId,
      toolName: 'search',
      args,
      argsText: JSON.stringify(args),
    };
    switch (how) {
      case 'asked':
        return { ...asked, approval: { id: 'a' } };
      case 'answered':
        return { ...asked, result, isError: false };
      case 'failed':
        return { ...asked, result, isError: true };
      case 'artifact':
        return { ...asked, result, artifact: { rows: [1] }, timing: { startedAt: 1 } };
      default:
        return { ...asked, result, modelContent: [{ type: 'text', text: 'Short.' }] };
    }
  });
const attachment = fc.record({
  id: fc.uuid(),
  type: fc.constant('document'),
  name: words,
  contentType: fc.constant('application/pdf'),
  status: fc.constant(status),
  content: fc.array(fc.oneof(text, file, image, audio, shownOnly), { maxLength: 2 }),
});
const common = { id: fc.uuid(), createdAt: fc.date({ noInvalidDate: true }) };
const message = fc.oneof(
  fc.record({
    ...common,
    role: fc.constant('user'),
    content: fc.array(fc.oneof(text, image, file, audio, shownOnly), { maxLength: 3 }),
    attachments: fc.array(attachment, { maxLength: 2 }),
    metadata: fc.constant({ custom: { from: 'phone' } }),
  }),
  fc.record({
    ...common,
    role: fc.constant('system'),
    content: text.map((part) => [part]),
    metadata: fc.constant({ custom: {} }),
  }),
  fc.record({
    ...common,
    role: fc.constant('assistant'),
    content: fc.array(fc.oneof(text, reasoning, call, file, shownOnly), { maxLength: 6 }),
    status: fc.constantFrom(
      { type: 'complete', reason: 'stop' },
      { type: 'incomplete', reason: 'cancelled' },
    ),
    metadata: fc.constant({
      unstable_state: null,
      unstable_annotations: [],
      unstable_data: [],
      steps: [{ usage: { inputTokens: 7, outputTokens: 3 } }],
      custom: {},
    }),
  }),
) as unknown as fc.Arbitrary<ThreadMessage>;

test('[MSG-2] messages of assistant-ui come back as they were', () => {
  void fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
      const entries = messages
        .flatMap((each) => assistantUiFormat.read(each))
        .map((read, index) => ({ id: read.id ?? `e-${index}`, message: read.message }));
      expect(assistantUiFormat.write(entries)).toEqual(messages);
    }),
  );
});

test('[CMP-3] what follows an answered call is a step of its own', () => {
  const asked = {
    type: 'tool-call',
    toolCallId: 'c',
    toolName: 'search',
    args: {},
    argsText: '{}',
  };
  const pieces = assistantUiFormat.read({
    id: 'm',
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me see.' },
      { ...asked, result: 'Found.' },
      { ...asked, toolCallId: 'd', result: 'Lost.', isError: true },
      { type: 'text', text: 'Done.' },
    ],
  });
  expect(pieces.map(({ id, message: { role, parts } }) => [id, role, parts.length])).toEqual([
    ['m', 'assistant', 3],
    ['m/c', 'tool', 1],
    ['m/d', 'tool', 1],
    ['m#2', 'assistant', 1],
  ]);
  expect(pieces[2]?.message.parts).toMatchObject([{ text: 'Lost.', isError: true }]);
});

test('[MSG-1] a model reads what attachments hold, and of a result what is meant for it', () => {
  const [said] = assistantUiFormat.read({
    id: 'u',
    role: 'user',
    content: [{ type: 'text', text: 'Read this.' }],
    attachments: [{ id: 'a', name: 'a.txt', content: [{ type: 'text', text: 'Whole file.' }] }],
  });
  expect(said?.message.parts).toMatchObject([{ text: 'Read this.' }, { text: 'Whole file.' }]);
});

test.each([
  ['what is no message', 'Hi', 'message'],
  ['a message without an id', { role: 'user', content: [] }, 'id'],
  ['a role of its own', { id: 'm', role: 'narrator', content: [] }, 'role'],
  ['content that is no list', { id: 'm', role: 'user', content: 'Hi' }, 'content'],
  ['text without words', { id: 'm', role: 'user', content: [{ type: 'text' }] }, 'content.0.text'],
])('[MSG-3] refuses %s and names the field', (_, value, field) => {
  const read = () => assistantUiFormat.read(value);
  expect(read).toThrow(InvalidMessageError);
  expect(read).toThrow(expect.objectContaining({ field }));
});
