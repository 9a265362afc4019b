import type { Message, Part } from '@agent-memory/core';
import type { Fields } from './message-data.ts';
import { type ToolResultPart, withUnread } from './message-pieces.ts';

/** A neutral message that is to be written. */
interface DraftEntry {
  readonly id: string;
  readonly message: Message;
  readonly createdAtMs?: number;
}

/** A message of a chat library while it is put together out of neutral ones. */
export interface MessageDraft {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  /** It was read from a message of this library. */
  readonly isOwn: boolean;
  /** Fields of the message other than its parts. */
  readonly otherFields: Fields;
  readonly createdAtMs: number;
  readonly parts: Fields[];
  /** The neutral messages that it is made of, in their order. */
  readonly entryIds: string[];
}

/** A call in a draft: its part stands at this index. */
export interface DraftCall {
  readonly draft: MessageDraft;
  readonly index: number;
}

/** How a chat library writes messages. */
export interface DraftFormat {
  /** The name under which its messages keep what is only theirs. */
  readonly name: string;
  /** Whether parts that no model reads are put back into their places. */
  readonly keepsUnread: boolean;
  /** A part as the library writes it; none for a part that belongs to another format. */
  readonly partOf: (part: Part, message: Message) => readonly Fields[];
  readonly textPart: (text: string) => Fields;
  readonly isCall: (part: Fields, callId: string) => boolean;
  /** Puts a result to its call. `extra`: the fields that only this library has. */
  readonly answerCall: (call: DraftCall, result: ToolResultPart, extra: Fields) => void;
  /** The parts of a message that was read as a result without its call; `undefined` writes it as text. */
  readonly partsOfLoneResult?: (result: ToolResultPart, extra: Fields) => Fields[];
}

/** Puts messages together; a message that was read as several is one again. */
export function messageDrafts(
  entries: readonly DraftEntry[],
  format: DraftFormat,
): readonly MessageDraft[] {
  const drafts: MessageDraft[] = [];
  for (const entry of entries) {
    if (entry.message.role === 'tool') addResults(drafts, entry, format);
    else addParts(drafts, entry, format);
  }
  return drafts;
}

function addParts(drafts: MessageDraft[], entry: DraftEntry, format: DraftFormat): void {
  const { message } = entry;
  const { unread, ...head } = headOf(entry, format);
  const written = message.parts.flatMap((part) => format.partOf(part, message));
  const parts = format.keepsUnread ? withUnread(written, unread) : written;
  const last = drafts.at(-1);
  if (last && message.continues && head.isOwn && last.isOwn && last.id === head.ownId) {
    last.parts.push(...parts);
    last.entryIds.push(entry.id);
    return;
  }
  const role = message.role === 'tool' ? 'user' : message.role;
  drafts.push({ ...newDraft(entry, head), role, parts: [...parts] });
}

function addResults(drafts: MessageDraft[], entry: DraftEntry, format: DraftFormat): void {
  for (const result of entry.message.parts) {
    if (result.type !== 'tool-result') continue;
    const { unread: _, ...head } = headOf(entry, format);
    const extra = head.isOwn ? (result.extra ?? {}) : {};
    const call = callIn(drafts, result.callId, format);
    if (call) {
      format.answerCall(call, result, extra);
      if (call.draft.entryIds.at(-1) !== entry.id) call.draft.entryIds.push(entry.id);
      continue;
    }
    const isWhole = head.ownId !== undefined && !entry.message.continues;
    const ownParts = isWhole ? format.partsOfLoneResult?.(result, extra) : undefined;
    if (ownParts) drafts.push({ ...newDraft(entry, head), role: 'assistant', parts: ownParts });
    else drafts.push(textDraft(entry, `[Tool output without its call]\n${result.text}`, format));
  }
}

interface Head {
  readonly isOwn: boolean;
  /** The id that the message had in this library. */
  readonly ownId: string | undefined;
  readonly otherFields: Fields;
}

function headOf({ message }: DraftEntry, { name }: DraftFormat): Head & { unread: unknown } {
  const isOwn = message.format === name;
  const { id, unread, ...otherFields } = isOwn ? (message.extra ?? {}) : {};
  return { isOwn, ownId: typeof id === 'string' ? id : undefined, otherFields, unread };
}

function newDraft({ id, createdAtMs = 0 }: DraftEntry, { isOwn, ownId, otherFields }: Head) {
  return { id: ownId ?? id, isOwn, otherFields, createdAtMs, entryIds: [id] };
}

function textDraft(entry: DraftEntry, text: string, format: DraftFormat): MessageDraft {
  const head = { isOwn: false, ownId: undefined, otherFields: {} };
  return { ...newDraft(entry, head), role: 'user', parts: [format.textPart(text)] };
}

/** The newest call of an id. */
function callIn(
  drafts: readonly MessageDraft[],
  callId: string,
  { isCall }: DraftFormat,
): DraftCall | undefined {
  const draft = drafts.findLast(({ parts }) => parts.some((part) => isCall(part, callId)));
  const index = draft?.parts.findLastIndex((part) => isCall(part, callId)) ?? -1;
  return draft && { draft, index };
}
