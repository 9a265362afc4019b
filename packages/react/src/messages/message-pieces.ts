import { InvalidMessageError, type Message, type Part, type Role } from '@agent-memory/core';
import { parseMessage, type ReadMessage } from '@agent-memory/core/formats';
import { type Fields, hasFields, nameIn } from './message-data.ts';

export type ToolResultPart = Extract<Part, { readonly type: 'tool-result' }>;

/** A part that was read: into parts, into the result of a call, or kept unread because no model reads it. */
export type ReadPart =
  | { readonly parts: readonly Part[]; readonly result?: ToolResultPart }
  | { readonly result: ToolResultPart; readonly parts?: undefined }
  | { readonly unread: Fields };

export function onePart(part: Part): ReadPart {
  return { parts: [part] };
}

/** The part with the fields that only its library has. */
export function withExtra<Type extends Part>(part: Type, extra: Fields): Type {
  return hasFields(extra) ? { ...part, extra } : part;
}

/** The id and role of a message. @throws InvalidMessageError naming the field [MSG-3]. */
export function messageHead(data: Fields): { readonly id: string; readonly role: ChatRole } {
  const { role } = data;
  const id = nameIn(data, 'id');
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    throw new InvalidMessageError('role', 'must be system, user or assistant.');
  }
  return { id, role };
}

type ChatRole = Exclude<Role, 'tool'>;

/** A message that has calls, results and several steps in one. */
interface WholeMessage {
  readonly format: string;
  readonly id: string;
  readonly role: Role;
  /** Step by step; only an assistant's message has more than one. */
  readonly steps: readonly (readonly ReadPart[])[];
  /** Fields of the message other than its parts. */
  readonly otherFields: Fields;
}

/**
 * The neutral messages of a message: each step, followed by the results of its calls. The first has the
 * id of the message, and all carry it in `extra`.
 */
export function piecesOf({ format, id, role, steps, otherFields }: WholeMessage): ReadMessage[] {
  const pieces: ReadMessage[] = [];
  const ids = new Set<string>();
  const add = (wanted: string, pieceRole: Role, parts: readonly Part[], unread: UnreadParts) => {
    const isFirst = pieces.length === 0;
    const pieceId = freshId(isFirst ? id : wanted, ids);
    const extra = { id, ...(isFirst && otherFields), ...(hasFields(unread) && { unread }) };
    const continues = isFirst ? {} : ({ continues: true } as const);
    const message: Message = { role: pieceRole, parts, format, ...continues, extra };
    pieces.push({ id: pieceId, message: parseMessage(message) });
  };
  for (const [index, step] of steps.entries()) {
    const parts = step.flatMap((part) => ('parts' in part ? (part.parts ?? []) : []));
    const unread = unreadOf(step);
    const isEmpty = parts.length === 0 && unread.length === 0;
    const hasResults = step.some((part) => 'result' in part && part.result);
    if (!isEmpty || !hasResults) add(`${id}#${index + 1}`, role, parts, unread);
    for (const part of step) {
      if (!('result' in part) || !part.result) continue;
      add(`${id}/${part.result.callId}`, 'tool', [part.result], []);
    }
  }
  return pieces;
}

/** Parts that are kept unread, each with its place among the parts of its step. */
type UnreadParts = readonly (readonly [place: number, part: Fields])[];

function unreadOf(step: readonly ReadPart[]): UnreadParts {
  const unread: [number, Fields][] = [];
  let place = 0;
  for (const part of step) {
    if ('unread' in part) {
      unread.push([place, part.unread]);
      place += 1;
    } else if (part.parts) {
      // A call that was read into several parts is one part of its message.
      place += 1;
    }
  }
  return unread;
}

/** Puts parts that were kept unread back into their places. */
export function withUnread(parts: readonly Fields[], unread: unknown): readonly Fields[] {
  if (!Array.isArray(unread)) return parts;
  const all = [...parts];
  for (const [place, part] of unread as UnreadParts) all.splice(place, 0, part);
  return all;
}

/** Small models number their calls from the start in every step, so the id of a result may be taken. */
function freshId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let number = 2; ids.has(id); number += 1) id = `${wanted}#${number}`;
  ids.add(id);
  return id;
}

/** Divides parts into steps; a part for which `endsStep` holds begins the next one. */
export function stepsOf(
  parts: readonly ReadPart[],
  endsStep: (part: ReadPart, step: readonly ReadPart[]) => boolean,
): readonly (readonly ReadPart[])[] {
  const steps: ReadPart[][] = [[]];
  for (const part of parts) {
    const step = steps.at(-1) ?? [];
    if (endsStep(part, step)) steps.push([part]);
    else step.push(part);
  }
  return steps;
}
