import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server's behaviour at one request for an answer. */
export type Behaviour =
  /** Streams words, a chunk each, and reports its usage when it is asked to. */
  | {
      readonly kind: 'stream';
      readonly words: readonly string[];
      readonly thinking?: readonly string[];
      /** Where thoughts stand in a chunk; default `reasoning_content`. */
      readonly thinkingField?: 'reasoning_content' | 'reasoning';
      readonly finish?: string;
      readonly promptTokens?: number;
    }
  /** Streams words, then says nothing until `release`; then the rest. */
  | { readonly kind: 'stall'; readonly words: readonly string[]; readonly rest: readonly string[] }
  /** Streams words; the connection is gone at `release`. */
  | {
      readonly kind: 'die';
      readonly words: readonly string[];
      readonly thinking?: readonly string[];
    }
  /** Sends this text as it is, by default as a stream of events. */
  | { readonly kind: 'raw'; readonly text: string; readonly contentType?: string }
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** The body of a request for an answer. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** One request for an answer, as it came in. */
export interface SeenRequest {
  readonly authorization: string | undefined;
  readonly body: ChatRequest;
  /** Tells whether the caller went away before the answer was over. */
  readonly isGivenUp: () => boolean;
}

/**
 * A local server that speaks the OpenAI chat API as far as a chat needs it, without a model. Each
 * request for an answer takes the next behaviour; when none is left it repeats the user's words.
 */
export interface EndpointServer {
  /** Base of the API, such as `http://localhost:40123/v1`. */
  readonly address: string;
  readonly requests: readonly SeenRequest[];
  /** Appends behaviours for the requests to come. */
  willAnswer(...behaviours: readonly Behaviour[]): void;
  /** Lets a stalled answer go on, and a dying one die. */
  release(): void;
  /** Says whether pages of other origins may read its answers; at first they may. */
  allowPages(isAllowed: boolean): void;
  /** Says whether requests that ask for usage are refused; at first they are not. */
  refuseStreamOptions(isRefused: boolean): void;
  /** Only requests with this key are answered; `undefined` takes all. */
  wantKey(key: string | undefined): void;
  close(): Promise<void>;
}

const MODELS = ['parrot-large', 'parrot-small'];
const PROMPT_TOKENS = 42;

/** @param models names that `/v1/models` returns. */
export async function startEndpointServer({
  models = MODELS,
}: {
  readonly models?: readonly string[];
} = {}): Promise<EndpointServer> {
  const behaviours: Behaviour[] = [];
  const requests: SeenRequest[] = [];
  const gate = createGate();
  let isAllowed = true;
  let isRefusing = false;
  let key: string | undefined;

  const chat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await textOf(request)) as ChatRequest;
    const { authorization } = request.headers;
    requests.push({
      authorization,
      body,
      isGivenUp: () => !response.writableFinished && response.destroyed,
    });
    if (isRefusing && body.stream_options) {
      const message = 'Unrecognized request argument supplied: stream_options';
      return sendJson(response, 400, { error: { message } });
    }
    await behave(behaviours.shift() ?? repeating(body), body, response, gate);
  };

  const server = createServer((request, response) => {
    if (isAllowed) allow(request, response);
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = `${request.method} ${request.url}`;
    if (request.method === 'OPTIONS') return void response.writeHead(isAllowed ? 204 : 403).end();
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      // Some servers repeat the key that they refuse.
      const message = `Incorrect API key provided: ${request.headers.authorization ?? 'none'}`;
      return sendJson(response, 401, { error: { message } });
    }
    if (path === 'GET /v1/models') {
      const data = models.map((id) => ({ id, object: 'model' }));
      return sendJson(response, 200, { object: 'list', data });
    }
    if (path === 'POST /v1/chat/completions') return chat(request, response);
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
  };

  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/v1`,
    requests,
    willAnswer: (...next) => void behaviours.push(...next),
    release: gate.open,
    allowPages: (next) => {
      isAllowed = next;
    },
    refuseStreamOptions: (next) => {
      isRefusing = next;
    },
    wantKey: (next) => {
      key = next;
    },
    close: () => closed(server),
  };
}

/** Lets through all who wait when it is opened, and all who come later. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function repeating({ messages }: ChatRequest): Behaviour {
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  const parts: readonly { readonly text?: string }[] = Array.isArray(content)
    ? content
    : [{ text: String(content) }];
  const said = parts.map(({ text = '' }) => text).join('');
  return { kind: 'stream', words: ['You said: ', said] };
}

async function behave(
  behaviour: Behaviour,
  body: ChatRequest,
  response: ServerResponse,
  gate: { readonly opened: Promise<void> },
): Promise<void> {
  switch (behaviour.kind) {
    case 'stream':
      return streamAnswer(behaviour, body, response);
    case 'stall':
      beginStream(response);
      writeWords(response, behaviour.words);
      await gate.opened;
      return streamAnswer({ kind: 'stream', words: behaviour.rest }, body, response);
    case 'die':
      beginStream(response);
      writeThoughts(response, behaviour.thinking);
      writeWords(response, behaviour.words);
      await gate.opened;
      return void response.destroy();
    case 'raw':
      response.writeHead(200, { 'content-type': behaviour.contentType ?? 'text/event-stream' });
      return void response.end(behaviour.text);
    case 'refuse':
      return sendJson(response, behaviour.status, behaviour.body, behaviour.headers);
    default:
      return behaviour satisfies never;
  }
}

function streamAnswer(
  answer: Extract<Behaviour, { kind: 'stream' }>,
  { stream_options }: ChatRequest,
  response: ServerResponse,
): void {
  beginStream(response);
  writeThoughts(response, answer.thinking, answer.thinkingField);
  writeWords(response, answer.words);
  writeChunk(response, {}, answer.finish ?? 'stop');
  if (stream_options?.include_usage) {
    const prompt_tokens = answer.promptTokens ?? PROMPT_TOKENS;
    writeEvent(response, { choices: [], usage: { prompt_tokens, completion_tokens: 7 } });
  }
  response.end('data: [DONE]\n\n');
}

function beginStream(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function writeThoughts(
  response: ServerResponse,
  thoughts: readonly string[] = [],
  field = 'reasoning_content',
): void {
  for (const thought of thoughts) writeChunk(response, { [field]: thought });
}

function writeWords(response: ServerResponse, words: readonly string[]): void {
  for (const content of words) writeChunk(response, { content });
}

function writeChunk(response: ServerResponse, delta: object, finish: string | null = null): void {
  writeEvent(response, { choices: [{ index: 0, delta, finish_reason: finish }] });
}

function writeEvent(response: ServerResponse, value: object): void {
  response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...value })}\n\n`);
}

function allow(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  response.setHeader('access-control-expose-headers', 'retry-after');
  response.setHeader('vary', 'origin');
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  if (!server.listening) return;
  const gone = once(server, 'close');
  server.close();
  await gone;
}
