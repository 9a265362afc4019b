import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasModel, modelBytes, reference, runtimeBytes } from './shared-model.ts';

/** One request for a file. */
export interface SeenRequest {
  readonly method: string;
  readonly file: string;
}

/** What one test asks of the server, under a name of its own. */
interface Run {
  readonly seen: SeenRequest[];
  /** Resolves when the answer that was left open is given up by its caller. */
  givenUp: Promise<unknown>;
}

const WEIGHTS = 'onnx/model_quantized.onnx';

/**
 * A real server of the model, for tests in Node and in browsers.
 *
 * `/RUN/KIND/FILE` gives a file, however badly `KIND` does it; `/RUN/seen` lists the requests of a run,
 * `/RUN/given-up` answers when its caller has left the open answer. `/runtime.wasm` and
 * `/reference.json` are beside them.
 */
export async function startModelServer(): Promise<{
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
  const [name = '', kind = '', ...rest] = url.slice(1).split('/');
  if (name === 'runtime.wasm') return give(response, runtimeBytes(), 'application/wasm');
  if (name === 'reference.json') return give(response, json(hasModel ? reference() : null));
  const run = runs.get(name) ?? { seen: [], givenUp: Promise.resolve() };
  runs.set(name, run);
  if (kind === 'seen') return give(response, json(run.seen));
  if (kind === 'given-up') {
    await run.givenUp;
    return give(response, json('given up'));
  }
  const file = rest.join('/');
  run.seen.push({ method, file });
  serve(kind, file, response, run);
}

function serve(kind: string, file: string, response: ServerResponse, run: Run): void {
  const isWeights = file === WEIGHTS;
  if (kind === 'missing' && isWeights) return refuse(response, 404);
  if (kind === 'forbidden' && isWeights) return refuse(response, 403);
  if (kind === 'web-page' && file === 'config.json') {
    return give(response, Buffer.from('<!doctype html><title>Sign in</title>'), 'text/html');
  }
  if (kind === 'no-json' && file === 'tokenizer.json') return give(response, Buffer.from('{"a":'));
  if (kind === 'other-json' && file === 'tokenizer.json') return give(response, json({ a: 1 }));
  if (kind === 'lfs' && isWeights) {
    return give(
      response,
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n'),
    );
  }
  const bytes = modelBytes(file);
  if (kind === 'cut' && isWeights) return give(response, bytes.subarray(0, 1_000_000));
  if (isWeights && (kind === 'dying' || kind === 'stalling')) {
    response.writeHead(200, { 'content-length': bytes.length });
    run.givenUp = once(response, 'close');
    const begun = response.write(bytes.subarray(0, 2_000_000), () => {
      if (kind === 'dying') response.destroy();
    });
    return void begun;
  }
  return give(response, bytes);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end('no');
}

function give(response: ServerResponse, bytes: Uint8Array, type = 'application/json'): void {
  response.writeHead(200, { 'content-length': bytes.length, 'content-type': type }).end(bytes);
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
