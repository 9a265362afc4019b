import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

/** A refusal as a provider words it. */
export interface Refusal {
  readonly status: number;
  readonly body: object;
  readonly kind: 'fault' | 'too-long';
  readonly message: string;
}

/** The rules and the answers of one provider. */
export interface Provider {
  /** The refusal of a request, by its body; `undefined` where it is taken. */
  refusalOf(body: unknown): Refusal | undefined;
  /** `path` is that of the request: some providers tell there whether an answer is streamed. */
  answer(body: unknown, response: ServerResponse, path: string): void;
  /** How a body is refused that is no JSON, or whose text is no Unicode. */
  refuse(message: string): Refusal;
}

/** A server on this machine that refuses what the provider refuses, and counts. */
export interface StrictServer {
  readonly url: string;
  /** Requests that came, refused ones included. */
  readonly requests: number;
  /** Requests that were refused because of a fault in them, in the provider's words. */
  readonly faults: readonly string[];
  /** Requests that were refused for their length alone. */
  readonly tooLong: number;
  stop(): Promise<void>;
}

export async function startStrictServer(provider: Provider): Promise<StrictServer> {
  const faults: string[] = [];
  let requests = 0;
  let tooLong = 0;
  const server = createServer((request, response) => {
    readText(request).then(
      (text) => {
        requests += 1;
        const refusal = refusalOf(provider, text);
        if (refusal === undefined) {
          return provider.answer(JSON.parse(text), response, request.url ?? '');
        }
        if (refusal.kind === 'too-long') tooLong += 1;
        else faults.push(refusal.message);
        sendJson(response, refusal.body, refusal.status);
      },
      // The client went away in the middle of its request.
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    get tooLong() {
      return tooLong;
    },
    faults,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function refusalOf(provider: Provider, text: string): Refusal | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return provider.refuse(`The request body is not valid JSON: ${inspect(error)}`);
  }
  // Parsers of other languages take no half of a pair, escaped or not.
  const broken = brokenTextIn(body);
  if (broken !== undefined) {
    return provider.refuse(`The request body is not valid JSON: no low surrogate in ${broken}`);
  }
  return provider.refusalOf(body);
}

function brokenTextIn(value: unknown): string | undefined {
  if (typeof value === 'string')
    return /\p{Surrogate}/u.test(value) ? value.slice(0, 60) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, held] of Object.entries(value)) {
    const broken = brokenTextIn(name) ?? brokenTextIn(held);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
