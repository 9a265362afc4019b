import type { ServerFailure } from '../errors/model-failure.ts';
import { isRecord, parsedJson } from './json.ts';
import type { Secrets } from './secrets.ts';

/** An answer that is not the one that was asked for. */
export interface RefusedAnswer {
  readonly status: number;
  readonly body: string;
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number;
}

/** How servers say that a context is too long for the model. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum context length|context (?:length|size|window)|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;

const NO_SUCH_MODEL = /model_not_found|\bmodels?\b/i;

/** Enough to see what a server said. */
const MAX_MESSAGE_CHARACTERS = 300;

/** Timers that are to wait longer go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Servers wrap an error in one or two others; a hostile one nests without end. */
const DEEPEST_MESSAGE = 6;

/** The failure that a refusal stands for, from its status and the server's words. */
export function readRefusal(refused: RefusedAnswer, secrets: Secrets): ServerFailure {
  const { status, body, retryAfterMs } = refused;
  const serverMessage = messageIn(parsedBody(body), secrets);
  if (isTooLong(status, body)) return { kind: 'context-too-long', serverMessage };
  if (status === 401 || status === 403) {
    return { kind: 'unauthorized', status, serverMessage, hadKey: secrets.hasKey };
  }
  if (status === 404 || status === 405) {
    const isAboutModel = status === 404 && NO_SUCH_MODEL.test(body) && serverMessage !== '';
    return isAboutModel
      ? { kind: 'model-not-found', serverMessage }
      : { kind: 'endpoint-not-found', status };
  }
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429) return { kind: 'rate-limited', serverMessage, ...wait };
  if (status >= 500) return { kind: 'server-fault', status, serverMessage, ...wait };
  if (/model_not_found/i.test(body)) return { kind: 'model-not-found', serverMessage };
  return { kind: 'request-refused', status, serverMessage };
}

/**
 * The failure that an error in the middle of a stream stands for. It has no status of its own but for the one that some
 * servers write into it; only what a caller can act on is told apart.
 */
export function readStreamError(body: string, secrets: Secrets): ServerFailure {
  const read = readRefusal({ status: statusIn(parsedJson(body)) ?? 400, body }, secrets);
  if (read.kind === 'context-too-long' || read.kind === 'rate-limited') return read;
  return { kind: 'stream-error', serverMessage: messageIn(parsedBody(body), secrets) };
}

/** Whether a server refused the request only because it was asked to report usage. */
export function isAboutStreamOptions({ status, body }: RefusedAnswer): boolean {
  return status >= 400 && status < 500 && /stream_options|include_usage/i.test(body);
}

/**
 * How long a server asks to wait, from its headers: `retry-after-ms`, or `retry-after` as seconds or as
 * a date; `undefined` where it says nothing that can be meant. At most as long as a timer can wait, 24 days.
 */
export function retryAfterIn(headers: Headers, nowMs: number): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds > 0 && Number.isFinite(milliseconds)) return waitOf(milliseconds);
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number(after);
  const waitMs = Number.isNaN(seconds) ? Date.parse(after) - nowMs : seconds * 1_000;
  return waitMs > 0 && Number.isFinite(waitMs) ? waitOf(waitMs) : undefined;
}

function waitOf(milliseconds: number): number {
  return Math.min(Math.ceil(milliseconds), LONGEST_TIMER_MS);
}

/** The words in an error, wherever a server puts them, on one line; '' where there are none. */
export function messageIn(value: unknown, secrets: Secrets): string {
  const line = wordsIn(value).replace(/\s+/g, ' ').trim();
  // Hidden before the cut: what is left of a key at the end would not be recognised.
  return secrets.hide(line).slice(0, MAX_MESSAGE_CHARACTERS);
}

function isTooLong(status: number, body: string): boolean {
  if (status === 413) return true;
  // Some servers find it out only while they read, and call it a fault of their own.
  return (status === 400 || status === 422 || status === 500) && TOO_LONG.test(body);
}

function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > DEEPEST_MESSAGE) return '';
  const places = isRecord(value)
    ? [value.error, value.message, value.detail, value.msg]
    : Array.isArray(value)
      ? [value[0]]
      : [];
  for (const place of places) {
    const words = wordsIn(place, depth + 1);
    if (words !== '') return words;
  }
  return '';
}

/** JSON where it is JSON; a short text as it is; nothing of a web page. */
function parsedBody(body: string): unknown {
  return parsedJson(body) ?? (/^\s*</.test(body) ? '' : body);
}

/** The HTTP status that some servers write into an error. */
function statusIn(value: unknown): number | undefined {
  const error = isRecord(value) && isRecord(value.error) ? value.error : value;
  if (!isRecord(error)) return undefined;
  return [error.status, error.code].map(Number).find((code) => code >= 400 && code < 600);
}
