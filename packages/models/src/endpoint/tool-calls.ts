import type { OpenAiToolCall } from '@agent-memory/core/formats';
import { formatKit } from '@agent-memory/core/internal';
import { isRecord, stringOf } from './json.ts';

/** A call that is still arriving. */
export interface DraftCall {
  /** Place that the server gave it; some give none. */
  readonly index?: number;
  /** '' until the server names it; some never do. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** More calls in one answer are not meant, and not kept. */
const MAX_CALLS = 256;

/**
 * Adds what one chunk says of calls. A piece belongs to the call with its index, else to the one with
 * its id, else to the newest. Servers differ:
 *
 * - some give every call the index 0 and an id of its own: another id is another call;
 * - some send whole calls without index or id: another name behind a call is another call;
 * - some repeat id and name with each piece.
 */
export function withCallPieces(
  drafts: readonly DraftCall[],
  pieces: unknown,
): readonly DraftCall[] {
  if (!Array.isArray(pieces)) return drafts;
  return pieces.filter(isRecord).reduce<readonly DraftCall[]>((calls, { index, id, ...piece }) => {
    const called = isRecord(piece.function) ? piece.function : {};
    return withPiece(calls, {
      ...(typeof index === 'number' && { index }),
      id: stringOf(id),
      name: stringOf(called.name),
      arguments: argumentsOf(called.arguments),
    });
  }, drafts);
}

/**
 * The calls of an answer that is whole. One that the server gave no id goes by the name of its tool, as it
 * does in a conversation; empty arguments are an empty object, since servers refuse to read anything but
 * JSON back. Calls without a name are left out.
 */
export function finishedCalls(drafts: readonly DraftCall[]): readonly OpenAiToolCall[] {
  const ids = new formatKit.FreeIds();
  return drafts
    .filter(({ name }) => name !== '')
    .map(({ id, name, arguments: text }) => ({
      id: id === '' ? ids.take(name) : id,
      type: 'function',
      function: { name, arguments: text.trim() === '' ? '{}' : text },
    }));
}

function withPiece(calls: readonly DraftCall[], piece: DraftCall): readonly DraftCall[] {
  const place = placeOf(calls, piece);
  const call = calls[place];
  if (call) return calls.with(place, joined(call, piece));
  return calls.length < MAX_CALLS ? [...calls, piece] : calls;
}

/** Where in the list a piece belongs; behind its end for a new call. */
function placeOf(calls: readonly DraftCall[], { index, id, name }: DraftCall): number {
  const newest = calls.length - 1;
  if (index !== undefined) {
    const place = calls.findLastIndex((call) => call.index === index);
    return place >= 0 && !isOtherId(calls[place], id) ? place : calls.length;
  }
  if (id !== '') {
    const place = calls.findLastIndex((call) => call.id === id);
    if (place >= 0) return place;
    return calls[newest]?.id === '' && name === '' ? newest : calls.length;
  }
  const isNext = name !== '' && calls[newest]?.name !== '';
  return isNext ? calls.length : Math.max(newest, 0);
}

function isOtherId(call: DraftCall | undefined, id: string): boolean {
  return call !== undefined && call.id !== '' && id !== '' && call.id !== id;
}

function joined(call: DraftCall, piece: DraftCall): DraftCall {
  return {
    ...call,
    id: call.id === '' ? piece.id : call.id,
    name: call.name === piece.name ? call.name : call.name + piece.name,
    arguments: call.arguments + piece.arguments,
  };
}

/** Text of JSON; some servers send the object itself. */
function argumentsOf(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : stringOf(value);
}
