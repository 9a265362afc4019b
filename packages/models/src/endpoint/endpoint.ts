import { type Clock, InvalidOptionError } from '@agent-memory/core';
import { checkOption, type KnownNames } from '@agent-memory/core/internal';
import { readBaseUrl } from '../address/base-url.ts';
import type { FailedRequest } from '../errors/explain-failure.ts';
import { type Connection, connectionOf, type Fetch } from './connection.ts';
import { type Secrets, secretsOf } from './secrets.ts';

/** Where a server is, and how it is asked. */
export interface EndpointOptions {
  /**
   * Base of the API, such as `http://localhost:11434/v1`. One that begins with `/` is below the page's
   * own origin.
   */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer …`. Default: none. It is in no error and in no answer. */
  readonly apiKey?: string;
  /** Further headers. Values of those that carry keys are treated as `apiKey` is. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the platform's. It has to follow no redirect that the request does not allow. */
  readonly fetch?: Fetch;
  /**
   * How long nothing of an answer may arrive, in milliseconds, before a request is given up. The answer's
   * beginning and each piece of it (words, thoughts, calls) begin it again; what only keeps the line open,
   * such as comments and empty pieces, does not. Default: 120,000; `Infinity` waits for ever.
   */
  readonly timeoutMs?: number;
  /** After how long without such a piece `onSilence` is told, in milliseconds. Default: 20,000. */
  readonly silenceMs?: number;
  /** Default: the platform's. */
  readonly clock?: Clock;
}

/** The options of an endpoint, by their names. */
export const ENDPOINT_OPTIONS = {
  baseUrl: true,
  apiKey: true,
  headers: true,
  fetch: true,
  timeoutMs: true,
  silenceMs: true,
  clock: true,
} as const satisfies KnownNames<EndpointOptions>;

/** A server, ready to be asked. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  readonly connection: Connection;
  readonly timeoutMs: number;
  readonly silenceMs: number;
}

const TIMEOUT_MS = 120_000;
const SILENCE_MS = 20_000;

/**
 * Checks the options; nothing is asked yet.
 *
 * @throws InvalidOptionError naming the option; without the value of a key or header.
 */
export function endpointOf(options: EndpointOptions): Endpoint {
  const { apiKey, headers = {}, timeoutMs = TIMEOUT_MS, silenceMs = SILENCE_MS } = options;
  checkPorts(options);
  const connection = connectionOf(options);
  checkOption(
    apiKey === undefined || isSendableKey(apiKey),
    'apiKey',
    'cannot be sent: it is empty, or has spaces or letters that no header can carry.',
  );
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const ownHeaders: Readonly<Record<string, string>> = Object.fromEntries(named);
  checkDuration('timeoutMs', timeoutMs);
  checkDuration('silenceMs', silenceMs);
  return {
    baseUrl: baseUrlOf(options.baseUrl, connection.pageOrigin),
    headers: { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }), ...ownHeaders },
    secrets: secretsOf(apiKey, headers),
    connection,
    timeoutMs,
    silenceMs,
  };
}

/** The request as an error tells it. */
export function requestOf({ baseUrl, connection }: Endpoint): FailedRequest {
  const { pageOrigin } = connection;
  return { baseUrl, ...(pageOrigin !== undefined && { pageOrigin }) };
}

/**
 * Whether a text can be sent as a key at all: not empty, no spaces, nothing beyond ASCII.
 *
 * @example
 * if (!isSendableKey('my key')) showNotice('Was all of the key copied?');
 */
export function isSendableKey(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Refuses what no types have held back, before a raw error in the middle of a request. */
function checkPorts({ baseUrl, headers, fetch, clock }: Partial<EndpointOptions>): void {
  checkOption(typeof baseUrl === 'string', 'baseUrl', 'must be the address of a server, as text.');
  const isObject = headers === undefined || (typeof headers === 'object' && headers !== null);
  checkOption(isObject, 'headers', 'must be an object: a value by the name of its header.');
  const isFetch = fetch === undefined || typeof fetch === 'function';
  checkOption(isFetch, 'fetch', 'must be a function.');
  const tells = clock === undefined || typeof clock?.nowMs === 'function';
  checkOption(tells, 'clock', 'must have a function `nowMs`.');
}

function baseUrlOf(given: string, pageOrigin: string | undefined): string {
  // A page in a sandbox has the origin "null", below which there is nothing.
  const isBelowPage = given.startsWith('/') && URL.canParse(pageOrigin ?? '');
  const read = readBaseUrl(isBelowPage ? `${pageOrigin}${given}` : given);
  if (read.kind === 'url') return read.baseUrl;
  throw new InvalidOptionError('baseUrl', `is refused: ${read.problem}.`);
}

function checkHeader(name: string, value: string): void {
  try {
    new Headers({ [name]: value });
  } catch {
    // The platform's own error repeats the value, which may be a key.
    throw new InvalidOptionError('headers', `has one that cannot be sent: \`${name}\`.`);
  }
}

function checkDuration(option: string, durationMs: number): void {
  checkOption(durationMs > 0, option, `must be a number above 0, and is ${durationMs}.`);
}
