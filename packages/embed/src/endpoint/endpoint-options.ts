import { InvalidOptionError } from '@agent-memory/core';
import { type KnownNames, refuseUnknown } from '@agent-memory/core/internal';
import type { EmbeddingModel } from '@agent-memory/long-term';
import { fingerprint } from '../files/fingerprint.ts';
import { checkPrefixes } from '../vectors/check-prefixes.ts';
import type { Prefixes } from '../vectors/prefixes.ts';

/** Settings of `embeddingsEndpoint`. */
export interface EmbeddingsEndpointOptions {
  /** Base of the API, such as `http://localhost:11434/v1`; one that begins with `/` is below the page's origin. */
  readonly baseUrl: string;
  /** The model's name as the server knows it. */
  readonly model: string;
  /** Sent as `Authorization: Bearer …`. Default: none. */
  readonly apiKey?: string;
  /** Length of the vectors, for models that can shorten them. Default: the model's own. */
  readonly dimensions?: number;
  /** Default: none. */
  readonly prefixes?: Prefixes;
  /** Change it when the server's weights change under the same name [RET-7]. Default: none. */
  readonly version?: string;
  /** Most texts in one request. Default: 64. */
  readonly maxBatchTexts?: number;
  /** Default: the platform's. It has to follow no redirect that the request does not allow. */
  readonly fetch?: (url: string, request: RequestInit) => Promise<Response>;
}

const OPTIONS = {
  baseUrl: true,
  model: true,
  apiKey: true,
  dimensions: true,
  prefixes: true,
  version: true,
  maxBatchTexts: true,
  fetch: true,
} as const satisfies KnownNames<EmbeddingsEndpointOptions>;

const MOST_TEXTS = 64;

/** A server, ready to be asked. */
export interface Endpoint {
  readonly url: string;
  /** Scheme, host and port. */
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasKey: boolean;
  readonly embeddingModel: EmbeddingModel;
  readonly dimensions: number | undefined;
  readonly prefixes: Prefixes;
  readonly maxBatchTexts: number;
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>;
  /** Takes the key out of the words of a server. */
  hide(text: string): string;
}

/** @throws InvalidOptionError naming the option; without the value of the key. */
export function endpointOf(options: EmbeddingsEndpointOptions): Endpoint {
  refuseUnknown(options, OPTIONS, 'embeddingsEndpoint');
  const { model, apiKey, dimensions, prefixes = {}, version = '' } = options;
  const { maxBatchTexts = MOST_TEXTS } = options;
  check(typeof model === 'string' && model !== '', 'model', 'must be the name of a model.');
  check(typeof version === 'string', 'version', 'must be a text.');
  checkPrefixes(prefixes);
  const isSendable =
    apiKey === undefined || (typeof apiKey === 'string' && /^[!-~]+$/.test(apiKey));
  check(
    isSendable,
    'apiKey',
    'cannot be sent: it is empty, or has letters that no header carries.',
  );
  check(dimensions === undefined || isCount(dimensions), 'dimensions', COUNT);
  check(isCount(maxBatchTexts), 'maxBatchTexts', COUNT);
  const isFetch = options.fetch === undefined || typeof options.fetch === 'function';
  check(isFetch, 'fetch', 'must be a function.');
  const url = urlOf(options.baseUrl);
  const { query = '', passage = '' } = prefixes;
  return {
    url: url.href,
    server: url.origin,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    hasKey: apiKey !== undefined,
    embeddingModel: {
      id: model,
      // PERSISTED: stored vectors carry it.
      version: fingerprint(JSON.stringify([version, dimensions ?? 0, query, passage])),
    },
    dimensions,
    prefixes,
    maxBatchTexts,
    fetch: options.fetch ?? ((address, request) => fetch(address, request)),
    hide: (text) => hidden(text, apiKey),
  };
}

const COUNT = 'must be a whole number above 0.';

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

function urlOf(baseUrl: string): URL {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const isKnown = typeof baseUrl === 'string' && URL.canParse(baseUrl, location?.href);
  check(isKnown, 'baseUrl', 'must be the address of a server.');
  const url = new URL(baseUrl, location?.href);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  check(isWeb, 'baseUrl', 'must begin with http:// or https://.');
  const hasName = url.username !== '' || url.password !== '';
  check(!hasName, 'baseUrl', 'must hold no name and no password: give a key as `apiKey`.');
  url.pathname = `${url.pathname.replace(/\/(?:embeddings)?\/*$/, '')}/embeddings`;
  return url;
}

/** The key as it is, and as it stands in JSON and in addresses. */
function hidden(text: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return text;
  const forms = [apiKey, JSON.stringify(apiKey).slice(1, -1), encodeURIComponent(apiKey)];
  return forms.reduce((rest, form) => rest.replaceAll(form, '•••'), text);
}

function check(holds: boolean, option: string, problem: string): asserts holds {
  if (!holds) throw new InvalidOptionError(option, problem);
}
