import { expect, onTestFinished, test } from 'vitest';
import { signatureOf } from './testing/servers/anthropic-rules.ts';
import { anthropicProvider } from './testing/servers/anthropic-server.ts';
import { thoughtSignature } from './testing/servers/google-rules.ts';
import { googleProvider } from './testing/servers/google-server.ts';
import { openAiProvider } from './testing/servers/openai-server.ts';
import { encrypted } from './testing/servers/responses-rules.ts';
import { responsesProvider } from './testing/servers/responses-server.ts';
import { type Provider, startStrictServer } from './testing/servers/strict-server.ts';

const script = () => ({ text: 'Done.', calls: [] });
const windowTokens = 500;

async function answerTo(provider: Provider, body: string) {
  const server = await startStrictServer(provider);
  onTestFinished(() => server.stop());
  const response = await fetch(server.url, { method: 'POST', body });
  return { server, status: response.status, text: await response.text() };
}

const user = { role: 'user', content: 'Hi' };
const tools = [{ type: 'function', function: { name: 'find' } }];
const claudeTools = [{ name: 'find', input_schema: { type: 'object' } }];

function calls(...ids: readonly string[]) {
  return {
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'find', arguments: '{}' },
    })),
  };
}

const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });

function callWith(fields: object) {
  const call = { name: 'find', arguments: '{}', ...fields };
  return [
    user,
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: call }] },
    result('a'),
  ];
}

const picture = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };

test.each([
  ['an unknown role', [{ role: 'robot', content: 'Hi' }]],
  ['a field of another provider', [{ ...user, parts: [] }]],
  ['an empty list', []],
  ['an empty content', [{ role: 'user', content: '' }]],
  ['an empty list of parts', [{ role: 'user', content: [] }]],
  ['a blank part', [{ role: 'user', content: [{ type: 'text', text: ' ' }] }]],
  ['an assistant that says nothing', [user, { role: 'assistant', content: null }]],
  ['an empty list of calls', [user, { role: 'assistant', content: 'a', tool_calls: [] }]],
  ['a call without a result', [user, calls('a')]],
  ['a call whose result comes late', [user, calls('a'), user, result('a')]],
  ['one of two calls without a result', [user, calls('a', 'b'), result('b')]],
  ['a result of no call', [user, result('a')]],
  ['a second result', [user, calls('a'), result('a'), result('a')]],
  ['two calls of one id', [user, calls('a', 'a'), result('a')]],
  ['an id of 41 characters', [user, calls('a'.repeat(41)), result('a'.repeat(41))]],
  ['an id of 65 characters', [user, calls('a'.repeat(65)), result('a'.repeat(65))]],
  ['a name with a dot', callWith({ name: 'functions.find' })],
  ['a name of 65 letters', callWith({ name: 'f'.repeat(65) })],
  ['arguments that do not parse', callWith({ arguments: '{"a":' })],
  ['arguments that are no object', callWith({ arguments: '[]' })],
  ['a picture of a tool', [user, calls('a'), { ...result('a'), content: [picture] }]],
])('OpenAI’s rules refuse %s', async (_, messages) => {
  const body = JSON.stringify({ model: 'm', messages, tools });
  const { server, status } = await answerTo(openAiProvider({ windowTokens, script }), body);
  expect([status, server.requests, server.faults.length]).toEqual([400, 1, 1]);
});

test.each([
  ['a choice of tools without tools', { tool_choice: 'auto' }],
  [
    'a choice of a tool that is not there',
    { tools, tool_choice: { type: 'function', function: { name: 'x' } } },
  ],
])('OpenAI’s rules refuse %s', async (_, fields) => {
  const body = JSON.stringify({ model: 'm', messages: [user], ...fields });
  const { server, status } = await answerTo(openAiProvider({ windowTokens, script }), body);
  expect([status, server.faults.length]).toEqual([400, 1]);
});

test.each([
  ['system text in the middle', [user, { role: 'system', content: 'a' }]],
  ['two of the user in a row', [user, user]],
  ['the assistant first', [{ role: 'assistant', content: 'a' }, user]],
  ['the user behind a tool', [user, calls('a'), result('a'), user]],
  ['the assistant last', [user, { role: 'assistant', content: 'a' }]],
])('the rules of a chat template refuse %s', async (_, messages) => {
  const provider = openAiProvider({ windowTokens, script, template: true });
  const { server, status } = await answerTo(provider, JSON.stringify({ model: 'm', messages }));
  expect([status, server.faults.length]).toEqual([400, 1]);
});

const says = (...content: readonly object[]) => ({ role: 'assistant', content });
const hears = (...content: readonly object[]) => ({ role: 'user', content });
const words = (text: string, fields = {}) => ({ type: 'text', text, ...fields });
const use = (id: string, fields = {}) => ({
  type: 'tool_use',
  id,
  name: 'find',
  input: {},
  ...fields,
});
const answer = (id: string, fields = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...fields,
});
const thinks = (signature?: string) => ({ type: 'thinking', thinking: 'Hm.', signature });
const signed = thinks(signatureOf('Hm.'));
const marked = (text: string, fields = {}) =>
  words(text, { cache_control: { type: 'ephemeral', ...fields } });
const image = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } };

test.each([
  ['system text among the messages', [{ role: 'system', content: 'a' }]],
  ['the assistant first', [says(words('a')), user]],
  ['two of the user in a row', [user, user]],
  ['a field of an answer', [{ ...user, id: 'msg_1' }]],
  ['an empty content', [{ role: 'user', content: '' }]],
  ['a blank text', [hears(words('\n'))]],
  ['a kind of another provider', [hears({ type: 'input_audio' })]],
  ['a call without a result', [user, says(use('a')), user]],
  ['a result of no call', [user, says(words('a')), hears(answer('a'))]],
  ['a second result', [user, says(use('a')), hears(answer('a'), answer('a'))]],
  ['results behind words', [user, says(use('a')), hears(words('a'), answer('a'))]],
  [
    'an id used again',
    [user, says(use('a')), hears(answer('a')), says(use('a')), hears(answer('a'))],
  ],
  ['an id with a colon', [user, says(use('a:0')), hears(answer('a:0'))]],
  ['a name with a dot', [user, says(use('a', { name: 'a.b' })), hears(answer('a'))]],
  ['input that is no object', [user, says(use('a', { input: '{' })), hears(answer('a'))]],
  [
    'a failed result with a picture',
    [user, says(use('a')), hears(answer('a', { is_error: true, content: [image] }))],
  ],
  ['thinking without a signature', [user, says(thinks(), words('a')), user]],
  ['thinking with another signature', [user, says(thinks('c2ln'), words('a')), user]],
  ['thinking that was changed', [user, says({ ...signed, thinking: 'Oh.' }, words('a')), user]],
  ['thinking last', [user, says(words('a'), signed), user]],
  ['a run under way without thinking', [user, says(use('a')), hears(answer('a'))]],
  ['thinking behind a call', [user, says(use('a'), signed, words('a')), hears(answer('a'))]],
  ['more than four cache marks', [hears(...['a', 'b', 'c', 'd', 'e'].map((text) => marked(text)))]],
  ['a long-lived mark behind a short one', [hears(marked('a'), marked('b', { ttl: '1h' }))]],
  ['the assistant last', [user, says(words('a'))]],
])('Anthropic’s rules refuse %s', async (_, messages) => {
  const thinking = { type: 'enabled', budget_tokens: 1_024 };
  const body = JSON.stringify({
    model: 'm',
    max_tokens: 9,
    messages,
    tools: claudeTools,
    thinking,
  });
  const { server, status } = await answerTo(anthropicProvider({ windowTokens, script }), body);
  expect([status, server.requests, server.faults.length]).toEqual([400, 1, 1]);
});

const asks = (id: string, fields = {}) => ({
  type: 'function_call',
  call_id: id,
  name: 'find',
  arguments: '{}',
  ...fields,
});
const gives = (id: string, fields = {}) => ({
  type: 'function_call_output',
  call_id: id,
  output: 'ok',
  ...fields,
});
const reasons = (id: string, content: string | null = encrypted('Hm.')) => ({
  type: 'reasoning',
  id,
  summary: [],
  encrypted_content: content,
});
const screen = { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' };

test.each([
  ['an empty list', []],
  ['a kind that there is not', [{ type: 'tool_call', id: 'a' }]],
  ['a field of a client', [user, asks('a', { parsed_arguments: {} }), gives('a')]],
  ['an id of another kind', [user, asks('a', { id: 'call_1' }), gives('a')]],
  [
    'two items of one id',
    [user, { ...says(), id: 'msg_1', content: 'a' }, { ...says(), id: 'msg_1', content: 'b' }],
  ],
  ['a blank text', [{ role: 'user', content: [{ type: 'input_text', text: ' ' }] }]],
  [
    'words of the user as the assistant’s',
    [{ role: 'assistant', content: [{ type: 'input_text', text: 'a' }] }],
  ],
  ['a call without an output', [user, asks('a')]],
  ['one of two calls without an output', [user, asks('a'), asks('b'), gives('b')]],
  ['an output of no call', [user, gives('a')]],
  ['a second output', [user, asks('a'), gives('a'), gives('a')]],
  ['two calls of one id', [user, asks('a'), asks('a'), gives('a')]],
  ['an output of another kind', [user, asks('a'), gives('a', { type: 'custom_tool_call_output' })]],
  ['an id of 65 characters', [user, asks('a'.repeat(65)), gives('a'.repeat(65))]],
  ['a name with a dot', [user, asks('a', { name: 'a.b' }), gives('a')]],
  ['arguments that do not parse', [user, asks('a', { arguments: '{' }), gives('a')]],
  [
    'a picture of no address',
    [user, asks('a'), gives('a', { output: [{ ...screen, image_url: 'x' }] })],
  ],
  ['reasoning without the item behind it', [user, reasons('rs_led_1'), user]],
  ['reasoning at the end', [user, reasons('rs_led_1')]],
  ['an item without its reasoning', [user, asks('a', { id: 'fc_led_1' }), gives('a')]],
  [
    'reasoning that was changed',
    [user, reasons('rs_led_1', 'AA=='), asks('a', { id: 'fc_led_1' }), gives('a')],
  ],
  [
    'reasoning that nobody stored',
    [user, reasons('rs_led_1', null), asks('a', { id: 'fc_led_1' }), gives('a')],
  ],
])('the rules of the Responses API refuse %s', async (_, input) => {
  const body = JSON.stringify({ model: 'm', input, store: false });
  const { server, status } = await answerTo(responsesProvider({ windowTokens, script }), body);
  expect([status, server.requests, server.faults.length]).toEqual([400, 1, 1]);
});

test.each([
  ['a conversation that the provider holds', { previous_response_id: 'resp_1' }],
  [
    'tools of one name',
    {
      tools: [
        { type: 'function', name: 'a' },
        { type: 'function', name: 'a' },
      ],
    },
  ],
])('the rules of the Responses API refuse %s', async (_, fields) => {
  const body = JSON.stringify({ model: 'm', input: [user], store: false, ...fields });
  const { server, status } = await answerTo(responsesProvider({ windowTokens, script }), body);
  expect([status, server.faults.length]).toEqual([400, 1]);
});

test('the Responses API takes reasoning ahead of its item, and outputs of any order', async () => {
  const input = [
    user,
    reasons('rs_led_1'),
    asks('a', { id: 'fc_led_1' }),
    asks('b'),
    gives('b', { output: [screen] }),
    gives('a'),
  ];
  const body = JSON.stringify({ model: 'm', input, store: false });
  const { server, status } = await answerTo(responsesProvider({ windowTokens, script }), body);
  expect([status, server.faults]).toEqual([200, []]);
});

const heard = (...parts: readonly object[]) => ({ role: 'user', parts });
const spoken = (...parts: readonly object[]) => ({ role: 'model', parts });
const hello = heard({ text: 'Hi' });
const find = (fields: object = {}, name = 'find') => ({
  functionCall: { name, args: {}, ...fields },
  thoughtSignature: thoughtSignature(name),
});
const found = (fields: object = {}, name = 'find') => ({
  functionResponse: { name, response: { output: 'ok' }, ...fields },
});

test.each([
  ['an empty list', []],
  ['a role of another provider', [{ role: 'assistant', parts: [{ text: 'a' }] }]],
  ['a field of another provider', [{ ...hello, content: 'a' }]],
  ['a part of another provider', [heard({ type: 'text', text: 'a' })]],
  ['no parts', [heard()]],
  ['a part without a kind', [heard({ thought: true })]],
  ['an empty part', [heard({ text: 'a' }, {})]],
  [
    'a signature alone',
    [hello, spoken({ text: 'a' }, { thoughtSignature: thoughtSignature('') }), hello],
  ],
  ['a file without data', [heard({ inlineData: { mimeType: 'image/png' } })]],
  ['a part of two kinds', [heard({ text: 'a', inlineData: {} })]],
  ['a blank text', [heard({ text: ' ' })]],
  ['a file without a type', [heard({ inlineData: { data: 'AA==' } })]],
  ['the model first', [spoken({ text: 'a' }), hello]],
  ['the model last', [hello, spoken({ text: 'a' })]],
  ['two of the user in a row', [hello, hello]],
  ['two of the model in a row', [hello, spoken(find()), spoken({ text: 'a' }), hello]],
  ['a call of the user', [heard(find())]],
  ['an answer of the model', [hello, spoken(found()), hello]],
  ['a call without an answer', [hello, spoken(find()), hello]],
  ['one of two calls without an answer', [hello, spoken(find(), find()), heard(found())]],
  ['an answer of no call', [hello, spoken({ text: 'a' }), heard(found())]],
  ['a second answer', [hello, spoken(find()), heard(found(), found())]],
  ['an answer of another name', [hello, spoken(find()), heard(found({}, 'search'))]],
  ['an answer of another id', [hello, spoken(find({ id: 'a' })), heard(found({ id: 'b' }))]],
  ['a name with a space', [hello, spoken(find({}, 'find it')), heard(found({}, 'find it'))]],
  ['arguments that are no object', [hello, spoken(find({ args: [] })), heard(found())]],
  ['an answer without a response', [hello, spoken(find()), heard(found({ response: undefined }))]],
  ['an answer that is no object', [hello, spoken(find()), heard(found({ response: 'ok' }))]],
  [
    'a call without its signature',
    [hello, spoken({ ...find(), thoughtSignature: undefined }), heard(found())],
  ],
  [
    'a signature of another part',
    [hello, spoken({ text: 'a', thoughtSignature: thoughtSignature('find') }), hello],
  ],
])('the rules of Gemini refuse %s', async (_, contents) => {
  const body = JSON.stringify({ contents });
  const { server, status } = await answerTo(googleProvider({ windowTokens, script }), body);
  expect([status, server.requests, server.faults.length]).toEqual([400, 1, 1]);
});

test('Gemini asks for no signature of turns that are over, nor of calls of other models', async () => {
  const contents = [
    hello,
    spoken({ ...find(), thoughtSignature: undefined }),
    heard(found()),
    spoken({ text: 'a' }),
    hello,
    spoken({ ...find(), thoughtSignature: 'skip_thought_signature_validator' }),
    heard(found(), { text: 'And by bus?' }),
  ];
  const body = JSON.stringify({ contents });
  const { server, status } = await answerTo(googleProvider({ windowTokens, script }), body);
  expect([status, server.faults]).toEqual([200, []]);
});

const providers = [
  ['OpenAI', openAiProvider({ windowTokens, script }), 'context_length_exceeded'],
  ['Anthropic', anthropicProvider({ windowTokens, script }), 'prompt is too long'],
  ['the Responses API', responsesProvider({ windowTokens, script }), 'context_length_exceeded'],
  ['Gemini', googleProvider({ windowTokens, script }), 'exceeds the maximum number of tokens'],
] as const;

/** A request that every one of them reads: of those fields that are another's, none is looked at. */
function bodyOf(messages: readonly { readonly role: string; readonly content: string }[]): string {
  const contents = messages.map(({ role, content: text }) => ({ role, parts: [{ text }] }));
  return JSON.stringify({ model: 'm', max_tokens: 9, messages, input: messages, contents });
}

test.each(providers)('%s refuses half a surrogate pair, escaped or not', async (_, provider) => {
  const body = bodyOf([{ role: 'user', content: 'a \ud83d' }]);
  const { server, status } = await answerTo(provider, body);
  expect([status, server.faults.length]).toEqual([400, 1]);
});

test.each(providers)(
  '%s refuses what is longer than its window by its name',
  async (_, provider, name) => {
    const body = bodyOf([{ role: 'user', content: 'a'.repeat(9_000) }]);
    const { server, status, text } = await answerTo(provider, body);
    expect([status, server.tooLong, server.faults]).toEqual([400, 1, []]);
    expect(text).toContain(name);
  },
);

test.each(providers)('%s answers what has no fault', async (_, provider) => {
  const body = bodyOf([user]);
  const { server, status, text } = await answerTo(provider, body);
  expect([status, server.requests, server.faults]).toEqual([200, 1, []]);
  expect(text).toContain('Done.');
});

test.each([
  ['a name with a space', [{ name: 'find it' }]],
  ['two tools of one name', [{ name: 'find' }, { name: 'find' }]],
  ['a schema of no object', [{ name: 'find', schema: { type: 'string' } }]],
  ['a type that there is not', [{ name: 'find', schema: ofField({ type: 'text' }) }]],
  ['a list without items', [{ name: 'find', schema: ofField({ type: 'array' }) }]],
  ['an empty enum', [{ name: 'find', schema: ofField({ enum: [] }) }]],
  [
    'a required field that is no property',
    [{ name: 'find', schema: { type: 'object', required: ['a'] } }],
  ],
])('both refuse tools with %s', async (_, given: readonly { name: string; schema?: object }[]) => {
  const openAi = given.map(({ name, schema: parameters }) => ({
    type: 'function',
    function: { name, parameters },
  }));
  const claude = given.map(({ name, schema = { type: 'object' } }) => ({
    name,
    input_schema: schema,
  }));
  for (const [index, sent] of [openAi, claude].entries()) {
    const [, provider] = providers[index] ?? providers[0];
    const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: [user], tools: sent });
    const { server, status } = await answerTo(provider, body);
    expect([status, server.faults.length]).toEqual([400, 1]);
    expect(server.faults[0]).toMatch(/^tools/);
  }
});

function ofField(schema: object) {
  return { type: 'object', properties: { query: schema } };
}
