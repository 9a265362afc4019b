import type { SignalOption } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import { modelsUrl } from '../address/base-url.ts';
import { askJson } from './ask-json.ts';
import { ENDPOINT_OPTIONS, type EndpointOptions, endpointOf } from './endpoint.ts';
import { isRecord } from './json.ts';
import type { Secrets } from './secrets.ts';

/** Room for thousands of models. */
const MAX_LIST_CHARACTERS = 8_000_000;

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
  const endpoint = endpointOf(options);
  const list = await askJson<ReadModels>({
    endpoint,
    signal: call.signal,
    url: modelsUrl(endpoint.baseUrl),
    maxCharacters: MAX_LIST_CHARACTERS,
    read: (answer, text) => readModels(answer, text, endpoint.secrets),
    onRefused: (kind) =>
      kind === 'endpoint-not-found' || kind === 'model-not-found' ? { kind: 'no-list' } : undefined,
  });
  return list.kind === 'list' ? list.names : undefined;
}

/** The list of a server's models, as it was understood. */
export type ReadModels =
  | { readonly kind: 'list'; readonly names: readonly string[] }
  | { readonly kind: 'no-list' };

/** The names in a list of models, in order; `undefined` for a web page. */
export function readModels(value: unknown, text: string, secrets: Secrets): ReadModels | undefined {
  const list = isRecord(value) ? (value.data ?? value.models) : value;
  if (!Array.isArray(list)) return /^\s*</.test(text) ? undefined : { kind: 'no-list' };
  const names = list.flatMap((model) =>
    isRecord(model) && typeof model.id === 'string' && model.id !== ''
      ? [secrets.hideInAnswer(model.id)]
      : [],
  );
  return names.length === 0
    ? { kind: 'no-list' }
    : { kind: 'list', names: [...new Set(names)].sort() };
}
