import type { Failure } from './failure.ts';

/** An answer that is not the one that was asked for. */
export interface RefusedAnswer {
  readonly status: number;
  readonly body: string;
  /** Value of the header `retry-after`. */
  readonly retryAfter?: string | undefined;
}

/** How servers say that a context is too long for the model. */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum context length|context (?:length|size|window)|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;

const NO_SUCH_MODEL = /model_not_found|\bmodels?\b/i;

/** Enough to see what a server said. */
const MAX_SAID_CHARACTERS = 300;

/** What a refusal means, from the status and what the server said. */
export function readRefusal({ status, body, retryAfter }: RefusedAnswer): Failure {
  const said = saidIn(parsedBody(body));
  if (isTooLong(status, body)) return { kind: 'too-long', said };
  if (status === 401 || status === 403) return { kind: 'key', status, said };
  if (status === 404 || status === 405) {
    const isAboutModel = status === 404 && NO_SUCH_MODEL.test(body) && said !== '';
    return isAboutModel ? { kind: 'no-model', said } : { kind: 'no-path', status };
  }
  if (status === 429) return { kind: 'too-many', said, ...waitOf(retryAfter) };
  if (status >= 500) return { kind: 'server', status, said };
  if (/model_not_found/i.test(body)) return { kind: 'no-model', said };
  return { kind: 'refused', status, said };
}

/** Whether a server refused the request only because it was asked to report usage. */
export function isAboutStreamOptions({ status, body }: RefusedAnswer): boolean {
  return status >= 400 && status < 500 && /stream_options|include_usage/i.test(body);
}

/** The words in an error, wherever a server puts them; '' where there are none. */
export function saidIn(value: unknown): string {
  return wordsIn(value).replace(/\s+/g, ' ').trim().slice(0, MAX_SAID_CHARACTERS);
}

/** What a server sent, without anything that is a secret of the person. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, '•••');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTooLong(status: number, body: string): boolean {
  if (status === 413) return true;
  // Some servers find it out only while they read, and call it a fault of their own.
  return (status === 400 || status === 422 || status === 500) && TOO_LONG.test(body);
}

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return wordsIn(value[0]);
  if (!isRecord(value)) return '';
  const { error, message, detail, msg } = value;
  return wordsIn(error) || wordsIn(message) || wordsIn(detail) || wordsIn(msg);
}

/** JSON where it is JSON; a short text as it is; nothing of a web page. */
function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: servers and what stands in front of them answer in plain words too.
    return /^\s*</.test(body) ? '' : body;
  }
}

function waitOf(retryAfter: string | undefined): { readonly retryAfterS?: number } {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? { retryAfterS: Math.ceil(seconds) } : {};
}
