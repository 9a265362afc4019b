import {
  type Message,
  type Part,
  parseMessage,
  type ReadMessage,
  type Role,
} from '@agent-memory/core';
import { type Fields, hasFields } from './message-data.ts';

type ToolResultPart = Extract<Part, { readonly type: 'tool-result' }>;

/** A part as it was read: with the result of a call apart, or kept unread because no model reads it. */
export type ReadPart =
  | { readonly parts: readonly Part[]; readonly result?: ToolResultPart }
  | { readonly result: ToolResultPart; readonly parts?: undefined }
  | { readonly unread: Fields };

/** A message of a format that has calls, results and several steps in one. */
interface WholeMessage {
  readonly format: string;
  readonly id: string;
  readonly role: Role;
  /** Step by step; only an assistant's message has more than one. */
  readonly steps: readonly (readonly ReadPart[])[];
  /** What stands beside its parts. */
  readonly beside: Fields;
}

/**
 * The message in pieces: each step, and behind it what each of its calls was answered. The first has
 * the id of the message, and all of them know it.
 */
export function piecesOf({ format, id, role, steps, beside }: WholeMessage): ReadMessage[] {
  const pieces: ReadMessage[] = [];
  const ids = new Set<string>();
  const add = (wanted: string, pieceRole: Role, parts: readonly Part[], unread: UnreadParts) => {
    const isFirst = pieces.length === 0;
    const pieceId = freshId(isFirst ? id : wanted, ids);
    const extra = { id, ...(isFirst && beside), ...(hasFields(unread) && { unread }) };
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

/** Parts that are kept unread, with the place that each has among the parts of its step. */
type UnreadParts = readonly (readonly [place: number, part: Fields])[];

function unreadOf(step: readonly ReadPart[]): UnreadParts {
  const unread: [number, Fields][] = [];
  let place = 0;
  for (const part of step) {
    if ('unread' in part) {
      unread.push([place, part.unread]);
      place += 1;
    } else if (part.parts) {
      // A call may be read as several parts; in its message it is one.
      place += 1;
    }
  }
  return unread;
}

/** Puts what was kept unread into its places again. */
export function withUnread(parts: readonly Fields[], unread: unknown): readonly Fields[] {
  if (!Array.isArray(unread)) return parts;
  const all = [...parts];
  for (const [place, part] of unread as UnreadParts) all.splice(place, 0, part);
  return all;
}

/** Small models number their calls anew in every step, so the name of a result may be taken. */
function freshId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let number = 2; ids.has(id); number += 1) id = `${wanted}#${number}`;
  ids.add(id);
  return id;
}

/** Parts in steps: a step ends where something other than a result follows what was answered. */
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
