import type { SignalOption } from '@agent-memory/core';
import { type KnownNames, refuseUnknown, throwIfAborted } from '@agent-memory/core/internal';
import { modelsUrl } from '../address/base-url.ts';
import type { ServerFailure } from '../errors/model-failure.ts';
import { askServer, type Call, callError, readRefused, timedOut } from './ask-server.ts';
import { ENDPOINT_OPTIONS, type EndpointOptions, endpointOf } from './endpoint.ts';
import { openExchange } from './exchange.ts';
import { isRecord, parsedJson } from './json.ts';
import { beginningOf } from './read-body.ts';
import { readRefusal } from './read-refusal.ts';
import type { Secrets } from './secrets.ts';

/** Room for thousands of models. */
const MAX_LIST_CHARACTERS = 8_000_000;
const EXCERPT_CHARACTERS = 120;

const CALL = { signal: true } as const satisfies KnownNames<SignalOption>;

/**
 * Asks a server for the names of its models, in order; `undefined` where it answers and has no list.
 *
 * @throws InvalidOptionError naming the option; ModelError where the server cannot be asked; the
 *   signal's reason when it aborts.
 *
 * @example
 * const names = await listModels({ baseUrl: 'http://localhost:11434/v1' });
 * showNotice(names ? names.join(', ') : 'Type the name of a model.');
 */
export async function listModels(
  options: EndpointOptions,
  call: SignalOption = {},
): Promise<readonly string[] | undefined> {
  refuseUnknown(options, ENDPOINT_OPTIONS, 'listModels');
  refuseUnknown(call, CALL, 'listModels');
  const { signal } = call;
  throwIfAborted(signal);
  const endpoint = endpointOf(options);
  const exchange = openExchange(endpoint, signal ? { signal } : {});
  try {
    return await namesFrom({ endpoint, exchange, signal });
  } finally {
    exchange.close();
  }
}

async function namesFrom(call: Call): Promise<readonly string[] | undefined> {
  const { endpoint, exchange, signal } = call;
  const response = await askServer(call, modelsUrl(endpoint.baseUrl), {});
  if (!response.ok) {
    const failure = readRefusal(await readRefused(call, response), endpoint.secrets);
    if (failure.kind === 'endpoint-not-found' || failure.kind === 'model-not-found')
      return undefined;
    throw callError(call, failure);
  }
  const { text, isBroken } = await beginningOf(response, MAX_LIST_CHARACTERS, exchange.signal);
  throwIfAborted(signal);
  if (isBroken) {
    throw callError(call, exchange.isTimedOut() ? timedOut(endpoint) : { kind: 'connection-lost' });
  }
  const list = readModels(text, endpoint.secrets);
  if (list.kind === 'unreadable') throw callError(call, list.failure);
  return list.kind === 'list' ? list.names : undefined;
}

/** The list of a server's models, as it was understood. */
export type ReadModels =
  | { readonly kind: 'list'; readonly names: readonly string[] }
  | { readonly kind: 'no-list' }
  | { readonly kind: 'unreadable'; readonly failure: ServerFailure };

/** The names in a list of models, in order. */
export function readModels(body: string, secrets: Secrets): ReadModels {
  const value = parsedJson(body);
  const list = isRecord(value) ? (value.data ?? value.models) : value;
  if (!Array.isArray(list)) {
    if (!/^\s*</.test(body)) return { kind: 'no-list' };
    const excerpt = secrets.hide(body.trim()).slice(0, EXCERPT_CHARACTERS);
    return { kind: 'unreadable', failure: { kind: 'answer-unreadable', excerpt } };
  }
  const names = list.flatMap((model) =>
    isRecord(model) && typeof model.id === 'string' && model.id !== ''
      ? [secrets.hideInAnswer(model.id)]
      : [],
  );
  return names.length === 0
    ? { kind: 'no-list' }
    : { kind: 'list', names: [...new Set(names)].sort() };
}
