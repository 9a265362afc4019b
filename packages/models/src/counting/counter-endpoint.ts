import type { AbortSignalLike, ContextCounter, ToolDefinition } from '@agent-memory/core';
import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, throwIfAborted } from '@agent-memory/core/internal';
import { below } from '../address/base-url.ts';
import { askServer, type Call, callError, readRefused, timedOut } from '../endpoint/ask-server.ts';
import { checkKey, type Endpoint, type EndpointOptions, endpointOf } from '../endpoint/endpoint.ts';
import { openExchange } from '../endpoint/exchange.ts';
import { isRecord, type Json, parsedJson } from '../endpoint/json.ts';
import { beginningOf } from '../endpoint/read-body.ts';
import { readRefusal } from '../endpoint/read-refusal.ts';
import type { ServerFailure } from '../errors/model-failure.ts';

/** The options that counters of all providers share. */
export interface CounterOptions extends Omit<EndpointOptions, 'baseUrl' | 'silenceMs'> {
  /** The model's name as the provider knows it. */
  readonly model: string;
  /**
   * Base of the API, or of a proxy that adds the key: the counting call's path is put behind it. One
   * that begins with `/` is below the page's own origin. Default: the provider's own.
   */
  readonly baseUrl?: string;
  /** The key, sent in the provider's own header. In a page a proxy is the better place for it. */
  readonly apiKey?: string;
  /** The tools that the model is told of; they are counted. Default: none. */
  readonly tools?: readonly ToolDefinition[];
  /** How long an answer may take, in milliseconds. Default 10,000; a memory waits no longer either. */
  readonly timeoutMs?: number;
}

/** The options of a counter, by their names. */
export const COUNTER_OPTIONS = {
  model: true,
  baseUrl: true,
  apiKey: true,
  headers: true,
  tools: true,
  fetch: true,
  timeoutMs: true,
  clock: true,
} as const satisfies KnownNames<CounterOptions>;

/** The parts in which the counting calls of providers differ. */
export interface CountingCall {
  readonly baseUrl: string;
  /** The header that carries the key. */
  readonly keyHeader: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Path below the base. */
  readonly path: string;
  readonly body: (messages: Parameters<ContextCounter['count']>[0]) => Json;
  /** The field of the answer that has the count. */
  readonly field: string;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_CHARACTERS = 64_000;
const EXCERPT_CHARACTERS = 120;

/**
 * A counter that asks a provider. Making it asks nobody.
 *
 * @throws InvalidOptionError naming the option; without the value of a key.
 */
export function counterAt(
  { model, apiKey, headers = {}, timeoutMs = TIMEOUT_MS, ...options }: CounterOptions,
  how: CountingCall,
): ContextCounter {
  if (typeof model !== 'string' || model.trim() === '') {
    throw new InvalidOptionError('model', 'must be the name of a model, and is empty.');
  }
  checkKey(apiKey);
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { tools: _, baseUrl = how.baseUrl, ...connection } = options;
  const endpoint = endpointOf({
    ...connection,
    baseUrl,
    timeoutMs,
    headers: {
      ...how.headers,
      ...(apiKey !== undefined && { [how.keyHeader]: apiKey }),
      ...Object.fromEntries(own),
    },
  });
  return {
    name: model,
    async count(messages, { signal }) {
      throwIfAborted(signal);
      const body = JSON.stringify(how.body(messages));
      return counted(
        { endpoint, signal, model },
        below(endpoint.baseUrl, how.path),
        body,
        how.field,
      );
    },
  };
}

async function counted(
  asked: { readonly endpoint: Endpoint; readonly model: string } & {
    readonly signal: AbortSignalLike | undefined;
  },
  url: string,
  body: string,
  field: string,
): Promise<number> {
  const { endpoint, signal } = asked;
  const call: Call = { ...asked, exchange: openExchange(endpoint, signal ? { signal } : {}) };
  const { exchange } = call;
  try {
    const response = await askServer(call, url, { method: 'POST', body });
    if (!response.ok) {
      throw callError(call, readRefusal(await readRefused(call, response), endpoint.secrets));
    }
    const { text, isBroken } = await beginningOf(response, MAX_ANSWER_CHARACTERS, exchange.signal);
    throwIfAborted(signal);
    if (isBroken) {
      throw callError(
        call,
        exchange.isTimedOut() ? timedOut(endpoint) : { kind: 'connection-lost' },
      );
    }
    const answer = parsedJson(text);
    const tokens = isRecord(answer) ? answer[field] : undefined;
    if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0) return tokens;
    throw callError(call, unreadable(text, endpoint));
  } finally {
    exchange.close();
  }
}

function unreadable(text: string, { secrets }: Endpoint): ServerFailure {
  const excerpt = secrets.hide(text.trim()).slice(0, EXCERPT_CHARACTERS);
  return { kind: 'answer-unreadable', excerpt };
}
