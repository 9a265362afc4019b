import { createAgentMemory, fixedBudget, type OpenAiMessage } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { isRecord } from '../endpoint/json.ts';
import {
  ModelTimeoutError,
  ModelUnauthorizedError,
  ModelUnreachableError,
  RateLimitedError,
  ServerFaultError,
  UnreadableAnswerError,
} from '../errors/endpoint-error.ts';
import { aLocalServer, type Behaviour, refusing, stalling } from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { anthropicCounter } from './anthropic-counter.ts';
import type { CounterOptions } from './counter-endpoint.ts';
import { googleCounter } from './google-counter.ts';

const KEY = 'sk-ant-0123456789';
const PICTURE = 'iVBORw0KGgo=';

const tools = [
  { name: 'find', description: 'Finds a parcel.', parameters: { type: 'object', properties: {} } },
];

const context: readonly OpenAiMessage[] = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Where is it?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call:1', type: 'function', function: { name: 'find', arguments: '{"id":7}' } },
      { id: 'call:2', type: 'function', function: { name: 'find', arguments: '{"id":' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call:1', content: 'in Lyon' },
  { role: 'tool', tool_call_id: 'call:2', content: '' },
  { role: 'user', content: 'Thanks. And now?' },
  { role: 'assistant', content: 'It leaves today. ' },
];

type Body = Readonly<Record<string, unknown>>;
const recordsIn = (value: unknown): readonly Body[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Faults for which Anthropic's API answers 400, as far as a count can have them. */
function anthropicFault(body: Body): string | undefined {
  const known = ['model', 'messages', 'system', 'tools'];
  const extra = Object.keys(body).find((name) => !known.includes(name));
  if (extra) return `${extra}: Extra inputs are not permitted`;
  const messages = recordsIn(body.messages);
  if (messages[0]?.role !== 'user') return 'first message must use the user role';
  const names = recordsIn(body.tools).map(({ name }) => name);
  let open: unknown[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'user' && role !== 'assistant') return `unexpected role ${String(role)}`;
    if (role === messages[index - 1]?.role) return 'roles must alternate';
    const blocks = recordsIn(content);
    if (blocks.length === 0) return 'messages must have non-empty content';
    const results = blocks.filter(({ type }) => type === 'tool_result');
    if (results.map((block) => block.tool_use_id).join() !== open.join()) return 'ids do not match';
    for (const block of blocks) {
      if (block.type === 'text' && !/\S/.test(String(block.text))) return 'empty text block';
      if (block.type !== 'tool_use') continue;
      if (!/^[a-zA-Z0-9_-]+$/.test(String(block.id))) return 'id: String should match pattern';
      if (!isRecord(block.input)) return 'input: Input should be a valid dictionary';
      if (!names.includes(block.name)) return 'tool_use without a definition of the tool';
    }
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
  }
  const last = recordsIn(messages.at(-1)?.content).at(-1);
  return /\s$/.test(String(last?.text ?? '')) ? 'must not end with trailing whitespace' : undefined;
}

/** The same of the Gemini API. */
function googleFault(body: Body): string | undefined {
  const { generateContentRequest: request } = body;
  if (!isRecord(request) || Object.keys(body).length !== 1) return 'either contents or a request';
  if (request.model !== 'models/gemini-2.5-flash') return 'model does not match the path';
  for (const { role, parts } of recordsIn(request.contents)) {
    if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model';
    const fields = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];
    for (const part of recordsIn(parts)) {
      const names = Object.keys(part);
      if (names.length !== 1 || !fields.includes(names[0] ?? '')) return 'Invalid JSON payload';
      const { functionResponse: response } = part;
      if (isRecord(response) && !isRecord(response.response)) return 'response: must be a struct';
    }
    if (recordsIn(parts).length === 0) return 'contents.parts must not be empty';
  }
  return undefined;
}

function strict(
  keyHeader: string,
  fault: (body: Body) => string | undefined,
  answer: object,
): Behaviour {
  return (response, { headers, body, method }) => {
    const isJson = headers['content-type'] === 'application/json' && method === 'POST';
    const found = isJson ? fault(JSON.parse(body)) : 'no JSON was posted';
    const status = headers[keyHeader] === KEY ? (found ? 400 : 200) : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? answer : { error: { message: found ?? 'key' } }));
  };
}

const providers = [
  {
    name: 'anthropic',
    make: (options: Partial<CounterOptions>) =>
      anthropicCounter({ model: 'claude-sonnet-4-5', ...options }),
    path: '/v1/messages/count_tokens',
    keyHeader: 'x-api-key',
    fault: anthropicFault,
    answer: { input_tokens: 4_711 },
  },
  {
    name: 'google',
    make: (options: Partial<CounterOptions>) =>
      googleCounter({ model: 'gemini-2.5-flash', ...options }),
    path: '/v1/models/gemini-2.5-flash:countTokens',
    keyHeader: 'x-goog-api-key',
    fault: googleFault,
    answer: { totalTokens: 4_711 },
  },
] as const;

for (const { name, make, path, keyHeader, fault, answer } of providers) {
  const accepting = strict(keyHeader, fault, answer);

  test(`[TOK-7] ${name}: a context is counted by a server that is strict about its form`, async () => {
    const server = await aLocalServer(accepting);
    const { baseUrl } = server;
    expect(await make({ baseUrl, apiKey: KEY, tools }).count(context, {})).toBe(4_711);
    const [seen] = server.requests;
    expect(seen?.path).toBe(path);
    expect(seen?.headers.authorization).toBeUndefined();
    expect(seen?.body).toContain('Be brief.');
    expect(seen?.body).toContain('Finds a parcel.');
    expect(seen?.body).toContain(PICTURE);
    expect(seen?.body).toContain('in Lyon');
  });

  test(`[TOK-7] ${name}: calls of tools that were not given, and a context that begins with an answer`, async () => {
    const server = await aLocalServer(accepting);
    const counter = make({ baseUrl: server.baseUrl, apiKey: KEY });
    expect(await counter.count(context, {})).toBe(4_711);
    expect(await counter.count(context.slice(5).toReversed(), {})).toBe(4_711);
    expect(await counter.count([{ role: 'user', content: [] }, ...context.slice(5)], {})).toBe(
      4_711,
    );
  });

  test(`[TOK-7] ${name}: a proxy adds the key, and headers of one's own are sent`, async () => {
    const server = await aLocalServer(refusing(200, answer));
    const counter = make({
      baseUrl: `${server.baseUrl}/proxy?team=1`,
      headers: { 'X-Team': 'one' },
    });
    expect(await counter.count(context, {})).toBe(4_711);
    const [seen] = server.requests;
    expect(seen?.path).toBe(`${path.replace('/v1/', '/v1/proxy/')}?team=1`);
    expect(seen?.headers).toMatchObject({ 'x-team': 'one' });
    expect(seen?.headers[keyHeader]).toBeUndefined();
  });

  test.each([
    [401, ModelUnauthorizedError],
    [429, RateLimitedError],
    [500, ServerFaultError],
    [529, ServerFaultError],
  ] as const)(
    `[MOD-3] ${name}: a refusal with %i has a type of its own and no key`,
    async (status, type) => {
      const { baseUrl } = await aLocalServer(refusing(status, { error: { message: `no ${KEY}` } }));
      const error = await thrownBy(make({ baseUrl, apiKey: KEY }).count(context, {}));
      expect(error).toBeInstanceOf(type);
      expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toContain(KEY);
    },
  );

  test.each([
    '',
    'ok',
    '{}',
    '[]',
    '{"input_tokens":-1,"totalTokens":-1}',
    '{"input_tokens":0,"totalTokens":0}',
    '{"input_tokens":1.5,"totalTokens":"7"}',
    `<p>${KEY}</p>`,
  ])(`[MOD-3] ${name}: an answer of %j is no count`, async (body) => {
    const { baseUrl } = await aLocalServer(refusing(200, body));
    const error = await thrownBy(make({ baseUrl, apiKey: KEY }).count(context, {}));
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(error.message).not.toContain(KEY);
  });

  test(`[MOD-3] ${name}: a redirect is not followed`, async () => {
    const elsewhere = await aLocalServer(refusing(200, answer));
    const location = `${elsewhere.baseUrl}/elsewhere`;
    const { baseUrl } = await aLocalServer(refusing(307, '', { location }));
    const error = await thrownBy(make({ baseUrl, apiKey: KEY }).count(context, {}));
    expect(error).toBeInstanceOf(ModelUnreachableError);
    expect(elsewhere.requests).toEqual([]);
  });

  test(`[MOD-3] ${name}: an answer that does not come is given up, and the caller's abort passes on`, async () => {
    const server = await aLocalServer(stalling());
    const { baseUrl } = server;
    const error = await thrownBy(make({ baseUrl, timeoutMs: 30 }).count(context, {}));
    expect(error).toBeInstanceOf(ModelTimeoutError);
    const abort = new AbortController();
    const next = server.nextRequest();
    const counting = make({ baseUrl }).count(context, { signal: abort.signal });
    counting.catch(() => undefined);
    const { closed } = await next;
    abort.abort(new Error('left'));
    await expect(counting).rejects.toThrow('left');
    await closed;
  });

  test(`[TOK-7] ${name}: a memory goes on without a counter that fails, and says so without the key`, async () => {
    const { baseUrl } = await aLocalServer(refusing(500, { error: { message: KEY } }));
    const contextCounter = make({ baseUrl, apiKey: KEY });
    const count = (text: string) => Math.ceil(text.length / 4);
    const tokenCounter = { encoding: 'quarters', source: 'counted', count } as const;
    const memory = createAgentMemory({
      id: name,
      budget: fixedBudget(100),
      contextCounter,
      tokenCounter,
    });
    await memory.append({ role: 'user', content: 'x'.repeat(4 * 88) });
    await memory.assemble();
    const { degraded } = memory.getState();
    expect(degraded).toMatchObject([{ code: 'COUNTER_FAILED' }]);
    expect(degraded[0]?.message).not.toContain(KEY);
  });

  test.each([
    ['model', { model: ' ' }],
    ['apiKey', { apiKey: 'two words' }],
    ['baseUrl', { baseUrl: 'ftp://somewhere' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['headers', { headers: { 'x-key': 'a\nb' } }],
  ])(`[TOK-7] ${name}: a wrong \`%s\` is refused when the counter is made`, (option, options) => {
    expect(() => make(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', option }),
    );
  });
}
