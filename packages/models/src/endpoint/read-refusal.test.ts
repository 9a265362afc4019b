import { expect, test } from 'vitest';
import {
  isAboutStreamOptions,
  messageIn,
  readRefusal,
  readStreamError,
  retryAfterIn,
} from './read-refusal.ts';
import { secretsOf } from './secrets.ts';

const NO_SECRETS = secretsOf(undefined, {});

function refusal(status: number, body: unknown = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readRefusal({ status, body: text }, NO_SECRETS);
}

test.each([401, 403])('%i is about the key', (status) => {
  const body = { error: { message: 'Incorrect API key provided' } };
  expect(refusal(status, body)).toEqual({
    kind: 'unauthorized',
    status,
    serverMessage: 'Incorrect API key provided',
    hadKey: false,
  });
});

test.each([
  { error: { message: 'model "x" not found, try pulling it first', type: 'api_error' } },
  { error: { message: 'The model `x` does not exist', code: 'model_not_found' } },
  { error: "model 'x' not found" },
])('404 about a model: %j', (body) => {
  expect(refusal(404, body).kind).toBe('model-not-found');
});

test.each(['404 page not found', { detail: 'Not Found' }, '<html>No</html>', ''])(
  '404 about the path: %j',
  (body) => {
    expect(refusal(404, body)).toEqual({ kind: 'endpoint-not-found', status: 404 });
  },
);

test('a model that is refused with another status is about the model all the same', () => {
  expect(refusal(400, { error: { message: 'no', code: 'model_not_found' } }).kind).toBe(
    'model-not-found',
  );
});

test.each([
  [400, { error: { message: 'too big', code: 'context_length_exceeded' } }],
  [400, { error: { message: "This model's maximum context length is 8192 tokens" } }],
  [
    400,
    {
      error: {
        type: 'exceed_context_size_error',
        message: 'request exceeds the available context size',
      },
    },
  ],
  [
    500,
    { error: { message: 'the request exceeds the available context size, try increasing it' } },
  ],
  [422, { detail: [{ msg: 'Input is too long for this model' }] }],
  [413, ''],
])('%i is about the length of the context', (status, body) => {
  expect(refusal(status, body).kind).toBe('context-too-long');
});

test('[MOD-3] 429 says how long to wait where the server does', () => {
  const refused = { status: 429, body: '{"error":{"message":"slow"}}' };
  expect(readRefusal({ ...refused, retryAfterMs: 12_200 }, NO_SECRETS)).toEqual({
    kind: 'rate-limited',
    serverMessage: 'slow',
    retryAfterMs: 12_200,
  });
  expect(readRefusal(refused, NO_SECRETS)).toEqual({ kind: 'rate-limited', serverMessage: 'slow' });
});

const NOW_MS = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

test.each([
  [{ 'retry-after': '12.2' }, 12_200],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT' }, 30_000],
  [{ 'retry-after': '60', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': '99999999999999999999' }, 2 ** 31 - 1],
  [{ 'retry-after-ms': '1e300' }, 2 ** 31 - 1],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT' }, undefined],
  [{ 'retry-after': '0' }, undefined],
  [{ 'retry-after': '-3' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Infinity' }, undefined],
  [{ 'retry-after-ms': 'soon' }, undefined],
  [{}, undefined],
])('[MOD-3] %j asks to wait for %s ms', (headers, waitMs) => {
  expect(retryAfterIn(new Headers(headers), NOW_MS)).toBe(waitMs);
});

test.each([
  ['{"error":{"message":"out of memory"}}', 'stream-error'],
  ['{"error":{"message":"no","code":"context_length_exceeded"}}', 'context-too-long'],
  ['{"error":{"message":"Provider is busy","code":429}}', 'rate-limited'],
  ['{"object":"error","message":"no such lora","code":404}', 'stream-error'],
])('[MOD-3] an error in a stream: %s is %s', (body, kind) => {
  expect(readStreamError(body, NO_SECRETS).kind).toBe(kind);
});

test('5xx is a fault of the server, anything else a refusal', () => {
  expect(refusal(503, { error: { message: 'Loading model' } })).toEqual({
    kind: 'server-fault',
    status: 503,
    serverMessage: 'Loading model',
  });
  expect(refusal(502, '<html>Bad gateway</html>')).toEqual({
    kind: 'server-fault',
    status: 502,
    serverMessage: '',
  });
  expect(refusal(400, 'bad request')).toEqual({
    kind: 'request-refused',
    status: 400,
    serverMessage: 'bad request',
  });
});

test.each([
  [400, 'Unrecognized request argument supplied: stream_options', true],
  [
    422,
    '{"detail":[{"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}',
    true,
  ],
  [400, 'something else', false],
  [500, 'stream_options', false],
])('%i %j is about the wish for usage: %s', (status, body, isAbout) => {
  expect(isAboutStreamOptions({ status, body })).toBe(isAbout);
});

test('the words of a server are one line, and not many', () => {
  expect(messageIn({ error: { message: ' a\n  b ' } }, NO_SECRETS)).toBe('a b');
  expect(messageIn({ message: 'x'.repeat(2_000) }, NO_SECRETS)).toHaveLength(300);
  expect(messageIn({ error: { code: 7 } }, NO_SECRETS)).toBe('');
});

test('an error that is nested without end has no words', () => {
  const deep = JSON.parse(`${'['.repeat(10_000)}"x"${']'.repeat(10_000)}`);
  expect(messageIn(deep, NO_SECRETS)).toBe('');
});

test('a key at the cut of a long text is taken out whole', () => {
  const key = 'sk-1234567890';
  const text = `${'x'.repeat(295)}${key}`;
  expect(messageIn(text, secretsOf(key, {}))).toBe(`${'x'.repeat(295)}•••`);
});

test('[BUD-4] what a refusal means does not depend on the key: one of common words is no reason', () => {
  const secrets = secretsOf('context', {});
  const body = "This model's maximum context length is 8192 tokens";
  expect(readRefusal({ status: 400, body }, secrets).kind).toBe('context-too-long');
});
