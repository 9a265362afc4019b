import type { Message, Part } from '@agent-memory/core';
import type { ThreadMessage } from '@assistant-ui/react';
import { type Fields, isFields, parsedJson, valueOfText } from '../messages/message-data.ts';
import {
  type DraftCall,
  type DraftFormat,
  type MessageDraft,
  messageDrafts,
} from '../messages/message-drafts.ts';
import type { ToolResultPart } from '../messages/message-pieces.ts';
import { ASSISTANT_UI } from './read-thread-message.ts';

/** A neutral message and the time of its creation. */
interface ThreadEntry {
  readonly id: string;
  readonly message: Message;
  readonly createdAtMs?: number;
}

/** A message and the entries that it is made of, in their order. */
interface MadeMessage {
  readonly message: ThreadMessage;
  readonly entryIds: readonly string[];
}

/** Neutral messages as those of assistant-ui; a message that was read as several is one again. */
export function writeThreadMessages(entries: readonly ThreadEntry[]): readonly MadeMessage[] {
  return messageDrafts(entries, FORMAT).map((draft) => ({
    message: threadMessage(draft),
    entryIds: draft.entryIds,
  }));
}

const FORMAT: DraftFormat = {
  name: ASSISTANT_UI,
  keepsUnread: true,
  partOf,
  textPart: (text) => ({ type: 'text', text }),
  isCall: ({ type, toolCallId }, callId) => type === 'tool-call' && toolCallId === callId,
  answerCall,
};

/** A result is a field of its call. */
function answerCall(
  { draft, index }: DraftCall,
  result: ToolResultPart,
  { kind = 'text', ...shown }: Fields,
): void {
  draft.parts[index] = {
    ...draft.parts[index],
    result: valueOfText(result.text, kind),
    ...shown,
    ...(result.isError && { isError: true }),
  };
}

/** A part as assistant-ui writes it; none for a part that belongs to another format. */
function partOf(part: Part, { format }: Message): readonly Fields[] {
  const isOwn = format === ASSISTANT_UI;
  const extra = isOwn && part.type !== 'unknown' ? (part.extra ?? {}) : {};
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text, ...extra }];
    case 'thinking':
      return [{ type: 'reasoning', text: part.text, ...extra }];
    case 'image':
      return [imageOf(part.url, extra)];
    case 'document':
      return [documentOf(part, extra)];
    case 'tool-call': {
      const args = parsedJson(part.arguments)?.value;
      return [
        {
          type: 'tool-call',
          toolCallId: part.callId,
          toolName: part.toolName,
          args: isFields(args) ? args : {},
          argsText: part.arguments,
          ...extra,
        },
      ];
    }
    case 'unknown':
      return isOwn && isFields(part.value) ? [part.value] : [];
    case 'tool-result':
      return [];
    default:
      return part satisfies never;
  }
}

function imageOf(url: string, { isFile, isBare, ...extra }: Fields): Fields {
  if (isFile !== true) return { type: 'image', image: url, ...extra };
  return { type: 'file', data: isBare === true ? base64Of(url) : url, ...extra };
}

function documentOf(
  { data, fileId, filename }: Extract<Part, { readonly type: 'document' }>,
  { isBare, ...extra }: Fields,
): Fields {
  const named = filename === undefined ? {} : { filename };
  const content = data !== undefined && isBare === true ? base64Of(data) : (data ?? fileId);
  if (content === undefined && typeof extra.data !== 'string') {
    return { type: 'text', text: `[Document ${filename ?? 'without a name'}]` };
  }
  const mimeType = /^data:([^;,]+)/.exec(data ?? '')?.[1] ?? 'application/octet-stream';
  const elsewhere = fileId === undefined ? {} : { sourceType: 'id' };
  const given = content === undefined ? {} : { data: content };
  return { type: 'file', mimeType, ...elsewhere, ...given, ...named, ...extra };
}

function base64Of(url: string): string {
  return url.slice(url.indexOf(',') + 1);
}

/** A draft as a message of assistant-ui, with every field that its type requires. */
function threadMessage(draft: MessageDraft): ThreadMessage {
  const { createdAtMs: ownMs, attachments, ...otherFields } = draft.otherFields;
  const createdAt = new Date(typeof ownMs === 'number' ? ownMs : draft.createdAtMs);
  const content = draft.parts.filter(({ attachment }) => attachment === undefined);
  const ofRole = {
    system: { metadata: { custom: {} } },
    user: { metadata: { custom: {} }, attachments: attachmentsOf(draft, attachments) },
    assistant: { status: { type: 'complete', reason: 'unknown' }, metadata: ASSISTANT_METADATA },
  }[draft.role];
  const message = { id: draft.id, role: draft.role, createdAt, content, ...ofRole, ...otherFields };
  // Every field was read from such a message, or made here in its shape.
  return message as unknown as ThreadMessage;
}

const ASSISTANT_METADATA = {
  unstable_state: null,
  unstable_annotations: [],
  unstable_data: [],
  steps: [],
  custom: {},
};

function attachmentsOf({ parts }: MessageDraft, attachments: unknown): readonly Fields[] {
  if (!Array.isArray(attachments)) return [];
  return attachments.filter(isFields).map((meta, index) => ({
    ...meta,
    content: parts
      .filter(({ attachment }) => attachment === index)
      .map(({ attachment: _, ...part }) => part),
  }));
}
