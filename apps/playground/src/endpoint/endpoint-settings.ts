import { type EndpointOptions, isSendableKey, readBaseUrl } from '@agent-memory/models';
import { createKeptValue, fieldsOf } from '../settings/kept-value.ts';

/** The server and model that were chosen. */
export interface EndpointSettings {
  /** Base of the API, such as `http://localhost:11434/v1`. */
  readonly address: string;
  /** Name of the model as the server knows it; '' until one is chosen. */
  readonly model: string;
}

/** An API key with the only server it is sent to; neither where no key is kept. */
export interface KeptKey {
  readonly origin?: string;
  readonly key?: string;
}

export const keptEndpoint = createKeptValue('agent-memory.playground.endpoint', parseSettings);

/** Kept by this browser alone, apart from everything that is exported, shown or sent elsewhere. */
export const keptKey = createKeptValue('agent-memory.playground.endpoint-key', parseKey);

/** Options of the driver for a server. A key goes only to the server that it was typed in for. */
export function endpointOptionsOf(address: string, { origin, key }: KeptKey): EndpointOptions {
  const isItsOwn = key !== undefined && origin === new URL(address).origin;
  return { baseUrl: address, ...(isItsOwn && { apiKey: key }) };
}

/** Reads settings that were kept as JSON; what cannot be read is the address of a local Ollama. */
export function parseSettings(kept: unknown): EndpointSettings {
  const { address, model } = fieldsOf(kept);
  const read = typeof address === 'string' ? readBaseUrl(address) : undefined;
  return {
    address: read?.kind === 'url' ? read.baseUrl : 'http://localhost:11434/v1',
    model: typeof model === 'string' ? model : '',
  };
}

export function parseKey(kept: unknown): KeptKey {
  const { origin, key } = fieldsOf(kept);
  const isUsable = typeof origin === 'string' && typeof key === 'string' && isSendableKey(key);
  return isUsable ? { origin, key } : {};
}
