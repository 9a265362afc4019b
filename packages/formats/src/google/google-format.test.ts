import { InvalidMessageError, type Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryContent } from '../testing/arbitrary-contents.ts';
import { google } from './google-format.ts';

const RUNS = { numRuns: 1_000, seed: 20261127 };

function read(content: unknown): readonly Message[] {
  return google.read(content).map(({ message }) => message);
}

function written(messages: readonly Message[]): readonly unknown[] {
  return google.write(messages.map((message, index) => ({ id: `e${index}`, message })));
}

test('[MSG-2] a content comes back as it was, in a store too', async () => {
  await fc.assert(
    fc.property(fc.array(arbitraryContent, { minLength: 1, maxLength: 5 }), (contents) => {
      const messages = contents.flatMap(read);
      expect(written(messages)).toEqual(contents);
      const stored = messages.map((message) => parseMessage(structuredClone(message)));
      expect(written(stored)).toEqual(contents);
    }),
    RUNS,
  );
});

test('[MSG-1] a content of the model is words, reasoning and calls of the neutral form', () => {
  const content = {
    role: 'model',
    parts: [
      { text: 'They ask for trains.', thought: true },
      { text: 'Looking.' },
      { functionCall: { name: 'find', args: { to: 'Ghent' } }, thoughtSignature: 'c2ln' },
      { functionCall: { name: 'find', args: { to: 'Lyon' }, id: 'c2' } },
    ],
  };
  expect(read(content)).toMatchObject([
    {
      role: 'assistant',
      format: 'google',
      parts: [
        { type: 'thinking', text: 'They ask for trains.' },
        { type: 'text', text: 'Looking.' },
        { type: 'thinking', text: '', signature: 'c2ln' },
        { type: 'tool-call', callId: 'find', toolName: 'find', arguments: '{"to":"Ghent"}' },
        { type: 'tool-call', callId: 'c2', toolName: 'find', arguments: '{"to":"Lyon"}' },
      ],
    },
  ]);
});

test('[MSG-1] an answer is text, also where it is an object, and a failed one says so', () => {
  const content = {
    role: 'user',
    parts: [
      { functionResponse: { name: 'find', response: { output: '3 trains' } } },
      { functionResponse: { name: 'find', response: { trains: [7] } } },
      { functionResponse: { name: 'find', id: 'c3', response: { error: 'No such place' } } },
      { text: 'And by bus?' },
    ],
  };
  expect(read(content)).toMatchObject([
    { role: 'tool', parts: [{ callId: 'find', text: '3 trains' }] },
    { role: 'tool', continues: true, parts: [{ callId: 'find', text: '{"trains":[7]}' }] },
    { role: 'tool', parts: [{ callId: 'c3', text: 'No such place', isError: true }] },
    { role: 'user', parts: [{ type: 'text', text: 'And by bus?' }] },
  ]);
});

test('[MSG-2] an answer that was shortened since goes back as text', () => {
  const content = {
    role: 'user',
    parts: [{ functionResponse: { name: 'find', response: { trains: ['7:42', '9:12'] } } }],
  };
  const [message] = read(content);
  if (!message) throw new Error('Nothing was read.');
  const parts = message.parts.map((part) =>
    part.type === 'tool-result' ? { ...part, text: '{"trains":["7…' } : part,
  );
  expect(written([{ ...message, parts }])).toEqual([
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'find', response: { output: '{"trains":["7…' } } }],
    },
  ]);
});

test('[MSG-2] messages of other formats are written as well as contents can say them', () => {
  expect(
    written([
      aTextMessage('system', 'Be brief.'),
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look:', extra: { cache_control: {} } },
          { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
          { type: 'image', url: 'https://a.example/b.png' },
          { type: 'document', data: 'data:application/pdf;base64,JVBERi0=' },
          { type: 'document', fileId: 'of another' },
        ],
      },
      {
        role: 'assistant',
        format: 'anthropic',
        parts: [
          { type: 'thinking', text: 'Hm.', signature: 'of another' },
          { type: 'image', url: 'https://a.example/drawn.png' },
          ...aToolCall({ arguments: '{"to":' }).parts,
          ...aToolCall({ callId: 'call-2', arguments: '' }).parts,
        ],
      },
      aToolResult(),
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: 'call-2', text: 'Broken', isError: true },
          { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
        ],
      },
    ]),
  ).toEqual([
    { role: 'system', parts: [{ text: 'Be brief.' }] },
    {
      role: 'user',
      parts: [
        { text: 'Look:' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } },
        { fileData: { mimeType: 'image/png', fileUri: 'https://a.example/b.png' } },
        { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
        { text: '[file]' },
      ],
    },
    {
      role: 'model',
      parts: [
        { text: '[image]' },
        {
          functionCall: { name: 'search', args: { arguments: '{"to":' } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { name: 'search', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'search', response: { output: '3 trains found' } } }],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'search', response: { error: 'Broken' } } },
        { text: '[Result of call call-2, continued:]' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } },
      ],
    },
  ]);
});

test.each([
  ['message', 'Hi'],
  ['role', { role: 'assistant', parts: [] }],
  ['parts', { role: 'user', parts: 'Hi' }],
  ['parts', { role: 'user', content: 'Hi' }],
  ['parts', { text: 'Hi' }],
  ['parts', { choices: [{ message: { role: 'assistant', content: 'Hi' } }] }],
  ['parts.1', { role: 'user', parts: [{ text: 'a' }, 'b'] }],
  ['parts.0.type', { role: 'user', parts: [{ type: 'text', text: 'a' }] }],
  ['parts.0.text', { role: 'user', parts: [{ text: 5 }] }],
  ['parts.0.functionCall', { role: 'user', parts: [{ functionCall: { name: 'f' } }] }],
  ['parts.0.functionCall', { role: 'model', parts: [{ functionCall: 'f' }] }],
  ['parts.0.functionCall.name', { role: 'model', parts: [{ functionCall: {} }] }],
  [
    'parts.0.functionCall.args',
    { role: 'model', parts: [{ functionCall: { name: 'f', args: [] } }] },
  ],
  ['parts.0.functionCall.id', { role: 'model', parts: [{ functionCall: { name: 'f', id: 5 } }] }],
  ['parts.0.functionResponse', { role: 'model', parts: [{ functionResponse: { name: 'f' } }] }],
  ['parts.0.functionResponse.name', { role: 'user', parts: [{ functionResponse: {} }] }],
  [
    'parts.0.functionResponse.response',
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: 'ok' } }] },
  ],
  [
    'parts.0.functionResponse.parts.0',
    { role: 'user', parts: [{ functionResponse: { name: 'f', parts: ['a'] } }] },
  ],
])(
  '[MSG-3] a content that cannot be understood is refused by the name of its field: %s',
  (field, given) => {
    const refusal = () => google.read(given);
    expect(refusal).toThrow(InvalidMessageError);
    expect(refusal).toThrow(expect.objectContaining({ field }));
  },
);

const spoken = { role: 'model', parts: [{ text: 'Hi' }] };

class Response {
  readonly candidates = [{ content: spoken, finishReason: 'STOP' }];
  readonly usageMetadata = { promptTokenCount: 1 };
  get text(): string {
    throw new Error('It has a getter.');
  }
}

test('[MSG-2] a whole response of Gemini is its content, in the class of its client too', () => {
  for (const response of [new Response(), { candidates: [{ content: spoken }] }]) {
    expect(google.read(response)).toEqual(google.read(spoken));
  }
});

test.each([
  [{ candidates: [{ content: spoken }, { content: spoken }] }, /holds 2 answers/],
  [{ candidates: [{ finishReason: 'SAFETY' }] }, /is missing \(SAFETY\)/],
])('[MSG-3] a response of several answers or none is refused in words: %j', (given, words) => {
  expect(() => google.read(given)).toThrow(words);
});

test.each([[{ role: 'model' }], [{ role: 'model', parts: null }], [{}]])(
  '[MSG-2] an answer without words, as one that was cut off, is taken and comes back: %j',
  (content) => {
    const [{ message } = { message: aTextMessage('user', '') }] = google.read(content);
    expect(written([message])).toEqual([content]);
  },
);
