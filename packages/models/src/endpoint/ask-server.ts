import type { AbortSignalLike } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import type { ChatReply } from '../chat/chat-reply.ts';
import { errorOfFailure } from '../errors/error-of-failure.ts';
import type { ModelError } from '../errors/model-error.ts';
import type { ServerFailure } from '../errors/model-failure.ts';
import { BARE_REQUEST } from './connection.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { type Endpoint, requestOf } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { beginningOf } from './read-body.ts';
import { type RefusedAnswer, retryAfterIn } from './read-refusal.ts';

/** One request on its way: the server, the wait, and the signal of the caller. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly signal: AbortSignalLike | undefined;
  /** The model that is asked; absent where none is. */
  readonly model?: string;
}

/** Enough for the words of a refusal; a server that goes on is not listened to. */
const MAX_REFUSAL_CHARACTERS = 64_000;

/**
 * Sends a request and gives the answer as soon as it begins, whatever its status.
 *
 * @throws ModelError where no answer came; the signal's reason when it aborts.
 */
export async function askServer(call: Call, url: string, request: RequestInit): Promise<Response> {
  const { endpoint, exchange, signal } = call;
  throwIfAborted(signal);
  const headers = { ...endpoint.headers, ...(request.body ? JSON_BODY : {}) };
  const bare = { ...BARE_REQUEST, ...request, headers, signal: exchange.signal };
  try {
    const response = await orAbort(endpoint.connection.fetch(url, bare), exchange.signal);
    exchange.heard();
    return response;
  } catch (cause) {
    throwIfAborted(signal);
    if (exchange.isTimedOut()) throw callError(call, timedOut(endpoint));
    // The browser keeps the reason to itself; it has to be found out.
    const { baseUrl, connection } = endpoint;
    const failure = await diagnoseConnection(baseUrl, connection, exchange.signal);
    throwIfAborted(signal);
    throw callError(call, failure, { cause });
  }
}

const JSON_BODY = { 'content-type': 'application/json' };

/** Reads an answer that is not the one that was asked for, as far as is needed to understand it. */
export async function readRefused(call: Call, response: Response): Promise<RefusedAnswer> {
  const { exchange, endpoint, signal } = call;
  const { text } = await beginningOf(response, MAX_REFUSAL_CHARACTERS, exchange.signal);
  throwIfAborted(signal);
  const retryAfterMs = retryAfterIn(response.headers, endpoint.connection.clock.nowMs());
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { status: response.status, body: text, ...wait };
}

/** The error of a call that failed, without any of its secrets. */
export function callError(
  { endpoint, model }: Call,
  failure: ServerFailure,
  { partial, cause }: { readonly partial?: ChatReply; readonly cause?: unknown } = {},
): ModelError {
  const request = {
    ...requestOf(endpoint),
    ...(model !== undefined && { model }),
    ...(partial && { partial }),
  };
  const options = cause === undefined ? {} : { cause: withoutSecrets(cause, endpoint) };
  return errorOfFailure(failure, request, options);
}

export function timedOut({ timeoutMs }: Endpoint): ServerFailure {
  return { kind: 'timed-out', timeoutMs };
}

/** A cause as it is, or its words alone where a key stands in it or in a cause of its own. */
function withoutSecrets(cause: unknown, { secrets }: Endpoint): unknown {
  const texts: string[] = [];
  for (let error = cause; error instanceof Error && texts.length < 20; error = error.cause) {
    texts.push(error.message, error.stack ?? '');
  }
  const text = cause instanceof Error ? texts.join('\n') : String(cause);
  return secrets.hide(text) === text ? cause : new Error(secrets.hide(texts[0] ?? text));
}
