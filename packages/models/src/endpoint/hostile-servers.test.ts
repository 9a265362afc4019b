import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChatDelta } from '../chat/chat-model.ts';
import { ModelError } from '../errors/model-error.ts';
import { aChat } from '../testing/a-chat.ts';
import { chunk, DONE, event, words } from '../testing/events.ts';
import { aPromise } from '../testing/later.ts';
import {
  aLocalServer,
  type Behaviour,
  dying,
  flooding,
  refusing,
  streaming,
} from '../testing/local-server.ts';
import { thrownBy } from '../testing/thrown-by.ts';

const KEY = 'sk-live-1234567890abcdef';

/** How a chat with a server that behaves so ends. */
async function failureOf(...behaviours: readonly Behaviour[]): Promise<ModelError> {
  const { ask } = await aChat(behaviours);
  return thrownBy(ask());
}

test.each([
  ['nothing', '', 'connection-lost'],
  ['a web page', '<!doctype html><title>Router</title>', 'answer-unreadable'],
  ['events that are no JSON', 'data: what?\n\n', 'answer-unreadable'],
  ['an end without a word', DONE, 'answer-empty'],
  ['only thoughts', chunk({ reasoning: 'Hm' }) + DONE, 'answer-empty'],
  ['an error', event({ error: { message: 'out of memory' } }), 'stream-error'],
  [
    'an overflow',
    event({ error: { message: 'no', code: 'context_length_exceeded' } }),
    'context-too-long',
  ],
  ['an error in place of a stream', '{"error":"no such thing"}', 'stream-error'],
  ['words without an end', words('One '), 'connection-lost'],
])('[MOD-3] a server that sends %s is told as such', async (_, body, kind) => {
  expect((await failureOf(streaming(body))).failure.kind).toBe(kind);
});

test.each([
  [401, { error: { message: 'Who are you?' } }, 'MODEL_UNAUTHORIZED'],
  [403, 'no', 'MODEL_UNAUTHORIZED'],
  [404, { error: { message: 'model "small" not found' } }, 'MODEL_NOT_FOUND'],
  [404, '404 page not found', 'MODEL_ENDPOINT_NOT_FOUND'],
  [413, '', 'MODEL_CONTEXT_TOO_LONG'],
  [429, { error: { message: 'slow' } }, 'MODEL_RATE_LIMITED'],
  [400, { error: { message: 'bad' } }, 'MODEL_REQUEST_REFUSED'],
  [500, '\u0000\uFFFD{"', 'MODEL_SERVER_FAULT'],
  [502, '<html>Bad gateway</html>', 'MODEL_SERVER_FAULT'],
])('[MOD-3] %i with %j is %s', async (status, body, code) => {
  expect((await failureOf(refusing(status, body))).code).toBe(code);
});

test('[MOD-3] a rate limit says how long to wait', async () => {
  const error = await failureOf(refusing(429, '', { 'retry-after': '30' }));
  expect(error).toMatchObject({ recoverable: true, failure: { retryAfterMs: 30_000 } });
});

test.each([429, 503])(
  '[MOD-3] a wait beyond all measure after a %i is told without its figure',
  async (status) => {
    const error = await failureOf(refusing(status, '', { 'retry-after': '99999999999999999999' }));
    expect(error.message).toContain('Try again later');
    expect(error.message).not.toMatch(/\d{5} s|e\+/);
  },
);

test('[MOD-3] an answer that ends without [DONE] is whole where the model said its last word', async () => {
  const { ask } = await aChat([streaming(words('One '), chunk({ content: 'two' }, 'stop'))]);
  expect((await ask()).text).toBe('One two');
});

test('[MOD-3] a connection that is cut in the middle keeps what arrived, and tells why', async () => {
  const told = aPromise();
  const { ask } = await aChat([dying(told.promise, words('One '))]);
  const error = await thrownBy(ask({ onDelta: () => told.resolve() }));
  expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', partial: { text: 'One ' } });
  expect(error.cause).toBeInstanceOf(Error);
});

test('[MOD-3] a call of a tool that is cut is no part of what arrived', async () => {
  const call = { index: 0, id: 'a', function: { name: 'seat', arguments: '{"row"' } };
  const error = await failureOf(streaming(words('So: '), chunk({ tool_calls: [call] })));
  expect(error).toMatchObject({ partial: { text: 'So: ', toolCalls: [] } });
});

test('[MOD-3] an error in the middle keeps what arrived, and is told in the server’s words', async () => {
  const error = await failureOf(
    streaming(words('One '), event({ error: { message: 'out of memory' } })),
  );
  expect(error).toMatchObject({ partial: { text: 'One ' } });
  expect(error.message).toContain('“out of memory”');
});

test('[MOD-3] broken events between good ones are counted, and the rest is read', async () => {
  const { ask } = await aChat([streaming(words('A'), 'data: {"cho\n\n', words('B'), DONE)]);
  expect(await ask()).toMatchObject({ text: 'AB', unreadable: 1 });
});

test('[MOD-3] lines may end in CRLF, and `data:` may have no space', async () => {
  const stream = (words('Größe ') + words('👩‍✈️') + DONE).replaceAll('data: ', 'data:');
  const { ask } = await aChat([streaming(stream.replaceAll('\n', '\r\n'))]);
  expect((await ask()).text).toBe('Größe 👩‍✈️');
});

test('[MOD-3] an answer that comes byte by byte is read', async () => {
  const byteByByte: Behaviour = async (response) => {
    for (const byte of Buffer.from(words('Größe 14 €, 座席, 👩‍✈️') + DONE)) {
      // Written out before the next one, so that characters do arrive in pieces.
      await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    }
    response.end();
  };
  const { ask, told } = await aChat([byteByByte]);
  expect((await ask()).text).toBe('Größe 14 €, 座席, 👩‍✈️');
  expect(told()).toBe('Größe 14 €, 座席, 👩‍✈️');
});

test('[MOD-3] a line of megabytes is read', async () => {
  const text = 'seat 14C '.repeat(600_000);
  const { ask } = await aChat([streaming(words(text), DONE)]);
  expect((await ask()).text).toHaveLength(text.length);
});

test('[MOD-3] a line without end is given up, and the server is let go of', async () => {
  const { ask, server } = await aChat([flooding(200, 'data: ', 'x'.repeat(1_000_000))]);
  const error = await thrownBy(ask());
  expect(error.code).toBe('MODEL_ANSWER_UNREADABLE');
  expect(error.message.length).toBeLessThan(1_000);
  await server.requests[0]?.closed;
});

test('[MOD-3] a refusal without end is not read to its end', async () => {
  const { ask, server } = await aChat([flooding(500, 'out of memory ', 'x'.repeat(100_000))]);
  expect(await thrownBy(ask())).toMatchObject({
    code: 'MODEL_SERVER_FAULT',
    failure: { serverMessage: expect.stringMatching(/^out of memory/) },
  });
  await server.requests[0]?.closed;
});

test('[MOD-3] a server that closes every connection before its answer is unreachable, with the cause', async () => {
  const closing: Behaviour = (response) => void response.destroy();
  const error = await failureOf(closing);
  expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE', failure: { kind: 'unreachable' } });
  expect(error.cause).toBeInstanceOf(TypeError);
});

test('[MOD-3] a server that closes this connection alone lost the request', async () => {
  const closing: Behaviour = (response) => void response.destroy();
  const error = await failureOf(closing, refusing(200, {}));
  expect(error.failure.kind).toBe('request-lost');
});

test('[MOD-3] a port where nobody listens is unreachable', async () => {
  const { ask, server } = await aChat([]);
  await server.close();
  expect((await thrownBy(ask())).failure.kind).toBe('unreachable');
});

test.each([301, 302, 307, 308])(
  '[MOD-3] neither conversation nor key follows a redirect (%i)',
  async (status) => {
    const elsewhere = await aLocalServer(streaming(words('Got it') + DONE));
    const location = `${elsewhere.baseUrl}/chat/completions`;
    const { ask } = await aChat([refusing(status, '', { location })], { apiKey: KEY });
    const error = await thrownBy(ask());
    expect(error).toMatchObject({ code: 'MODEL_UNREACHABLE', failure: { kind: 'redirected' } });
    expect(elsewhere.requests).toEqual([]);
  },
);

/** All that can be read of an error, its causes with it. */
function textsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = ModelError.isInstance(error)
    ? JSON.stringify([error, error.failure, error.explanation, error.partial])
    : '';
  const cause = error.cause === undefined ? '' : textsOf(error.cause);
  return [error.message, error.stack, own, cause].join('\n');
}

const IN_PIECES = [...KEY].map(words).join('');

const ECHOES: readonly (readonly [string, Behaviour])[] = [
  ['a refusal', refusing(401, { error: { message: `Incorrect API key: ${KEY}` } })],
  ['a refusal in plain words', refusing(400, `You sent Bearer ${KEY}`)],
  ['a refusal at the cut', refusing(500, `${'x'.repeat(290)}${KEY}`)],
  ['a web page', streaming(`<html>${'x'.repeat(100)}${KEY}</html>`)],
  ['an error in the stream', streaming(event({ error: { message: KEY } }))],
  ['a broken event', streaming(`data: {"key":"${KEY}\n\n`)],
  ['its words', streaming(words(`You are ${KEY}, I see.`), DONE)],
  ['its words, letter by letter', streaming(IN_PIECES, DONE)],
  ['words that break off', streaming(IN_PIECES)],
  ['its thoughts', streaming(chunk({ reasoning: KEY }), words('Hi'), DONE)],
  ['its last word', streaming(words('Hi'), chunk({}, KEY), DONE)],
  [
    'a call of a tool',
    streaming(
      chunk({
        tool_calls: [{ index: 0, id: KEY, function: { name: KEY, arguments: `{"a":"${KEY}"}` } }],
      }),
      DONE,
    ),
  ],
];

test.each(ECHOES)(
  '[MOD-3] a key that a server repeats in %s comes back nowhere',
  async (_, echo) => {
    const logged: unknown[] = [];
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      const spy = vi
        .spyOn(console, method)
        .mockImplementation((...all) => void logged.push(...all));
      onTestFinished(() => spy.mockRestore());
    }
    const { ask, deltas } = await aChat([echo], { apiKey: KEY });
    const outcome = await ask().catch((error: unknown) => error);
    const text = outcome instanceof Error ? textsOf(outcome) : JSON.stringify(outcome);
    expect(text).not.toContain(KEY);
    expect(text).toContain('•••');
    const told = deltas.map((delta) => delta.text + delta.thinking).join('');
    expect(told).not.toContain(KEY);
    expect(logged).toEqual([]);
  },
);

test('[MOD-3] a key in the middle of which the line breaks is shown in no piece and no error', async () => {
  const told = aPromise();
  const cut = words(`Your key is ${KEY.slice(0, -1)}`);
  const { ask } = await aChat([dying(told.promise, cut)], { apiKey: KEY });
  const deltas: ChatDelta[] = [];
  const error = await thrownBy(
    ask({
      onDelta: (delta) => {
        deltas.push(delta);
        told.resolve();
      },
    }),
  );
  expect(error).toMatchObject({ partial: { text: 'Your key is •••' } });
  expect(deltas.map(({ text }) => text).join('')).toBe('Your key is •••');
  expect(textsOf(error)).not.toContain(KEY.slice(0, 4));
});

test('[MOD-3] a key in the words of a failed `fetch` is in no cause', async () => {
  const fetch = (): Promise<Response> => {
    const cause = new Error(`header authorization: Bearer ${KEY}`);
    return Promise.reject(new TypeError('fetch failed', { cause }));
  };
  const { ask } = await aChat([], { apiKey: KEY, fetch });
  const error = await thrownBy(ask());
  expect(textsOf(error)).not.toContain(KEY);
  expect(error.cause).toMatchObject({ message: 'fetch failed' });
});
