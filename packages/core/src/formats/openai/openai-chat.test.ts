import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import { grammarFaults } from '../../testing/context-faults.ts';
import { parseMessage } from '../parse-message.ts';
import { originalOpenAiMessages, toOpenAiMessages } from './openai-chat.ts';

const words = fc.string({ maxLength: 30 });
const id = fc.string({ minLength: 1, maxLength: 12 });
const detail = fc.constantFrom('auto', 'low', 'high');
const file = fc.record({ file_id: words, file_data: words, filename: words }, { requiredKeys: [] });

/** A text with a field of which this library knows nothing. */
const markedText = fc.record({
  type: fc.constant('text'),
  text: words,
  cache_control: fc.constant({ type: 'ephemeral' }),
});

/** Parts that this library reads, and parts of which it knows nothing. */
const contentPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({
    type: fc.constant('image_url'),
    image_url: fc.record({ url: id, detail }, { requiredKeys: ['url'] }),
  }),
  fc.record({ type: fc.constant('file'), file }),
  fc.record({
    type: fc.constant('input_audio'),
    input_audio: fc.record({ data: words, format: fc.constantFrom('wav', 'mp3') }),
  }),
  markedText,
);

/** A list of one plain text means the same as that text and comes back as it. */
const contentList = fc
  .array(contentPart, { minLength: 1, maxLength: 4 })
  .filter((parts) => parts.length > 1 || parts[0]?.type !== 'text' || 'cache_control' in parts[0]);
const content = fc.oneof(words, contentList);

const extra = fc.record(
  { name: id, refusal: fc.constant(null), metadata: fc.dictionary(id, fc.jsonValue()) },
  { requiredKeys: [] },
);

const toolCall = fc.record({
  base: fc.record({
    id,
    type: fc.constant('function'),
    function: fc.record({ name: id, arguments: fc.oneof(fc.json(), words) }),
  }),
  extra: fc.constantFrom({}, { index: 0 }, { extra_content: { google: { signature: 'c2ln' } } }),
});

const message = fc.oneof(
  fc.record({
    role: fc.constantFrom('system', 'developer', 'user'),
    content,
  }),
  fc.record({ role: fc.constant('assistant'), content: content.filter(saysSomething) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.oneof(content, fc.constant(null)),
    tool_calls: fc
      .array(toolCall, { minLength: 1, maxLength: 3 })
      .map((calls) => calls.map((call) => ({ ...call.base, ...call.extra }))),
  }),
  fc.record({
    role: fc.constant('tool'),
    content: fc.oneof(words, fc.tuple(markedText)),
    tool_call_id: id,
  }),
);

/** An assistant without words and calls is not sent. */
function saysSomething(given: string | readonly object[]): boolean {
  if (typeof given === 'string') return given !== '';
  return given.some((part) => !('text' in part) || part.text !== '');
}

test('[MSG-2] a message comes back from the neutral form as it went in (seed 20261121)', async () => {
  await fc.assert(
    fc.property(message, extra, (given, fields) => {
      const sent = { ...fields, ...given };
      expect(originalOpenAiMessages(parseMessage(sent))).toEqual([sent]);
    }),
    { numRuns: 500, seed: 20261121 },
  );
});

test('[MSG-2] empty content beside calls stays empty; absent content becomes null', () => {
  const back = (content: unknown) =>
    originalOpenAiMessages(
      parseMessage({ ...call({ id: 'c', function: { name: 'f', arguments: '' } }), content }),
    )[0]?.content;
  expect(back('')).toBe('');
  expect(back(null)).toBeNull();
  expect(back(undefined)).toBeNull();
});

test('[MSG-2] a developer message is a system message here and a developer message again outside', () => {
  const message = parseMessage({ role: 'developer', content: 'Be brief.' });
  expect(message.role).toBe('system');
  expect(toOpenAiMessages(message)).toEqual([{ role: 'developer', content: 'Be brief.' }]);
});

test('[MSG-1] a part of an unknown kind is kept as it is', () => {
  const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
  const message = parseMessage({ role: 'user', content: [audio] });
  expect(message.parts).toEqual([{ type: 'unknown', value: audio }]);
});

const url = 'https://example.org/a.png';

test.each([
  { type: 'image_url', image_url: { url }, cache_control: { type: 'ephemeral' } },
  { type: 'image_url', image_url: { url, fps: 2 } },
  { type: 'image_url', image_url: { url, detail: 'huge' } },
  { type: 'file', file: { file_id: 'file-1' }, cache_control: { type: 'ephemeral' } },
  { type: 'file', file: { file_id: 'file-1', pages: [1, 2] } },
  { type: 'file', file: { file_id: 5 } },
  { type: 'file', file: { file_data: null } },
  { type: 'file', file: { filename: ['a.pdf'] } },
])('[MSG-1] %j has more to it than the neutral form can say and is kept whole', (given) => {
  const message = parseMessage({ role: 'user', content: [given] });
  expect(message.parts).toEqual([{ type: 'unknown', value: given }]);
  expect(toOpenAiMessages(message)).toEqual([{ role: 'user', content: [given] }]);
});

test('[MSG-1] a picture in a tool result stands behind its words and goes back with them', () => {
  const sent = {
    role: 'tool',
    tool_call_id: 'call-1',
    content: [
      { type: 'text', text: 'The page as it looks now:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } },
    ],
  };
  const message = parseMessage(sent);
  expect(message.parts.map((part) => part.type)).toEqual(['tool-result', 'image']);
  expect(originalOpenAiMessages(message)).toEqual([sent]);
});

test('[MSG-1] a list of texts in a tool result is one text', () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const message = parseMessage({ role: 'tool', tool_call_id: 'call-1', content });
  expect(message.parts).toEqual([{ type: 'tool-result', callId: 'call-1', text: 'ab' }]);
});

test('[MSG-2] a picture alone in a tool result comes back alone', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } };
  const sent = { role: 'tool', tool_call_id: 'call-1', content: [image] };
  expect(originalOpenAiMessages(parseMessage(sent))).toEqual([sent]);
});

test('[MSG-1] a text with a cache mark is a text, and its mark comes back with it', () => {
  const marked = { type: 'text', text: 'Long words', cache_control: { type: 'ephemeral' } };
  const part = { text: 'Long words', extra: { cache_control: { type: 'ephemeral' } } };
  const said = parseMessage({ role: 'user', content: [marked] });
  expect(said.parts).toEqual([{ type: 'text', ...part }]);
  const result = parseMessage({ role: 'tool', tool_call_id: 'c', content: [marked] });
  expect(result.parts).toEqual([{ type: 'tool-result', callId: 'c', ...part }]);
  expect(toOpenAiMessages(result)[0]?.content).toEqual([marked]);
});

test('[MSG-1] a tool call keeps the text of its arguments to the letter', () => {
  const text = '{ "query" :  "Łódź" , "n": 1.0 }';
  const message = parseMessage({
    role: 'assistant',
    tool_calls: [{ id: 'c', function: { name: 'find', arguments: text } }],
  });
  expect(message.parts).toEqual([
    { type: 'tool-call', callId: 'c', toolName: 'find', arguments: text },
  ]);
});

test.each([
  '{"role":"user","content":"Hi","__proto__":{"polluted":true},"constructor":1}',
  '{"role":"user","content":[{"type":"text","text":"Hi","__proto__":{"polluted":true}}]}',
  '{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"a","__proto__":{"polluted":true}}]}',
  '{"role":"user","content":[{"type":"image_url","image_url":{"url":"a","__proto__":{"polluted":true}}}]}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"","__proto__":{"polluted":true}}}]}',
])('[MSG-2] a field with the name of a prototype stays a field: %s', (text) => {
  const message = parseMessage(JSON.parse(text));
  const [sent] = originalOpenAiMessages(message);
  expect(sent).toEqual(JSON.parse(text));
  expect(JSON.stringify(sent)).toContain('"__proto__":{"polluted":true}');
  for (const object of [message, ...message.parts, message.extra, message.parts[0], sent]) {
    expect(object && 'polluted' in object && !Object.hasOwn(object, 'polluted')).toBeFalsy();
  }
});

test('[MSG-2] several results of one message become a message each', () => {
  const rendered = toOpenAiMessages({
    role: 'tool',
    parts: [
      { type: 'tool-result', callId: 'a', text: 'one' },
      { type: 'tool-result', callId: 'b', text: 'two' },
    ],
  });
  expect(rendered).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
  ]);
});

test('[MSG-6] a message of nothing but reasoning is not sent: this format has no place for it', () => {
  expect(
    toOpenAiMessages({ role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] }),
  ).toEqual([]);
});

test.each([
  ['no content', null],
  ['empty text', ''],
  ['an empty list', []],
  ['an empty part', [{ type: 'text', text: '', cache_control: { type: 'ephemeral' } }]],
])(
  '[MSG-6] an assistant message of %s and no calls is not sent: providers refuse it',
  (_, content) => {
    const message = parseMessage({ role: 'assistant', name: 'Ada', refusal: null, content });
    expect(toOpenAiMessages(message)).toEqual([]);
  },
);

test('[MSG-6] an assistant message that answers with speech is sent without content', () => {
  const sent = { role: 'assistant', content: null, audio: { id: 'audio-1' } };
  expect(toOpenAiMessages(parseMessage(sent))).toEqual([sent]);
});

test('[MSG-6] an assistant with neither content nor calls counts as a fault of a context', () => {
  const fault = 'message 0: assistant with neither content nor calls';
  expect(grammarFaults([{ role: 'assistant', content: null }])).toEqual([fault]);
  expect(grammarFaults([{ role: 'assistant' }])).toEqual([fault]);
  expect(grammarFaults([{ role: 'assistant', content: 'Hi' }])).toEqual([]);
});

test.each([
  ['no parts', []],
  ['blanks', [{ type: 'text', text: ' \n' }]],
] as const)('[MSG-6] a message of the user or the system with %s is not sent', (_, parts) => {
  for (const role of ['user', 'system'] as const) {
    expect(toOpenAiMessages({ role, parts })).toEqual([]);
    expect(originalOpenAiMessages({ role, parts })).toHaveLength(1);
  }
});

test('[MSG-2] the same message gives the same objects again', () => {
  const message = parseMessage({ role: 'user', content: 'Hello' });
  expect(toOpenAiMessages(message)).toBe(toOpenAiMessages(message));
});

test('[MSG-2] what it read is not changed by what the caller does to the input afterwards', () => {
  const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==' } };
  const metadata = { tags: ['first'] };
  const message = parseMessage({ role: 'user', content: [audio], metadata });
  audio.input_audio.data = 'changed';
  metadata.tags.push('second');
  expect(toOpenAiMessages(message)).toEqual([
    {
      role: 'user',
      content: [{ type: 'input_audio', input_audio: { data: 'UklGRg==' } }],
      metadata: { tags: ['first'] },
    },
  ]);
});

test('[MSG-2] nothing of a rendered message can be changed: later contexts hold it too', () => {
  const input = {
    ...call({ id: 'c', function: { name: 'f', arguments: '{}' }, extra_content: { sign: ['a'] } }),
    content: [
      { type: 'text', text: 'Look:' },
      { type: 'image_url', image_url: { url: 'a' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==' } },
    ],
    metadata: { tags: ['first'] },
  };
  const before = structuredClone(input);
  const sent = toOpenAiMessages(parseMessage(input));
  expect(changeableIn(sent)).toEqual([]);
  expect(changeableIn(input)).not.toEqual([]);
  expect(input).toEqual(before);
});

/** The objects that a caller could change, this one included. */
function changeableIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const held = Object.values(value).flatMap(changeableIn);
  return Object.isFrozen(value) ? held : [value, ...held];
}

test('[MSG-2] fields that were kept unread do not stand in for those of the message', () => {
  const extra = {
    role: 'system',
    content: 'Obey.',
    tool_calls: [{ id: 'x' }],
    tool_call_id: 'x',
    name: 'Ada',
  };
  expect(toOpenAiMessages({ role: 'user', parts: [{ type: 'text', text: 'Hi' }], extra })).toEqual([
    { role: 'user', content: 'Hi', name: 'Ada' },
  ]);
  expect(
    toOpenAiMessages({
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'c', text: 'ok' }],
      extra,
    }),
  ).toEqual([{ role: 'tool', tool_call_id: 'c', content: 'ok', name: 'Ada' }]);
});

test('[MSG-2] only a system message can be a developer message outside', () => {
  const words = { type: 'text', text: 'Hi' } as const;
  const roleOf = (role: 'system' | 'user') =>
    toOpenAiMessages({ role, parts: [words], extra: { role: 'developer' } })[0]?.role;
  expect(roleOf('system')).toBe('developer');
  expect(roleOf('user')).toBe('user');
});

test('[MSG-2] fields that were kept unread do not stand in for those of a part or a call', () => {
  const sent = toOpenAiMessages({
    role: 'assistant',
    parts: [
      { type: 'text', text: 'Hi', extra: { type: 'image_url', text: 'Obey.' } },
      {
        type: 'tool-call',
        callId: 'c',
        toolName: 'find',
        arguments: '{}',
        extra: {
          id: 'x',
          type: 'custom',
          function: { name: 'erase', arguments: '[]', strict: true },
        },
      },
    ],
  });
  expect(sent).toEqual([
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi' }],
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'find', arguments: '{}', strict: true } },
      ],
    },
  ]);
});

test('[MSG-2] a call of a tool that takes any text comes back as it was', () => {
  const custom = { name: 'run', input: 'print(1)', strict: true };
  const sent = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'custom', custom, index: 0 }],
  };
  const message = parseMessage(sent);
  expect(message.parts).toMatchObject([
    { type: 'tool-call', callId: 'c', toolName: 'run', arguments: 'print(1)' },
  ]);
  expect(toOpenAiMessages(message)).toEqual([sent]);
});

const call = (fields: object) => ({ role: 'assistant', tool_calls: [fields] });

test.each([
  [{}, 'role', 'must be system, developer, user, assistant or tool'],
  [{ role: 'user' }, 'content', 'is missing'],
  [{ role: 'user', text: 'Hi' }, 'content', 'is missing'],
  [{ role: 'user', content: null }, 'content', 'must be text or a list of parts'],
  [{ role: 'system', content: 5 }, 'content', 'must be text or a list of parts'],
  [{ role: 'user', content: ['Hi'] }, 'content.0', 'must be a part with a `type`'],
  [{ role: 'user', content: [{ text: 'Hi' }] }, 'content.0.type', 'is missing'],
  [{ role: 'user', content: [{ type: 1 }] }, 'content.0.type', 'must name the kind of part'],
  [{ role: 'tool', content: 'ok', tool_call_id: {} }, 'tool_call_id', 'must be text, or left out'],
  [{ role: 'assistant', tool_calls: 'x' }, 'tool_calls', 'must be a list of calls'],
  [call({ id: true }), 'tool_calls.0.id', 'must be text, or left out'],
  [call({ id: 'c' }), 'tool_calls.0.function', 'is missing'],
  [call({ id: 'c', function: 'find' }), 'tool_calls.0.function', 'must be an object'],
  [
    call({ id: 'c', function: { name: 'find', arguments: [] } }),
    'tool_calls.0.function.arguments',
    'must be the JSON text of the arguments',
  ],
  [
    call({ id: 'c', type: 'other', function: { name: 'f', arguments: '' } }),
    'tool_calls.0.type',
    'must be "function" or "custom"',
  ],
  [
    call({ id: 'c', type: 'custom', function: { name: 'f', arguments: '' } }),
    'tool_calls.0.custom',
    'is missing',
  ],
  [
    call({ id: 'c', type: 'custom', custom: { name: 'f', input: {} } }),
    'tool_calls.0.custom.input',
    'must be text',
  ],
  [{ role: 'user', content: [{ type: 'text' }] }, 'content.0.text', 'is missing'],
  [{ role: 'user', content: [{ type: 'text', text: 5 }] }, 'content.0.text', 'must be text'],
  [
    { role: 'user', content: [{ type: 'image_url', image_url: { url: 5 } }] },
    'content.0.image_url.url',
    'must be text',
  ],
])('[MSG-3] %j is refused because `%s` %s', (input, field, problem) => {
  const refused = refusalOf(() => parseMessage(input));
  expect(refused.field).toBe(field);
  expect(refused.message).toBe(`Message refused, nothing was appended: \`${field}\` ${problem}.`);
});

function refusalOf(act: () => unknown): InvalidMessageError {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidMessageError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}
