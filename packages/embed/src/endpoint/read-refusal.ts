import type { EmbedderFailure } from '../errors/embedder-failure.ts';
import { isRecord, parsedJson } from '../files/check-file.ts';
import type { Endpoint } from './endpoint-options.ts';

const MAX_MESSAGE_CHARACTERS = 300;

/** The failure that a refusal stands for, from its status and the server's words. */
export function failureOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
  { server, hasKey, hide }: Endpoint,
): EmbedderFailure {
  const line = wordsIn(body).replace(/\s+/g, ' ').trim();
  // Hidden ahead of the cut: what is left of a key at the end would not be recognised.
  const serverMessage = hide(line).slice(0, MAX_MESSAGE_CHARACTERS);
  if (status === 401 || status === 403) {
    return { kind: 'unauthorized', server, status, serverMessage, hadKey: hasKey };
  }
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    const wait = seconds > 0 && Number.isFinite(seconds) ? { retryAfterMs: seconds * 1_000 } : {};
    return { kind: 'rate-limited', server, serverMessage, ...wait };
  }
  if (status >= 500) return { kind: 'server-fault', server, status, serverMessage };
  return { kind: 'request-refused', server, status, serverMessage };
}

/** The words of an error in JSON, or a short text as it is; nothing of a web page. */
function wordsIn(body: string): string {
  const value = parsedJson(body);
  const error = isRecord(value) ? (value.error ?? value) : undefined;
  if (typeof error === 'string') return error;
  if (isRecord(error)) {
    const words = error.message ?? error.detail;
    return typeof words === 'string' ? words : '';
  }
  return /^\s*[<{[]/.test(body) ? '' : body;
}
