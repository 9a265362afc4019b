import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { REAL_MODEL } from './real-model.ts';
import { tinyModelBytes, tinyModelHalves } from './tiny-model.ts';

/** The requests of one test, under a name of its own. */
interface Run {
  readonly seen: string[];
  /** Resolves when the answer that was left open is given up by its caller. */
  givenUp: Promise<unknown>;
}

/** One request for a file. */
interface Asked {
  readonly method: string;
  readonly kind: string;
  readonly file: string;
}

/**
 * A real server of models.
 *
 * `/RUN/real/FILE` gives the real model, `/RUN/KIND/FILE` the tiny one, however badly `KIND` does it;
 * `/RUN/seen` lists the requests of a run, `/RUN/given-up` answers when its caller has left the open
 * answer.
 */
export async function startGgufServer(): Promise<{
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const runs = new Map<string, Run>();
  const server = createServer((request, response) => {
    answer(runs, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  runs: Map<string, Run>,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cross-origin-resource-policy', 'cross-origin');
  const [name = '', kind = '', file = ''] = url.slice(1).split('/');
  const run = runs.get(name) ?? { seen: [], givenUp: Promise.resolve() };
  runs.set(name, run);
  if (kind === 'seen') give(response, Buffer.from(JSON.stringify(run.seen)));
  else if (kind === 'given-up') {
    await run.givenUp;
    give(response, Buffer.from('"given up"'));
  } else {
    run.seen.push(`${method} ${file}`);
    await serve({ method, kind, file }, response, run);
  }
}

async function serve({ method, kind, file }: Asked, response: ServerResponse, run: Run) {
  const bytes = bytesOf(file);
  const half = bytes.subarray(0, bytes.length / 2);
  switch (kind) {
    case 'real':
      response.writeHead(200, { 'content-length': statSync(REAL_MODEL).size });
      return pipeline(createReadStream(REAL_MODEL), response);
    case 'missing':
      return response.writeHead(404).end('no');
    case 'web-page':
      return give(response, Buffer.from('<!doctype html><title>Sign in</title>'));
    case 'empty':
      return give(response, new Uint8Array());
    case 'truncated':
      return give(response, half);
    case 'unmeasured':
      // Sent in chunks, and so without a length.
      return response.writeHead(200).end(bytes);
    case 'enormous':
      response.writeHead(200, { 'content-length': 10 ** 15 });
      return response.write(half);
    case 'dying':
    case 'stalling':
      response.writeHead(200, { 'content-length': bytes.length });
      if (method === 'HEAD') return response.end();
      run.givenUp = once(response, 'close');
      return response.write(half, () => kind === 'dying' && response.destroy());
    default:
      return give(response, bytes);
  }
}

function bytesOf(file: string): Uint8Array {
  const [first, second] = tinyModelHalves();
  if (first && file.endsWith('-00001-of-00002.gguf')) return first;
  if (second && file.endsWith('-00002-of-00002.gguf')) return second;
  return tinyModelBytes();
}

function give(response: ServerResponse, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
}
