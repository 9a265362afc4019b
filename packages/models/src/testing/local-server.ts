import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { onTestFinished } from 'vitest';

/** One request, as the server got it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Resolves when the answer is over, or the caller went away before that. */
  readonly closed: Promise<void>;
}

/** Answers one request, however well. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

/** A real server on this device, for one test. */
export interface LocalServer {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves with the next request. */
  nextRequest(): Promise<SeenRequest>;
  close(): Promise<void>;
}

/** Starts a server; each request takes the next behaviour, and the last one stays. */
export async function aLocalServer(...behaviours: readonly Behaviour[]): Promise<LocalServer> {
  const requests: SeenRequest[] = [];
  const waiting: ((request: SeenRequest) => void)[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const closed = once(response, 'close').then(() => undefined);
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body: await text(request), closed };
    const behaviour = behaviours[Math.min(requests.length, behaviours.length - 1)];
    requests.push(seen);
    for (const resolve of waiting.splice(0)) resolve(seen);
    await behaviour?.(response, seen);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    nextRequest: () => new Promise((resolve) => void waiting.push(resolve)),
    close,
  };
}

/** Sends these texts as a stream of events, and ends. */
export function streaming(...texts: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of texts) response.write(piece);
    response.end();
  };
}

/** Sends these texts, and then nothing more: the connection stays open. */
export function stalling(...texts: readonly string[]): Behaviour {
  return (response) => {
    begin(response);
    for (const piece of texts) response.write(piece);
  };
}

/** Sends these texts, waits for `signal`, and cuts the connection. */
export function dying(signal: Promise<unknown>, ...texts: readonly string[]): Behaviour {
  return async (response) => {
    begin(response);
    for (const piece of texts) response.write(piece);
    await signal;
    response.destroy();
  };
}

export function refusing(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Writes without end, until the caller goes away. */
export function flooding(status: number, first: string, piece: string): Behaviour {
  return async (response) => {
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    // The caller goes away in the middle: that is how it ends.
    await pipeline(Readable.from(endlessly(first, piece)), response).catch(() => undefined);
  };
}

function* endlessly(first: string, piece: string): Generator<string> {
  yield first;
  for (;;) yield piece;
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}
