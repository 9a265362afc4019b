import { InvalidMessageError, type Message } from '@agent-memory/core';
import { parseMessage } from '@agent-memory/core/formats';
import { aTextMessage, aToolCall, aToolResult } from '@agent-memory/core/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anthropic } from './anthropic-format.ts';
import type { AnthropicMessage } from './anthropic-message.ts';

const RUNS = { numRuns: 1_000, seed: 20261122 };

const words = fc.string({ maxLength: 20 });
const name = fc.string({ minLength: 1, maxLength: 12 });
const jsonObject = fc.dictionary(name, fc.jsonValue());

/** Fields that any block may have: one that is known by name and some that nobody knows. */
const onAnyBlock = fc.record(
  {
    cache_control: fc.constantFrom(null, { type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' }),
    later_field: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

function block(fields: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(onAnyBlock, fields).map(([extra, own]) => ({ ...extra, ...own }));
}

const text = block(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text: words }),
    fc.record({ type: fc.constant('text'), text: words, citations: fc.constantFrom(null, []) }),
  ),
);

const image = block(
  fc.record({
    type: fc.constant('image'),
    source: fc.oneof(
      fc.record({
        type: fc.constant('base64'),
        media_type: fc.oneof(fc.constantFrom('image/png', 'image/jpeg'), words),
        data: fc.oneof(fc.base64String(), words),
      }),
      fc.record({
        type: fc.constant('url'),
        url: fc.constantFrom('https://a.example/b.png', 'data:image/png;base64,AA==', ''),
      }),
      fc.record({ type: fc.constant('file'), file_id: name }),
      fc.record({ type: fc.constant('url'), url: fc.webUrl(), later: fc.jsonValue() }),
      fc.record({ type: fc.constant('later'), url: fc.webUrl() }),
      fc.record({
        type: fc.constant('base64'),
        media_type: fc.constant('image/png'),
        data: fc.base64String(),
        later: fc.jsonValue(),
      }),
    ),
  }),
);

const document = block(
  fc.record(
    {
      type: fc.constant('document'),
      source: fc.oneof(
        fc.record({
          type: fc.constant('base64'),
          media_type: fc.constantFrom('application/pdf', 'application/later'),
          data: fc.oneof(fc.base64String(), words),
        }),
        fc.record({
          type: fc.constant('text'),
          media_type: fc.constant('text/plain'),
          data: fc.oneof(words, fc.constant(7)),
        }),
        fc.record({
          type: fc.constant('base64'),
          media_type: fc.constant('application/pdf'),
          data: fc.base64String(),
          later: fc.jsonValue(),
        }),
        fc.record({ type: fc.constant('url'), url: fc.webUrl() }),
        fc.record({ type: fc.constant('file'), file_id: name }),
        fc.record({ type: fc.constant('content'), content: fc.tuple(text) }),
      ),
      title: fc.oneof(words, fc.constant(null)),
      context: words,
      citations: fc.constant({ enabled: true }),
      text: words,
    },
    { requiredKeys: ['type', 'source'] },
  ),
);

const toolUse = block(
  fc.record({
    type: fc.constant('tool_use'),
    id: name,
    name,
    input: fc.oneof(jsonObject, fc.jsonValue()),
  }),
);

/** Parts that stay unread: tools that run at the provider, its compaction, unknown kinds. */
const other = block(
  fc.oneof(
    fc.record({ type: fc.constant('redacted_thinking'), data: words }),
    fc.record({
      type: fc.constant('server_tool_use'),
      id: name,
      name: fc.constant('web_search'),
      input: jsonObject,
    }),
    fc.record({
      type: fc.constant('web_search_tool_result'),
      tool_use_id: name,
      content: fc.array(jsonObject, { maxLength: 2 }),
    }),
    fc.record({ type: fc.constant('compaction'), content: fc.oneof(words, fc.constant(null)) }),
    fc.record({ type: fc.constant('later_kind'), value: fc.jsonValue() }),
  ),
);

const thinking = block(
  fc.record(
    {
      type: fc.constant('thinking'),
      thinking: words,
      signature: fc.oneof(words, fc.constant(null)),
    },
    { requiredKeys: ['type', 'thinking'] },
  ),
);

const toolResult = block(
  fc.record(
    {
      type: fc.constant('tool_result'),
      tool_use_id: name,
      content: fc.oneof(
        words,
        fc.array(fc.oneof({ weight: 3, arbitrary: text }, image, document, other), {
          maxLength: 4,
        }),
      ),
      is_error: fc.constantFrom(true, false),
    },
    { requiredKeys: ['type', 'tool_use_id'] },
  ),
);

/** Fields of an answer of the provider beside what it says. */
const onMessage = fc.record(
  { id: name, model: name, stop_reason: fc.constant(null), usage: jsonObject },
  { requiredKeys: [] },
);

function messageOf(role: string, ...blocks: fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  const content = fc.oneof(words, fc.array(fc.oneof(...blocks), { maxLength: 5 }));
  const message = fc.record({ role: fc.constant(role), content });
  return fc.tuple(onMessage, message).map(([extra, own]) => ({ ...extra, ...own }));
}

const message = fc.oneof(
  messageOf('user', text, image, document, toolResult, toolResult, other, thinking),
  messageOf('assistant', text, thinking, toolUse, toolUse, other, image),
  messageOf('system', text, other),
);

function readAll(messages: readonly unknown[]) {
  const read = messages.flatMap((given) => anthropic.read(given));
  return read.map(({ id, message: neutral }, index) => ({
    id: id ?? `e-${index}`,
    message: neutral,
  }));
}

test('[MSG-2] messages come back from the neutral form as they went in', async () => {
  await fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), (given) => {
      expect(anthropic.write(readAll(given))).toEqual(given);
    }),
    RUNS,
  );
});

test('[MSG-2] what was read can be stored: read again in this library’s form it is the same', async () => {
  await fc.assert(
    fc.property(message, (drawn) => {
      // As a provider sends it: JSON knows no negative zero.
      const given = JSON.parse(JSON.stringify(drawn));
      for (const { message: neutral } of anthropic.read(given)) {
        expect(parseMessage(JSON.parse(JSON.stringify(neutral)))).toEqual(neutral);
      }
    }),
    RUNS,
  );
});

test('[MSG-2] what was read is frozen and shares nothing with what it was read from', async () => {
  await fc.assert(
    fc.property(message, (given) => {
      const before = structuredClone(given);
      const read = readAll([given]);
      expect(read.flatMap((entry) => changeableIn(entry.message))).toEqual([]);
      expect(given).toEqual(before);
      expect(Object.isFrozen(given)).toBe(false);
    }),
    RUNS,
  );
});

/** The objects that a caller could change, this one included. */
function changeableIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const held = Object.values(value).flatMap(changeableIn);
  return Object.isFrozen(value) ? held : [value, ...held];
}

function neutral(given: unknown): readonly Message[] {
  return anthropic.read(given).map((read) => read.message);
}

const USER_WITH_RESULTS = {
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: 'a', content: '3 trains' },
    {
      type: 'tool_result',
      tool_use_id: 'b',
      is_error: true,
      content: [
        { type: 'text', text: 'It failed:' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } },
      ],
    },
    { type: 'text', text: 'And now?', cache_control: { type: 'ephemeral' } },
  ],
};

test('[MSG-1] results that share a message with the user’s words stand apart, each for itself', () => {
  const format = 'anthropic';
  expect(neutral(USER_WITH_RESULTS)).toEqual([
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'a', text: '3 trains' }], format },
    {
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          callId: 'b',
          text: 'It failed:',
          isError: true,
          extra: { content: [{ text: 10 }, null] },
        },
        { type: 'image', url: 'data:image/png;base64,iVBORw0=' },
      ],
      format,
      continues: true,
      pricedAs: 'claude',
    },
    {
      role: 'user',
      parts: [{ type: 'text', text: 'And now?', extra: { cache_control: { type: 'ephemeral' } } }],
      format,
      continues: true,
    },
  ]);
});

test('[MSG-1] reasoning, calls and words of the assistant are read; what it ran elsewhere is kept', () => {
  const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const compaction = { type: 'compaction', content: 'So far: …' };
  const [read, ...others] = neutral({
    role: 'assistant',
    content: [
      compaction,
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      search,
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'c', name: 'find', input: { to: 'Bern', seats: 2 } },
    ],
  });
  expect(others).toEqual([]);
  expect(read?.parts).toEqual([
    { type: 'unknown', value: compaction },
    { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
    { type: 'unknown', value: search },
    { type: 'text', text: 'Looking.' },
    { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"to":"Bern","seats":2}' },
  ]);
});

test('[MSG-1] a document that is text is words, which every model can read', () => {
  const source = { type: 'text', media_type: 'text/plain', data: 'Trains run hourly.' };
  const [read] = neutral({ role: 'user', content: [{ type: 'document', source, title: 'Plan' }] });
  expect(read?.parts).toMatchObject([{ type: 'text', text: 'Trains run hourly.' }]);
});

test('[MSG-1] a PDF is a document with its name; one that only the provider can open keeps its source', () => {
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' };
  const uploaded = { type: 'file', file_id: 'file_1' };
  const [read] = neutral({
    role: 'user',
    content: [
      { type: 'document', source: pdf, title: 'plan.pdf' },
      { type: 'document', source: uploaded },
    ],
  });
  expect(read?.parts).toEqual([
    { type: 'document', data: 'data:application/pdf;base64,JVBERi0=', filename: 'plan.pdf' },
    { type: 'document', fileId: 'file_1', extra: { source: uploaded } },
  ]);
});

test('[MSG-5] an id names the first message that is read and, counted on, those that go on from it', () => {
  const ids = anthropic.read({ ...USER_WITH_RESULTS, id: 'm' }).map((read) => read.id);
  expect(ids).toEqual(['m', 'm#2', 'm#3']);
  expect(anthropic.read({ role: 'user', content: 'Hi' })[0]).not.toHaveProperty('id');
});

test('[MSG-2] a result whose text was shortened goes back as one text and all that stood beside it', () => {
  const content = [
    { type: 'text', text: 'First page', cache_control: { type: 'ephemeral' } },
    { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
    { type: 'text', text: 'Second page' },
  ];
  const given = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] };
  const shortened = neutral(given).map((read) => ({
    ...read,
    parts: read.parts.map((part) =>
      part.type === 'tool-result' ? { ...part, text: 'First …' } : part,
    ),
  }));
  const entries = shortened.map((read) => ({ id: 'e', message: read }));
  expect(anthropic.write(entries)).toEqual([
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c',
          content: [{ ...content[0], text: 'First …' }, content[1]],
        },
      ],
    },
  ]);
});

function written(messages: readonly Message[]): readonly AnthropicMessage[] {
  return anthropic.write(messages.map((given, index) => ({ id: `e-${index}`, message: given })));
}

test('[MSG-2] messages of other formats are written as well as this one can say them', () => {
  const cache = { cache_control: { type: 'ephemeral' } };
  expect(
    written([
      { ...aTextMessage('system', 'Be brief.'), extra: { role: 'developer' } },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look:', extra: cache },
          { type: 'image', url: 'data:image/png;base64,iVBORw0=', detail: 'low' },
          { type: 'image', url: 'https://a.example/b.png' },
          { type: 'document', data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' },
          { type: 'document', data: 'data:text/csv;base64,YQ==' },
          { type: 'document', fileId: 'file-of-another' },
          { type: 'unknown', value: { type: 'input_audio' } },
        ],
      },
      {
        role: 'assistant',
        format: 'ai-sdk',
        parts: [
          { type: 'thinking', text: 'Hm.', signature: 'of another' },
          { type: 'image', url: 'https://a.example/drawn.png' },
          ...aToolCall({ arguments: '{"to":' }).parts,
          ...aToolCall({ callId: 'call-2', arguments: '' }).parts,
        ],
      },
      aToolResult(),
    ]),
  ).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
          title: 'a.pdf',
        },
        { type: 'text', text: '[file]' },
        { type: 'text', text: '[file]' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'call-1', name: 'search', input: { arguments: '{"to":' } },
        { type: 'tool_use', id: 'call-2', name: 'search', input: {} },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call-1', content: '3 trains found' }],
    },
  ]);
});

test('[MSG-2] reasoning in this library’s own form goes out where it is signed', () => {
  const parts = [
    { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
    { type: 'thinking', text: 'Unsigned.' },
    { type: 'text', text: 'Well.' },
  ] as const;
  expect(written([{ role: 'assistant', parts }])[0]?.content).toEqual([
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'Well.' },
  ]);
});

const OK = { type: 'text', text: 'ok' };

test.each([
  ['message', 'Hi'],
  ['role', { role: 'tool', content: 'Hi' }],
  ['content', { role: 'user' }],
  ['content', { role: 'user', content: 5 }],
  ['id', { role: 'user', content: 'Hi', id: 5 }],
  ['content.1', { role: 'user', content: [OK, 'text'] }],
  ['content.0.type', { role: 'user', content: [{ text: 'Hi' }] }],
  ['content.1.text', { role: 'user', content: [OK, { type: 'text' }] }],
  ['content.0.source', { role: 'user', content: [{ type: 'image' }] }],
  ['content.0.source', { role: 'user', content: [{ type: 'document', source: 'a' }] }],
  ['content.0.tool_use_id', { role: 'user', content: [{ type: 'tool_result' }] }],
  [
    'content.1.content.0.text',
    {
      role: 'user',
      content: [OK, { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text' }] }],
    },
  ],
  [
    'content.0.content',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 5 }] },
  ],
  [
    'content.0.type',
    { role: 'user', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
  ],
  [
    'content.1.type',
    { role: 'assistant', content: [OK, { type: 'tool_result', tool_use_id: 'c' }] },
  ],
  ['content.0.type', { role: 'system', content: [{ type: 'tool_result', tool_use_id: 'c' }] }],
  ['content.0.id', { role: 'assistant', content: [{ type: 'tool_use', name: 'f', input: {} }] }],
  [
    'content.0.name',
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: '', input: {} }] },
  ],
  ['content.0.input', { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f' }] }],
  [
    'content.0.input',
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: undefined }] },
  ],
  ['content.0.thinking', { role: 'assistant', content: [{ type: 'thinking', signature: 's' }] }],
  ['content.0.input.when', { role: 'assistant', content: [aCallWith({ when: new Date(0) })] }],
])(
  '[MSG-3] a message that cannot be understood is refused by the name of its field: %s',
  (field, given) => {
    const refusal = () => anthropic.read(given);
    expect(refusal).toThrow(InvalidMessageError);
    expect(refusal).toThrow(expect.objectContaining({ field }));
  },
);

function aCallWith(input: unknown): object {
  return { type: 'tool_use', id: 'c', name: 'f', input };
}
