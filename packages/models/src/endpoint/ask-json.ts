import type { AbortSignalLike } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';
import { askServer, type Call, callError, readRefused, timedOut } from './ask-server.ts';
import type { Endpoint } from './endpoint.ts';
import { openExchange } from './exchange.ts';
import { parsedJson } from './json.ts';
import { beginningOf } from './read-body.ts';
import { type RefusedAnswer, readRefusal } from './read-refusal.ts';

const EXCERPT_CHARACTERS = 120;
const CONNECTION_LOST = { kind: 'connection-lost' } as const;

/** A question to a server whose answer is one JSON text. */
export interface JsonQuestion<Value> {
  readonly endpoint: Endpoint;
  readonly url: string;
  /** Posted as JSON. Default: nothing, and `GET`. */
  readonly body?: unknown;
  readonly model?: string;
  readonly signal: AbortSignalLike | undefined;
  /** More of an answer is not listened to, and makes it unreadable. */
  readonly maxCharacters: number;
  /** Makes the answer's value; `undefined` where it is another answer than was asked for. */
  readonly read: (answer: unknown, text: string) => Value | undefined;
  /** Makes the value of a refusal. Default: it is an error. */
  readonly onRefused?: (kind: ReturnType<typeof readRefusal>['kind']) => Value | undefined;
}

/**
 * Asks a server for JSON, and reads its answer.
 *
 * @throws ModelError; the signal's reason when it aborts.
 */
export async function askJson<Value>(question: JsonQuestion<Value>): Promise<Value> {
  const { endpoint, url, body, model, signal, maxCharacters } = question;
  throwIfAborted(signal);
  const exchange = openExchange(endpoint, signal ? { signal } : {});
  const call: Call = { endpoint, exchange, signal, ...(model !== undefined && { model }) };
  try {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await askServer(call, url, request);
    if (!response.ok) return refused(question, call, await readRefused(call, response));
    const { text, isBroken } = await beginningOf(response, maxCharacters, exchange.signal);
    throwIfAborted(signal);
    if (isBroken) {
      throw callError(call, exchange.isTimedOut() ? timedOut(endpoint) : CONNECTION_LOST);
    }
    const value = question.read(parsedJson(text), text);
    if (value !== undefined) return value;
    const excerpt = endpoint.secrets.hide(text.trim()).slice(0, EXCERPT_CHARACTERS);
    throw callError(call, { kind: 'answer-unreadable', excerpt });
  } finally {
    exchange.close();
  }
}

function refused<Value>(
  { endpoint, onRefused }: JsonQuestion<Value>,
  call: Call,
  answer: RefusedAnswer,
): Value {
  const failure = readRefusal(answer, endpoint.secrets);
  const value = onRefused?.(failure.kind);
  if (value !== undefined) return value;
  throw callError(call, failure);
}
