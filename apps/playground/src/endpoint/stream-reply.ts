import type { OpenAiMessage } from '@agent-memory/core';
import { authorization, BARE_REQUEST, type Connection, type Server } from './connection.ts';
import { chatUrl, originOf } from './endpoint-address.ts';
import type { Failure } from './failure.ts';
import { findOutWhy } from './find-out-why.ts';
import { isAboutStreamOptions, type RefusedAnswer, readRefusal, withoutKey } from './read-error.ts';
import { hasRead, READING_STARTED, readEnd, readOn, type StreamReading } from './read-stream.ts';
import { NOTHING_SAID, type Reply } from './reply.ts';
import { watchForSilence } from './watch-for-silence.ts';

/** What to ask, and whom. */
export interface Question {
  readonly server: Server;
  readonly model: string;
  readonly messages: readonly OpenAiMessage[];
}

/** How an answer ended; what had arrived is in `reply` whatever came of it. */
export type Answer =
  | { readonly kind: 'whole'; readonly reply: Reply }
  | { readonly kind: 'stopped'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly reply: Reply; readonly failure: Failure };

/** Told while an answer arrives. */
export interface AnswerListener {
  readonly onReply: (reply: Reply) => void;
  readonly onSilence: (isSilent: boolean) => void;
}

/** A server that says nothing for so long may be loading its model, or may be gone. */
export const SILENCE_MS = 20_000;

const EXCERPT_CHARACTERS = 120;

/** Servers that refuse to be asked for their usage. They are asked once, then no more. */
const withoutUsage = new Set<string>();

/** Asks a server and reads its answer as it comes. Never rejects: what goes wrong is in the answer. */
export async function streamReply(
  question: Question,
  listener: AnswerListener,
  connection: Connection,
  signal: AbortSignal,
): Promise<Answer> {
  const silence = watchForSilence(connection.clock, SILENCE_MS, listener.onSilence);
  try {
    const response = await ask(question, connection, signal);
    silence.heard();
    if (response.ok) return await readBody(response, { question, listener, silence, signal });
    return failed(readRefusal(await refusedAnswer(response, question.server)));
  } catch {
    // The browser keeps the reason to itself; it has to be found out.
    if (signal.aborted) return { kind: 'stopped', reply: NOTHING_SAID };
    const failure = await findOutWhy(question.server.address, connection, signal);
    return signal.aborted ? { kind: 'stopped', reply: NOTHING_SAID } : failed(failure);
  } finally {
    silence.stop();
  }
}

function failed(failure: Failure, reply: Reply = NOTHING_SAID): Answer {
  return { kind: 'failed', failure, reply };
}

/** Asks for the usage too; where that alone is refused, asks again without. */
async function ask(
  question: Question,
  connection: Connection,
  signal: AbortSignal,
): Promise<Response> {
  const { server } = question;
  const origin = originOf(server.address);
  const response = await post(question, connection, signal, !withoutUsage.has(origin));
  if (response.ok || withoutUsage.has(origin)) return response;
  if (!isAboutStreamOptions(await refusedAnswer(response.clone(), server))) return response;
  await response.body?.cancel();
  withoutUsage.add(origin);
  return post(question, connection, signal, false);
}

function post(
  { server, model, messages }: Question,
  { fetch }: Connection,
  signal: AbortSignal,
  isUsageWanted: boolean,
): Promise<Response> {
  const body = {
    model,
    messages,
    stream: true,
    ...(isUsageWanted && { stream_options: { include_usage: true } }),
  };
  return fetch(chatUrl(server.address), {
    ...BARE_REQUEST,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization(server) },
    body: JSON.stringify(body),
    signal,
  });
}

/** What the server said, the key taken out: some repeat the one that they refuse. */
export async function refusedAnswer(response: Response, { key }: Server): Promise<RefusedAnswer> {
  return {
    status: response.status,
    body: withoutKey(await response.text(), key),
    retryAfter: response.headers.get('retry-after') ?? undefined,
  };
}

interface Reader {
  readonly question: Question;
  readonly listener: AnswerListener;
  readonly silence: { heard(): void };
  readonly signal: AbortSignal;
}

async function readBody(
  response: Response,
  { question, listener, silence, signal }: Reader,
): Promise<Answer> {
  const key = question.server.key;
  let reading = READING_STARTED;
  const take = (next: StreamReading): void => {
    const isNews = next.reply !== reading.reply;
    reading = next;
    if (isNews) listener.onReply(next.reply);
  };
  try {
    for await (const text of textsOf(response)) {
      silence.heard();
      take(readOn(reading, text));
    }
  } catch {
    // Cut off, by whoever waited or on the way: what arrived counts.
    if (signal.aborted) return { kind: 'stopped', reply: reading.reply };
  }
  take(readEnd(reading));
  return answerFrom(reading, key);
}

/** What a body that has ended, as it should or not, amounts to. */
function answerFrom(reading: StreamReading, key: string | undefined): Answer {
  const { reply, error, isOver } = reading;
  if (error !== undefined) return failed(errorAsFailure(withoutKey(error, key)), reply);
  if (!hasRead(reading)) {
    const excerpt = withoutKey(reading.stray.trim().slice(0, EXCERPT_CHARACTERS), key);
    const isSilent = excerpt === '' && reply.unreadable === 0;
    return failed(isSilent ? { kind: 'broke-off' } : { kind: 'unreadable', excerpt }, reply);
  }
  if (!isOver) return failed({ kind: 'broke-off' }, reply);
  return reply.text === '' ? failed({ kind: 'empty' }, reply) : { kind: 'whole', reply };
}

/** An error in the middle of a stream has no status of its own; a context that is too long says so. */
function errorAsFailure(said: string): Failure {
  const read = readRefusal({ status: 400, body: said });
  return read.kind === 'too-long' ? read : { kind: 'gave-up', said };
}

async function* textsOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  // Not piped through a decoder stream: a pipe that breaks throws away what is still in it.
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield decoder.decode(next.value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    reader.releaseLock();
  }
}
