import { authorization, BARE_REQUEST, type Connection, type Server } from './connection.ts';
import { modelsUrl } from './endpoint-address.ts';
import type { Failure } from './failure.ts';
import { findOutWhy } from './find-out-why.ts';
import { isRecord, readRefusal } from './read-error.ts';
import { refusedAnswer } from './stream-reply.ts';

/** What a server says of its models. */
export type Models =
  | { readonly kind: 'list'; readonly ids: readonly string[] }
  /** It answers, and has no list: a name must be typed. */
  | { readonly kind: 'no-list' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Asks a server for the names of its models. Never rejects. */
export async function listModels(
  server: Server,
  connection: Connection,
  signal: AbortSignal,
): Promise<Models> {
  try {
    const response = await connection.fetch(modelsUrl(server.address), {
      ...BARE_REQUEST,
      headers: authorization(server),
      signal,
    });
    if (response.ok) return readModels(await response.text());
    const failure = readRefusal(await refusedAnswer(response, server));
    const hasNoList = failure.kind === 'no-path' || failure.kind === 'no-model';
    return hasNoList ? { kind: 'no-list' } : { kind: 'failed', failure };
  } catch {
    // The browser keeps the reason to itself; it has to be found out.
    return { kind: 'failed', failure: await findOutWhy(server.address, connection, signal) };
  }
}

/** The names in a list of models, in order. */
export function readModels(body: string): Models {
  const value = parsedJson(body);
  const list = isRecord(value) ? (value.data ?? value.models) : value;
  if (!Array.isArray(list)) {
    const isPage = /^\s*</.test(body);
    const excerpt = body.trim().slice(0, 120);
    return isPage
      ? { kind: 'failed', failure: { kind: 'unreadable', excerpt } }
      : { kind: 'no-list' };
  }
  const ids = list.flatMap((model) =>
    isRecord(model) && typeof model.id === 'string' && model.id !== '' ? [model.id] : [],
  );
  return ids.length === 0 ? { kind: 'no-list' } : { kind: 'list', ids: [...new Set(ids)].sort() };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else than a list: said by whoever asked.
    return undefined;
  }
}
