import { type Message, type Part, textOf, toolResultsOf } from '@agent-memory/core';
import type { TextPart, ThinkingPart, WritableEntry } from '@agent-memory/core/formats';
import { formatKit, frozenCopy, type reading } from '@agent-memory/core/internal';
import { writeResultContent } from '../anthropic/result-content.ts';
import { foreignItems } from './foreign-items.ts';
import { OPENAI_RESPONSES, SUMMARY_TEXT } from './read-item.ts';
import type { OpenAiResponsesItem } from './responses-item.ts';
import { withPicture } from './unread-item.ts';

/** An item as it is written. */
export type Item = reading.Fields;

/**
 * A message as items: as the one that it came as, or as many as it takes. The same message gives the
 * same objects again; they are frozen, because every later context holds them too.
 */
export const itemsOf = formatKit.perMessage((message): readonly Item[] =>
  frozenCopy(isOwn(message) ? [ownItem(message)] : foreignItems(message)),
);

/** Originals as items, also those that say nothing and are never sent. */
export function writeResponses(entries: readonly WritableEntry[]): readonly OpenAiResponsesItem[] {
  // Every item was read out of this format, or made for it; the types name those that are known.
  return entries.flatMap(({ message }) =>
    itemsOf(message),
  ) as unknown as readonly OpenAiResponsesItem[];
}

/** Tells whether a message is as `read` gives it. Anybody can write one in this library's own form. */
function isOwn({ format, role, parts, extra = {} }: Message): boolean {
  if (format !== OPENAI_RESPONSES) return false;
  const [first, ...others] = parts;
  if (isUnread(first, extra)) return true;
  const isAlone = (type: Part['type']) =>
    first?.type === type && others.every((part) => part.type !== type);
  switch (role) {
    case 'tool':
      return isAlone('tool-result');
    case 'assistant':
      if (extra.type === 'reasoning') return parts.every(({ type }) => type === 'thinking');
      if (first?.type === 'tool-call') return others.length === 0;
      return isBareText(parts) || parts.every(isOfContent);
    case 'system':
    case 'user':
      return true;
  }
}

/** An item of a kind that is not read. */
function isUnread(first: Part | undefined, { type }: reading.Fields): boolean {
  return first?.type === 'unknown' && type !== undefined && type !== 'message';
}

function isBareText([first, ...others]: readonly Part[]): boolean {
  return first?.type === 'text' && !first.extra && others.length === 0;
}

/** Content of an answer, of the kind that it came as. */
function isOfContent(part: Part): boolean {
  return part.type === 'unknown' || (part.type === 'text' && part.extra?.type !== undefined);
}

function ownItem(message: Message): Item {
  const { parts, extra = {} } = message;
  const [first] = parts;
  if (isUnread(first, extra)) return unreadItem(parts);
  switch (first?.type) {
    case 'thinking':
      return reasoningItem(parts, extra);
    case 'tool-call': {
      const { callId, toolName: name, arguments: text } = first;
      const field = extra.type === 'custom_tool_call' ? 'input' : 'arguments';
      return { type: 'function_call', ...extra, call_id: callId, name, [field]: text };
    }
    case 'tool-result':
      return {
        type: 'function_call_output',
        ...extra,
        call_id: first.callId,
        output: outputOf(message),
      };
    default:
      return messageItem(message, extra);
  }
}

function unreadItem([first, picture]: readonly Part[]): Item {
  const item = (first?.type === 'unknown' ? first.value : {}) as Item;
  return picture?.type === 'image' ? withPicture(item, picture.url) : item;
}

function reasoningItem(parts: readonly Part[], extra: reading.Fields): Item {
  const texts = parts.filter((part) => part.type === 'thinking');
  const encrypted = texts[0]?.signature;
  const isSummary = (part: ThinkingPart) => part.extra?.type === SUMMARY_TEXT;
  const summary = texts.filter(isSummary).map(reasoningText);
  const content = texts.filter((part) => part.extra && !isSummary(part)).map(reasoningText);
  return {
    ...extra,
    ...(summary.length > 0 && { summary }),
    ...(content.length > 0 && { content }),
    ...(encrypted !== undefined && { encrypted_content: encrypted }),
  };
}

function reasoningText({ text, extra }: ThinkingPart): reading.Fields {
  return { ...extra, text };
}

/** The output of a result again; parts beside it stand where they stood. */
function outputOf(message: Message): string | readonly reading.Fields[] {
  const [result] = toolResultsOf(message);
  if (!result) return '';
  const beside = message.parts.flatMap(contentOfPart);
  return writeResultContent(result, beside, textPiece) ?? '';
}

function textPiece(text: string, extra: reading.Fields): reading.Fields {
  return { type: 'input_text', ...extra, text };
}

function messageItem({ role, parts }: Message, extra: reading.Fields): Item {
  const content = isBareText(parts) ? textOf({ role, parts }) : parts.flatMap(contentOfPart);
  // The role that came, such as that of a developer, wins over the neutral one.
  return { role, ...extra, content };
}

function contentOfPart(part: Part): readonly reading.Fields[] {
  switch (part.type) {
    case 'text':
      return [pieceOfText(part)];
    case 'image': {
      const { url, detail, extra } = part;
      return [{ ...extra, type: 'input_image', image_url: url, ...(detail && { detail }) }];
    }
    case 'document': {
      const { fileId, data, filename, extra } = part;
      return [
        {
          type: 'input_file',
          ...extra,
          ...(fileId !== undefined && { file_id: fileId }),
          ...(data !== undefined && { file_data: data }),
          ...(filename !== undefined && { filename }),
        },
      ];
    }
    case 'unknown':
      return [part.value as reading.Fields];
    case 'tool-call':
    case 'tool-result':
    case 'thinking':
      return [];
  }
}

/** Words that stand among own ones without a kind were put there by a view: they are the user's. */
function pieceOfText({ text, extra = {} }: TextPart): reading.Fields {
  if (extra.type === 'refusal') return { ...extra, refusal: text };
  return textPiece(text, extra);
}
