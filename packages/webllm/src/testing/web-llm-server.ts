import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inPieces } from './in-pieces.ts';
import { tinyModelFile } from './tiny-model.ts';

/** The files that one test was given, and the answer that was left open for it. */
interface Run {
  readonly seen: string[];
  givenUp: Promise<unknown>;
}

const SHARD = 'resolve/main/params_shard_0.bin';
const CONFIG = 'resolve/main/mlc-chat-config.json';
const LIBRARY = 'lib.wasm';

/**
 * A real server of the tiny model. `/RUN/KIND/FILE` gives a file of it, however badly `KIND` does it;
 * `/RUN/seen` lists the downloads of a run, `/RUN/given-up` answers when its caller has left the open
 * answer.
 */
export async function startWebLlmServer() {
  const runs = new Map<string, Run>();
  const server = createServer(({ method, url = '' }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const [name = '', kind = '', ...rest] = url.slice(1).split('/');
    const run = runs.get(name) ?? { seen: [], givenUp: Promise.resolve() };
    runs.set(name, run);
    const file = rest.join('/');
    if (kind === 'seen') return response.end(JSON.stringify(run.seen));
    if (kind === 'given-up') return run.givenUp.then(() => response.end());
    if (method === 'HEAD') return give(response, tinyModelFile(file), { isHead: true });
    run.seen.push(file);
    return serve(run, kind, file, response);
  });
  server.listen(0);
  await once(server, 'listening');
  // A server that listens without a path has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, close };
}

/** Answers as a server of this kind does: well, where it has nothing against the file. */
function serve(run: Run, kind: string, file: string, response: ServerResponse): unknown {
  const bytes = kind === 'in-pieces' ? inPieces(file) : tinyModelFile(file);
  const half = bytes?.subarray(0, bytes.length / 2);
  switch (`${kind}: ${file}`) {
    case `no-weights: ${SHARD}`:
    case `no-library: ${LIBRARY}`:
      return response.writeHead(404).end('not here');
    case `sign-in: ${CONFIG}`:
    case `sign-in-library: ${LIBRARY}`:
      return response.end('<!doctype html><title>Sign in</title>');
    case `other-library: ${LIBRARY}`:
      return give(response, emptyLibrary());
    case `other-config: ${CONFIG}`:
      return give(response, Buffer.from('{"tokenizer_files": []}'));
    case `short-weights: ${SHARD}`:
      return give(response, half);
    case `dying: ${SHARD}`:
      response.writeHead(200, { 'content-length': bytes?.length });
      return response.write(half ?? '', () => response.destroy());
    case `stalling: ${SHARD}`:
      response.writeHead(200, { 'content-length': bytes?.length });
      run.givenUp = once(response, 'close');
      return response.flushHeaders();
    default:
      return give(response, bytes);
  }
}

/** A module of WebAssembly that does nothing. */
function emptyLibrary(): Uint8Array {
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
}

function give(
  response: ServerResponse,
  bytes: Uint8Array | undefined,
  { isHead = false } = {},
): unknown {
  if (!bytes) return response.writeHead(404).end();
  response.writeHead(200, { 'content-length': bytes.length });
  return isHead ? response.end() : response.end(bytes);
}
