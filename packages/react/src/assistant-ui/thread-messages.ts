import type { Message, Part } from '@agent-memory/core';
import type { ThreadMessage } from '@assistant-ui/react';
import { type Fields, isFields, parsedJson, valueOfText } from '../tanstack-ai/message-data.ts';
import { withUnread } from '../tanstack-ai/message-pieces.ts';
import { ASSISTANT_UI } from './assistant-ui-message.ts';

/** An original, and when it was said. */
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

interface Draft {
  readonly id: string;
  readonly role: 'system' | 'user' | 'assistant';
  readonly isOwn: boolean;
  readonly beside: Fields;
  readonly createdAtMs: number;
  readonly parts: Fields[];
  readonly entryIds: string[];
}

/** Neutral messages as those of assistant-ui; what one was read into is one again. */
export function threadMessages(entries: readonly ThreadEntry[]): readonly MadeMessage[] {
  const drafts: Draft[] = [];
  for (const entry of entries) {
    if (entry.message.role === 'tool') addResults(entry, drafts);
    else addParts(entry, drafts);
  }
  return drafts.map((draft) => ({ message: messageOf(draft), entryIds: draft.entryIds }));
}

function addParts({ id, message, createdAtMs = 0 }: ThreadEntry, drafts: Draft[]): void {
  const isOwn = message.format === ASSISTANT_UI;
  const { id: ownId, unread, ...beside } = isOwn ? (message.extra ?? {}) : {};
  const written = message.parts.flatMap((part) => partOf(part, isOwn));
  const parts = withUnread(written, unread);
  const last = drafts.at(-1);
  if (last && message.continues && isOwn && last.isOwn && last.id === ownId) {
    last.parts.push(...parts);
    last.entryIds.push(id);
    return;
  }
  const role = message.role === 'tool' ? 'user' : message.role;
  const named = typeof ownId === 'string' ? ownId : id;
  drafts.push({ id: named, role, isOwn, beside, createdAtMs, parts: [...parts], entryIds: [id] });
}

/** A result is part of its call; one without a call is shown as words. */
function addResults({ id, message, createdAtMs = 0 }: ThreadEntry, drafts: Draft[]): void {
  for (const result of message.parts) {
    if (result.type !== 'tool-result') continue;
    const isCall = ({ type, toolCallId }: Fields) =>
      type === 'tool-call' && toolCallId === result.callId;
    const host = drafts.findLast(({ parts }) => parts.some(isCall));
    const at = host?.parts.findLastIndex(isCall) ?? -1;
    if (!host) {
      const parts = [{ type: 'text', text: `[Tool output without its call]\n${result.text}` }];
      const draft = { role: 'user', isOwn: false, beside: {}, createdAtMs, parts } as const;
      drafts.push({ ...draft, id, parts, entryIds: [id] });
      continue;
    }
    const { kind = 'text', ...shown } = message.format === ASSISTANT_UI ? (result.extra ?? {}) : {};
    host.parts[at] = {
      ...host.parts[at],
      result: valueOfText(result.text, kind),
      ...shown,
      ...(result.isError && { isError: true }),
    };
    if (host.entryIds.at(-1) !== id) host.entryIds.push(id);
  }
}

/** A part in assistant-ui's words; none for what belongs to another format. */
function partOf(part: Part, isOwn: boolean): readonly Fields[] {
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

/** A message as assistant-ui wants it, with all that its type promises. */
function messageOf(draft: Draft): ThreadMessage {
  const { createdAtMs: ownMs, attachments, ...beside } = draft.beside;
  const createdAt = new Date(typeof ownMs === 'number' ? ownMs : draft.createdAtMs);
  const content = draft.parts.filter(({ attachment }) => attachment === undefined);
  const ofRole = {
    system: { metadata: { custom: {} } },
    user: { metadata: { custom: {} }, attachments: attachmentsOf(draft, attachments) },
    assistant: { status: { type: 'complete', reason: 'unknown' }, metadata: ASSISTANT_METADATA },
  }[draft.role];
  const message = { id: draft.id, role: draft.role, createdAt, content, ...ofRole, ...beside };
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

function attachmentsOf({ parts }: Draft, attachments: unknown): readonly Fields[] {
  if (!Array.isArray(attachments)) return [];
  return attachments.filter(isFields).map((meta, index) => ({
    ...meta,
    content: parts
      .filter(({ attachment }) => attachment === index)
      .map(({ attachment: _, ...part }) => part),
  }));
}
