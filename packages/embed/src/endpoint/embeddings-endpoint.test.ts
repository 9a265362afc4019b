import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { InvalidOptionError } from '@agent-memory/core';
import { createLongTermMemory } from '@agent-memory/long-term';
import { embedderContract } from '@agent-memory/long-term/testing';
import { spendingLimit } from '@agent-memory/models';
import { expect, onTestFinished, test } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import {
  batchesOf,
  type EmbeddingsEndpointOptions,
  type EndpointEmbedder,
  embeddingsEndpoint,
} from './embeddings-endpoint.ts';

const QUERY = { purpose: 'query' } as const;
const PASSAGE = { purpose: 'passage' } as const;

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

type Behaviour = (response: ServerResponse, asked: Asked) => void;

/** Answers as Ollama and its like do; vectors are of the letters, and of no length 1. */
const embedding: Behaviour = (response, { body }) => {
  const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  response.end(JSON.stringify({ data: data.toReversed() }));
};

function vectorOf(text: string): readonly number[] {
  const letters = new Array<number>(8).fill(1);
  for (const letter of text) {
    const place = (letter.codePointAt(0) ?? 0) % 8;
    letters[place] = (letters[place] ?? 0) + 3;
  }
  return letters;
}

/** An embedder at a real server. */
async function anEndpoint(
  behaviour: Behaviour,
  options: Partial<EmbeddingsEndpointOptions> = {},
): Promise<{ readonly embedder: EndpointEmbedder; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    readText(request).then(
      (text) => {
        const { authorization } = request.headers;
        const one = { path: request.url ?? '', authorization, body: JSON.parse(text || '{}') };
        asked.push(one);
        behaviour(response, one);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return { embedder: embeddingsEndpoint({ baseUrl, model: 'small', ...options }), asked };
}

embedderContract({
  name: 'an endpoint',
  create: async () => (await anEndpoint(embedding)).embedder,
});

test('long lists go in several requests, in their order', async () => {
  const { embedder, asked } = await anEndpoint(embedding);
  const texts = Array.from({ length: 65 }, (_, place) => `text ${place}`);
  const vectors = await embedder.embed(texts, PASSAGE);
  expect(vectors).toHaveLength(65);
  expect(asked.map(({ body }) => body)).toEqual([
    { model: 'small', input: texts.slice(0, 64) },
    { model: 'small', input: texts.slice(64) },
  ]);
  expect(asked[0]?.path).toBe('/v1/embeddings');
});

test('[MOD-7] no request goes out beyond the limit of the day, and each of a long list counts', async () => {
  const spending = spendingLimit({ perDay: { calls: 2 } });
  const { embedder, asked } = await anEndpoint(embedding, { spending });
  await embedder.embed(['one'], QUERY);
  const long = embedder.embed(Array.from({ length: 65 }, String), PASSAGE);
  await expect(long).rejects.toThrow('2 calls for today');
  await expect(embedder.embed(['two'], QUERY)).rejects.toThrow('Nothing is lost');
  expect(asked).toHaveLength(2);
});

test('[MOD-7] [RET-1] at the limit words are searched, and the search says why', async () => {
  const spending = spendingLimit({ perDay: { tokens: 1 } });
  const { embedder, asked } = await anEndpoint(embedding, { spending });
  spending.add({ tokens: 1 });
  const longTerm = createLongTermMemory({ user: 'ada', retrieval: { embedder } });
  await longTerm.set('tea', 'green');
  const { hits, degraded } = await longTerm.retrieve({ text: 'which tea?' });
  expect(hits).toHaveLength(1);
  expect(degraded.join(' ')).toContain('spending limit of 1 token for today');
  expect(asked).toEqual([]);
  await longTerm.dispose();
});

test('texts fill a request up to its length, and a longer one goes alone', () => {
  const long = 'x'.repeat(150_000);
  expect(batchesOf([long, long, 'a', 'b'])).toEqual([[long], [long, 'a', 'b']]);
  const longer = 'x'.repeat(300_000);
  expect(batchesOf(['a', longer, 'b'])).toEqual([['a'], [longer], ['b']]);
});

test.each<[string, string, boolean, Behaviour]>([
  [
    'a refused key',
    'MODEL_UNAUTHORIZED',
    false,
    (r) => r.writeHead(401).end('{"error":"bad key sk-123456"}'),
  ],
  [
    'too many requests',
    'MODEL_RATE_LIMITED',
    true,
    (r) => r.writeHead(429, { 'retry-after': '7' }).end(),
  ],
  [
    'a fault',
    'MODEL_SERVER_FAULT',
    true,
    (r) => r.writeHead(500).end('{"error":{"message":"sk-123456"}}'),
  ],
  [
    'no such model',
    'MODEL_NOT_FOUND',
    false,
    (r) => r.writeHead(404).end('{"message":"no model"}'),
  ],
  ['a web page', 'MODEL_ANSWER_UNREADABLE', false, (r) => r.end('<html>')],
  ['too few vectors', 'MODEL_ANSWER_UNREADABLE', false, (r) => r.end('{"data":[]}')],
  ['words', 'MODEL_ANSWER_UNREADABLE', false, (r) => r.end('{"data":[{"embedding":["a"]}]}')],
  [
    'a vector of zeros',
    'MODEL_ANSWER_UNREADABLE',
    false,
    (r) => r.end('{"data":[{"embedding":[0]}]}'),
  ],
  ['a lost connection', 'MODEL_UNREACHABLE', true, (r) => r.destroy()],
  ['a redirect', 'MODEL_UNREACHABLE', false, (r) => r.writeHead(307, { location: '/x' }).end()],
])('[MOD-3] %s is %s, and no key stands in it', async (_, code, recoverable, behaviour) => {
  const { embedder, asked } = await anEndpoint(behaviour, { apiKey: 'sk-123456' });
  const error = await thrownBy(embedder.embed(['Hello'], QUERY));
  expect(error).toMatchObject({ code, recoverable });
  expect(JSON.stringify([error.message, error.failure, error.cause])).not.toContain('sk-123456');
  expect(asked[0]?.authorization).toBe('Bearer sk-123456');
});

test.each([
  [200, 'MODEL_ANSWER_UNREADABLE'],
  [400, 'MODEL_REQUEST_REFUSED'],
])('[MOD-3] an answer without end, with status %d, is given up', async (status, code) => {
  const closed: Promise<unknown>[] = [];
  const { embedder } = await anEndpoint((response) => {
    closed.push(once(response, 'close'));
    response.writeHead(status);
    // The caller goes away in the middle: that is how it ends.
    pipeline(Readable.from(endlessly('no end '.repeat(10_000))), response).catch(() => undefined);
  });
  const error = await thrownBy(embedder.embed(['Hello'], QUERY));
  expect(error.code).toBe(code);
  expect(error.message).toContain('no end no end');
  await Promise.all(closed);
});

function* endlessly(piece: string): Generator<string> {
  for (;;) yield piece;
}

test('a key is hidden in every form that a server may repeat it in', async () => {
  const apiKey = 'sk-"12/34\\56';
  const { embedder } = await anEndpoint(
    (response) => {
      const forms = [apiKey, JSON.stringify(apiKey), encodeURIComponent(apiKey)];
      response.writeHead(400).end(JSON.stringify({ error: forms.join(' and ') }));
    },
    { apiKey },
  );
  const error = await thrownBy(embedder.embed(['Hello'], QUERY));
  expect(error.failure).toMatchObject({ serverMessage: '••• and "•••" and •••' });
});

test('how long a server asks to wait is told', async () => {
  const { embedder } = await anEndpoint((response) => {
    response.writeHead(429, { 'retry-after': '7' }).end('{"error":"slow down"}');
  });
  const error = await thrownBy(embedder.embed(['Hello'], QUERY));
  expect(error.failure).toMatchObject({ retryAfterMs: 7_000, serverMessage: 'slow down' });
});

test('[MOD-3] an abort ends the request at the server', async () => {
  const controller = new AbortController();
  let closed: Promise<unknown> = Promise.reject(new Error('no request came'));
  closed.catch(() => undefined);
  const { embedder } = await anEndpoint((response) => {
    closed = once(response, 'close');
    controller.abort(new Error('no more'));
  });
  const call = embedder.embed(['Hello'], { ...QUERY, signal: controller.signal });
  await expect(call).rejects.toThrow('no more');
  await closed;
});

test.each([
  [{ baseUrl: 'no address' }, '`baseUrl`'],
  [{ baseUrl: 'http://me:secret@localhost/v1' }, '`baseUrl`'],
  [{ apiKey: 'two words' }, '`apiKey`'],
  [{ model: '' }, '`model`'],
  [{ aipKey: 'x' }, '`apiKey`'],
])('%j is refused by name, without its value', (options, words) => {
  const create = () =>
    embeddingsEndpoint({ baseUrl: 'http://localhost:1/v1', model: 'small', ...options });
  expect(create).toThrow(InvalidOptionError);
  expect(create).toThrow(words);
  expect(create).not.toThrow('secret');
});
