import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UIMessage } from 'ai';
import { type Step, scriptedModel } from './chat-server-model.ts';
import { chatRoute } from './chat-server-route.ts';
import { chatRoute7 } from './chat-server-route-7.ts';
import { tanStackRoute } from './chat-server-tanstack.ts';

/** An answer of the scripted model. */
export interface ModelAnswer {
  readonly kind: 'model';
  readonly steps: readonly Step[];
  /** The server names the answer. Default: it leaves that to the page. */
  readonly isNaming?: boolean;
  /** The version of AI SDK that the server is written with, or TanStack AI. Default 6. */
  readonly sdk?: 6 | 7 | 'tanstack';
}

/** The way in which a room's server handles the next message. */
export type ServerAnswer =
  | ModelAnswer
  /** Refuses it. */
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  /** Answers with this as the event stream. */
  | { readonly kind: 'raw'; readonly body: string };

/** A room: one test's server, of which the others know nothing. */
interface Room {
  readonly answers: ServerAnswer[];
  readonly requests: unknown[];
  /** Those that wait to be told to continue. */
  readonly waiting: (() => void)[];
  /** How often it was told to continue before anybody waited. */
  passes: number;
  running?: Broadcast;
  readonly connections: Set<ServerResponse>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/**
 * A chat server on a port of its own that does what each test tells it to:
 *
 *   POST /ROOM/script      the answers to the next messages
 *   POST /ROOM/go          continues where the model waits
 *   POST /ROOM/cut         cuts all connections; what was being answered is answered to its end
 *   GET  /ROOM/requests    the bodies of all messages so far
 *   POST /ROOM/chat        answers a message
 *   GET  /ROOM/chat/ID/stream   the answer under way from its beginning, or 204
 */
export async function startChatServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const rooms = new Map<string, Room>();
  const server = createServer((request, response) => {
    handle(rooms, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, CORS);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}

async function handle(
  rooms: Map<string, Room>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'OPTIONS') return end(response, 204);
  const [, name = '', action = ''] = (request.url ?? '').split('/');
  const room = rooms.get(name) ?? emptyRoom();
  rooms.set(name, room);
  switch (`${request.method} ${action}`) {
    case 'POST script':
      room.answers.push(...(JSON.parse(await bodyOf(request)) as ServerAnswer[]));
      return end(response, 204);
    case 'POST go':
      letGoOn(room);
      return end(response, 204);
    case 'POST cut':
      for (const connection of room.connections) connection.destroy();
      return end(response, 204);
    case 'GET requests':
      return end(response, 200, JSON.stringify(room.requests));
    case 'POST chat':
      return answer(room, JSON.parse(await bodyOf(request)), response);
    case 'GET chat':
      return room.running?.isOver === false
        ? stream(room, room.running, response)
        : end(response, 204);
    default:
      return end(response, 404);
  }
}

function emptyRoom(): Room {
  return { answers: [], requests: [], waiting: [], passes: 0, connections: new Set() };
}

async function answer(
  room: Room,
  body: { readonly messages: UIMessage[] },
  response: ServerResponse,
): Promise<void> {
  room.requests.push(body);
  const next = room.answers.shift();
  if (!next) return end(response, 500, 'Nothing was said about how to answer this.');
  if (next.kind === 'status') return end(response, next.status, next.body);
  const source =
    next.kind === 'raw' ? new Response(next.body) : await modelAnswer(room, next, body);
  room.running = new Broadcast(source);
  return stream(room, room.running, response);
}

function modelAnswer(
  room: Room,
  { steps, isNaming = false, sdk = 6 }: ModelAnswer,
  body: { readonly messages: UIMessage[] },
): Promise<Response> {
  const gate = () => wait(room);
  if (sdk === 'tanstack') return tanStackRoute(body, steps, gate);
  const { messages } = body;
  const options = { model: scriptedModel(steps, gate), isNaming };
  // The routes check the page's message.
  return sdk === 6
    ? chatRoute(messages, options)
    : chatRoute7(messages as Parameters<typeof chatRoute7>[0], options);
}

function wait(room: Room): Promise<void> {
  if (room.passes === 0) return new Promise((resolve) => void room.waiting.push(resolve));
  room.passes -= 1;
  return Promise.resolve();
}

function letGoOn(room: Room): void {
  const goOn = room.waiting.shift();
  if (goOn) goOn();
  else room.passes += 1;
}

/** An answer that continues whether somebody listens or not, and is told from its beginning to who does. */
class Broadcast {
  readonly #told: Uint8Array[] = [];
  readonly #listeners = new Set<() => void>();
  isOver = false;

  constructor({ body }: Response) {
    void this.#run(body as ReadableStream<Uint8Array>);
  }

  async *told(): AsyncGenerator<Uint8Array> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#told.length && !this.isOver) {
        await new Promise<void>((resolve) => void this.#listeners.add(resolve));
      }
      const chunk = this.#told[index];
      if (!chunk) return;
      yield chunk;
    }
  }

  async #run(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      this.#told.push(read.value);
      this.#wake();
    }
    this.isOver = true;
    this.#wake();
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

async function stream(room: Room, running: Broadcast, response: ServerResponse): Promise<void> {
  room.connections.add(response);
  response.writeHead(200, { ...CORS, 'content-type': 'text/event-stream' });
  response.flushHeaders();
  for await (const chunk of running.told()) {
    if (response.destroyed) break;
    response.write(chunk);
  }
  room.connections.delete(response);
  response.end();
}

function end(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, CORS);
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
