import { type EndpointOptions, isSendableKey, readBaseUrl } from '@agent-memory/models';
import { createKeptValue } from '../settings/kept-value.ts';

/** The address of a local Ollama that was not told otherwise. */
const DEFAULT_ADDRESS = 'http://localhost:11434/v1';

/** After so long without a sign of life a server is called silent. */
export const SILENCE_MS = 20_000;

/** A server, and the key for it where one is kept. */
export interface Server {
  readonly address: string;
  readonly key: string | undefined;
}

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

export const NO_ENDPOINT: EndpointSettings = { address: DEFAULT_ADDRESS, model: '' };
export const NO_KEY: KeptKey = {};

// Persisted keys: renaming one forgets what people set.
const SETTINGS_KEY = 'agent-memory.playground.endpoint';
const API_KEY_KEY = 'agent-memory.playground.endpoint-key';

export const keptEndpoint = createKeptValue<EndpointSettings>(SETTINGS_KEY, parseSettings);

/** Kept by this browser alone, apart from everything that is exported, shown or sent elsewhere. */
export const keptKey = createKeptValue<KeptKey>(API_KEY_KEY, parseKey);

/** The key for an address: only the server that it was typed in for ever gets it. */
export function keyFor(kept: KeptKey, address: string): string | undefined {
  return kept.origin === originOf(address) ? kept.key : undefined;
}

/** Scheme, host and port of an address. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

/** How the driver is told of a server. */
export function endpointOptionsOf({ address, key }: Server): EndpointOptions {
  return { baseUrl: address, ...(key !== undefined && { apiKey: key }) };
}

/** Reads settings that were kept as JSON; what cannot be read is the default. */
export function parseSettings(kept: unknown): EndpointSettings {
  const { address, model } = fieldsOf(kept);
  const read = typeof address === 'string' ? readBaseUrl(address) : undefined;
  return {
    address: read?.kind === 'url' ? read.baseUrl : NO_ENDPOINT.address,
    model: typeof model === 'string' ? model : '',
  };
}

export function parseKey(kept: unknown): KeptKey {
  const { origin, key } = fieldsOf(kept);
  return typeof origin === 'string' && typeof key === 'string' && isSendableKey(key)
    ? { origin, key }
    : NO_KEY;
}

function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' && kept !== null ? { ...kept } : {};
}
