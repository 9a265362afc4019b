import { expect, test } from 'vitest';
import { isAboutStreamOptions, readRefusal, saidIn, withoutKey } from './read-error.ts';

function refusal(status: number, body: unknown = '', retryAfter?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readRefusal({ status, body: text, retryAfter });
}

test.each([401, 403])('%i is about the key', (status) => {
  const body = { error: { message: 'Incorrect API key provided' } };
  expect(refusal(status, body)).toEqual({
    kind: 'key',
    status,
    said: 'Incorrect API key provided',
  });
});

test.each([
  { error: { message: 'model "x" not found, try pulling it first', type: 'api_error' } },
  { error: { message: 'The model `x` does not exist', code: 'model_not_found' } },
  { error: "model 'x' not found" },
])('404 about a model: %j', (body) => {
  expect(refusal(404, body).kind).toBe('no-model');
});

test.each(['404 page not found', { detail: 'Not Found' }, '<html>No</html>', ''])(
  '404 about the path: %j',
  (body) => {
    expect(refusal(404, body)).toEqual({ kind: 'no-path', status: 404 });
  },
);

test('a model that is refused with another status is about the model all the same', () => {
  expect(refusal(400, { error: { message: 'no', code: 'model_not_found' } }).kind).toBe('no-model');
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
  expect(refusal(status, body).kind).toBe('too-long');
});

test('429 says how long to wait where the server does', () => {
  expect(refusal(429, { error: { message: 'slow' } }, '12.2')).toEqual({
    kind: 'too-many',
    said: 'slow',
    retryAfterS: 13,
  });
  expect(refusal(429, '', 'Wed, 21 Oct 2026 07:28:00 GMT')).toEqual({ kind: 'too-many', said: '' });
});

test('5xx is a fault of the server, anything else a refusal', () => {
  expect(refusal(503, { error: { message: 'Loading model' } })).toEqual({
    kind: 'server',
    status: 503,
    said: 'Loading model',
  });
  expect(refusal(502, '<html>Bad gateway</html>')).toEqual({
    kind: 'server',
    status: 502,
    said: '',
  });
  expect(refusal(400, 'bad request')).toEqual({
    kind: 'refused',
    status: 400,
    said: 'bad request',
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

test('what a server said is one line, and not long', () => {
  expect(saidIn({ error: { message: ' a\n  b ' } })).toBe('a b');
  expect(saidIn({ message: 'x'.repeat(2_000) })).toHaveLength(300);
  expect(saidIn({ error: { code: 7 } })).toBe('');
});

test('a key that a server repeats is taken out', () => {
  expect(withoutKey('Incorrect key sk-1234: sk-1234', 'sk-1234')).toBe('Incorrect key •••: •••');
  expect(withoutKey('Incorrect key', undefined)).toBe('Incorrect key');
});
