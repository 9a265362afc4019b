import { InvalidMessageError, type Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryItem } from '../testing/arbitrary-items.ts';
import { openAiResponses } from './openai-responses-format.ts';

const RUNS = { numRuns: 1_000, seed: 20261127 };

function read(item: unknown): Message {
  const [first, ...others] = openAiResponses.read(item);
  if (!first || others.length > 0) throw new Error('An item is one message.');
  return first.message;
}

function written(messages: readonly Message[]): readonly unknown[] {
  return openAiResponses.write(messages.map((message, index) => ({ id: `e${index}`, message })));
}

test('[MSG-2] an item comes back as it was, in a store too', async () => {
  await fc.assert(
    fc.property(fc.array(arbitraryItem, { minLength: 1, maxLength: 6 }), (items) => {
      const messages = items.map(read);
      expect(written(messages)).toEqual(items);
      expect(JSON.stringify(written(messages).map(sorted))).toBe(JSON.stringify(items.map(sorted)));
      const stored = messages.map((message) => parseMessage(structuredClone(message)));
      expect(written(stored)).toEqual(items);
    }),
    RUNS,
  );
});

/** Fields by name: JSON in another order is the same JSON. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, held]) => [name, sorted(held)]),
  );
}

test('[MSG-1] the items of an answer are words, calls and reasoning of the neutral form', () => {
  const reasoning = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'Looking for trains.' }],
    encrypted_content: 'gAAAAAB=',
  };
  expect(read(reasoning)).toMatchObject({
    role: 'assistant',
    parts: [{ type: 'thinking', text: 'Looking for trains.', signature: 'gAAAAAB=' }],
  });
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'find', arguments: '{}' };
  expect(read(call)).toMatchObject({
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: 'c1', toolName: 'find', arguments: '{}' }],
  });
  const said = { type: 'output_text', text: 'There are 3.', annotations: [] };
  const refused = { type: 'refusal', refusal: 'No.' };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [said, refused],
  };
  expect(read(message).parts.map((part) => 'text' in part && part.text)).toEqual([
    'There are 3.',
    'No.',
  ]);
  expect(openAiResponses.read(message)[0]?.id).toBe('msg_1');
});

test('[MSG-1] an output is text, and its pictures and files stand beside it', () => {
  const output = [
    { type: 'input_text', text: 'The page:' },
    { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'low' },
    { type: 'input_text', text: 'And below.' },
    { type: 'input_file', file_id: 'file-1' },
  ];
  const message = read({ type: 'function_call_output', call_id: 'c1', output });
  expect(message).toMatchObject({
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'c1', text: 'The page:\nAnd below.' },
      { type: 'image', url: 'https://a.example/b.png', detail: 'low' },
      { type: 'document', fileId: 'file-1' },
    ],
  });
});

test('[TOK-4] a picture in an item that is not read is a part, and no text to count', () => {
  const made = {
    type: 'image_generation_call',
    id: 'ig_1',
    status: 'completed',
    result: 'iVBORw0=',
  };
  expect(read(made).parts).toEqual([
    { type: 'unknown', value: { ...made, result: '' } },
    { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
  ]);
  const url = 'data:image/png;base64,iVBORw0=';
  const screen = {
    type: 'computer_call_output',
    call_id: 'c1',
    output: { type: 'computer_screenshot', image_url: url },
  };
  expect(read(screen)).toMatchObject({ role: 'tool', parts: [{}, { type: 'image', url }] });
});

test('[MSG-2] messages of other formats are written as well as items can say them', () => {
  expect(
    written([
      { ...aTextMessage('system', 'Be brief.'), extra: { role: 'developer' } },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look:', extra: { cache_control: {} } },
          { type: 'image', url: 'https://a.example/b.png' },
          { type: 'document', data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' },
          { type: 'document', fileId: 'file-1' },
        ],
      },
      {
        role: 'assistant',
        format: 'anthropic',
        parts: [
          { type: 'thinking', text: 'Hm.', signature: 'of another' },
          { type: 'text', text: 'Let me see.' },
          ...aToolCall({ arguments: '{"to":' }).parts,
          { type: 'document', fileId: 'of another' },
        ],
      },
      {
        role: 'tool',
        format: 'anthropic',
        parts: [...aToolResult().parts, { type: 'image', url: 'https://a.example/c.png' }],
      },
    ]),
  ).toEqual([
    { role: 'developer', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Look:' },
        { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' },
        {
          type: 'input_file',
          file_data: 'data:application/pdf;base64,JVBERi0=',
          filename: 'a.pdf',
        },
        { type: 'input_file', file_id: 'file-1' },
      ],
    },
    { role: 'assistant', content: 'Let me see.\n[file]' },
    { type: 'function_call', call_id: 'call-1', name: 'search', arguments: '{"to":' },
    {
      type: 'function_call_output',
      call_id: 'call-1',
      output: [
        { type: 'input_text', text: '3 trains found' },
        { type: 'input_image', image_url: 'https://a.example/c.png', detail: 'auto' },
      ],
    },
  ]);
});

test.each([
  ['message', 'Hi'],
  ['role', { role: 'tool', content: 'Hi' }],
  ['content', { role: 'user' }],
  ['content', { role: 'user', content: 5 }],
  ['id', { type: 'reasoning', summary: [], id: 5 }],
  ['content.1', { role: 'user', content: [{ type: 'input_text', text: 'a' }, 'b'] }],
  ['content.0.type', { role: 'user', content: [{ text: 'Hi' }] }],
  ['content.0.text', { role: 'user', content: [{ type: 'input_text' }] }],
  ['content.0.refusal', { role: 'assistant', content: [{ type: 'refusal' }] }],
  ['summary', { type: 'reasoning', summary: 'Hm.' }],
  ['summary.0.type', { type: 'reasoning', summary: [{ type: 'reasoning_text', text: 'a' }] }],
  ['summary.0.text', { type: 'reasoning', summary: [{ type: 'summary_text' }] }],
  ['call_id', { type: 'function_call', name: 'f', arguments: '{}' }],
  ['name', { type: 'function_call', call_id: 'c', name: '', arguments: '{}' }],
  ['arguments', { type: 'function_call', call_id: 'c', name: 'f', arguments: {} }],
  ['input', { type: 'custom_tool_call', call_id: 'c', name: 'f' }],
  ['output', { type: 'function_call_output', call_id: 'c' }],
  ['type', { type: 5, id: 'a' }],
  ['type', { text: 'Hi' }],
])(
  '[MSG-3] an item that cannot be understood is refused by the name of its field: %s',
  (field, given) => {
    const refusal = () => openAiResponses.read(given);
    expect(refusal).toThrow(InvalidMessageError);
    expect(refusal).toThrow(expect.objectContaining({ field }));
  },
);

test('[MSG-2] a whole response is its items', () => {
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'find', arguments: '{}' },
  ];
  const response = { id: 'resp_1', object: 'response', instructions: 'Be brief.', output };
  expect(openAiResponses.read(response)).toEqual(output.flatMap(openAiResponses.read));
});

test.each([
  [{ type: 'item_reference', id: 'msg_1' }],
  [{ type: null, id: 'msg_1' }],
  [{ id: 'msg_1' }],
])('[MSG-3] a reference to an item is refused, and the refusal says what to give: %j', (given) => {
  expect(() => openAiResponses.read(given)).toThrow(/give the item itself/);
});

test.each([
  [{ id: 'chatcmpl-1', choices: [] }, /give `choices\[0\]\.message`/],
  [{ text: 'Hi' }, /must name the kind of item/],
])('[MSG-3] the refusal of what is no item says what to give: %j', (given, words) => {
  expect(() => openAiResponses.read(given)).toThrow(words);
});
