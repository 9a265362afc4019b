import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasModel, modelBytes, reference, runtimeBytes } from './shared-model.ts';
import { tinyModelBytes } from './tiny-model.ts';

/** One request for a file. */
export interface SeenRequest {
  readonly method: string;
  readonly file: string;
}

/** The requests of one test, under a name of its own. */
interface Run {
  readonly seen: SeenRequest[];
  /** Resolves when the answer that was left open is given up by its caller. */
  givenUp: Promise<unknown>;
}

const WEIGHTS = 'onnx/model_quantized.onnx';

/**
 * A real server of models, for tests in Node and in browsers.
 *
 * `/RUN/real/FILE` gives a file of the real model, `/RUN/KIND/FILE` one of the tiny model, however
 * badly `KIND` does it; `/RUN/seen` lists the requests of a run,
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
  // Longer than a pause of a busy machine: a socket that closes as it is used again fails its request.
  server.keepAliveTimeout = 60_000;
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
  if (name === 'runtime.wasm') give(response, runtimeBytes(), 'application/wasm');
  else if (name === 'reference.json') give(response, json(hasModel ? reference() : null));
  else await answerOfRun(runOf(runs, name), { method, kind, file: rest.join('/') }, response);
}

async function answerOfRun(
  run: Run,
  { method, kind, file }: SeenRequest & { readonly kind: string },
  response: ServerResponse,
): Promise<void> {
  if (kind === 'seen') give(response, json(run.seen));
  else if (kind === 'given-up') {
    await run.givenUp;
    give(response, json('given up'));
  } else {
    run.seen.push({ method, file });
    serve(kind, file, response, run);
  }
}

function runOf(runs: Map<string, Run>, name: string): Run {
  const run = runs.get(name) ?? { seen: [], givenUp: Promise.resolve() };
  runs.set(name, run);
  return run;
}

function serve(kind: string, file: string, response: ServerResponse, run: Run): void {
  const broken = hostile(kind, file);
  if (kind === 'endless' && file === 'config.json') goOn(response);
  else if (typeof broken === 'number') response.writeHead(broken).end('no');
  else if (file === WEIGHTS && (kind === 'dying' || kind === 'stalling')) {
    begin(response, kind === 'dying', run);
  } else give(response, broken ?? (kind === 'real' ? modelBytes(file) : tinyModelBytes(file)));
}

/** A status or a content that is not the file's own; `undefined` where the file is given as it is. */
function hostile(kind: string, file: string): number | Uint8Array | undefined {
  switch (`${kind}: ${file}`) {
    case `missing: ${WEIGHTS}`:
      return 404;
    case `forbidden: ${WEIGHTS}`:
      return 403;
    case 'web-page: config.json':
      return Buffer.from('<!doctype html><title>Sign in</title>');
    case 'no-json: tokenizer.json':
      return Buffer.from('{"a":');
    case 'other-json: tokenizer.json':
      return json({ a: 1 });
    case `lfs: ${WEIGHTS}`:
      return Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\n');
    case `cut: ${WEIGHTS}`:
      return half(tinyModelBytes(file));
    default:
      return undefined;
  }
}

/** Sends a beginning of the weights, and then cuts the connection or leaves it open. */
function begin(response: ServerResponse, isCut: boolean, run: Run): void {
  const bytes = tinyModelBytes(WEIGHTS);
  response.writeHead(200, { 'content-length': bytes.length });
  run.givenUp = once(response, 'close');
  response.write(half(bytes), () => {
    if (isCut) response.destroy();
  });
}

/** Sends spaces until the caller goes away. */
function goOn(response: ServerResponse): void {
  response.writeHead(200);
  pipeline(Readable.from(spaces()), response).catch(() => undefined);
}

function* spaces(): Generator<string> {
  const piece = ' '.repeat(100_000);
  for (;;) yield piece;
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length / 2);
}

function give(response: ServerResponse, bytes: Uint8Array, type = 'application/json'): void {
  response.writeHead(200, { 'content-length': bytes.length, 'content-type': type }).end(bytes);
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
