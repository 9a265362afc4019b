import type { AbortSignalLike } from '@agent-memory/core';
import { orAbort, throwIfAborted } from '@agent-memory/core/internal';
import { isMixedContent, isThisDevice, modelsUrl } from '../address/base-url.ts';
import type { ChatReply } from '../chat/chat-reply.ts';
import { EndpointError } from '../errors/endpoint-error.ts';
import type { ModelError } from '../errors/model-error.ts';
import type { ServerFailure } from '../errors/model-failure.ts';
import { BARE_REQUEST, type Connection } from './connection.ts';
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

/** Enough for the words of a refusal; a server that continues is not listened to. */
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
  return new EndpointError(failure, request, options);
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

/** A server that has not answered a probe by then is not going to. */
const PROBE_MS = 4_000;

/**
 * The reason why a request got no answer at all. A browser tells a page no more than that it failed, so
 * probes without key and conversation tell the reasons apart:
 *
 *     one that may be read      it is answered   → the request itself got nowhere
 *                               it is redirected → so was the request, which does not follow
 *     one that may not be read  it is answered   → the server does not allow this page (CORS)
 *                               nobody answers   → unreachable
 */
export async function diagnoseConnection(
  baseUrl: string,
  connection: Connection,
  signal: AbortSignal,
): Promise<ServerFailure> {
  const { pageOrigin } = connection;
  if (pageOrigin !== undefined && isMixedContent(baseUrl, pageOrigin)) {
    return { kind: 'mixed-content' };
  }
  if (!connection.isOnline() && !isThisDevice(baseUrl)) return { kind: 'offline' };
  const deadline = deadlineOf(connection, PROBE_MS, signal);
  const url = modelsUrl(baseUrl);
  try {
    // `manual` follows no redirect either, and tells that there was one.
    const readable = await probe(connection, url, { redirect: 'manual' }, deadline.signal);
    if (readable) return { kind: isRedirect(readable) ? 'redirected' : 'request-lost' };
    // The platform takes a request that may not be read only if it may follow redirects.
    const opaque = await probe(
      connection,
      url,
      { mode: 'no-cors', redirect: 'follow' },
      deadline.signal,
    );
    if (deadline.signal.aborted) return { kind: 'no-answer' };
    if (!opaque) return { kind: 'unreachable' };
    return { kind: pageOrigin === undefined ? 'request-lost' : 'cors' };
  } finally {
    deadline.stop();
  }
}

async function probe(
  { fetch }: Connection,
  url: string,
  request: RequestInit,
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    const response = await orAbort(fetch(url, { ...BARE_REQUEST, ...request, signal }), signal);
    await response.body?.cancel();
    return response;
  } catch {
    // The failure itself is the answer.
    return undefined;
  }
}

/** A browser hides the status of a redirect that it did not follow. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** A signal that aborts with another one, or when the time is over. */
function deadlineOf(
  { clock }: Connection,
  delayMs: number,
  signal: AbortSignal,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const stopTimer = clock.startTimer?.(() => controller.abort(), delayMs);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    stop: () => stopTimer?.(),
  };
}
