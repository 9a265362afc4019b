import type { Message, Part } from '@agent-memory/core';
import type {
  DocumentPart,
  ImagePart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from '@agent-memory/core/formats';
import { formatKit, frozenCopy, isPlainObject, type reading } from '@agent-memory/core/internal';
import { parsedJson } from '../ai-sdk/json-text.ts';
import { ABSENT_FILE } from '../stand-ins.ts';
import { inlineDataOf, PDF } from './data-url.ts';
import { ANTHROPIC } from './read-anthropic.ts';
import { writeResultContent } from './result-content.ts';
/** A block as it is written; what kind it is, and whatever goes with that kind. */
export type Block = reading.Fields & { readonly type: string };

/**
 * The blocks of a message. What came in this format comes back as it was; of what came in another,
 * that which this one can say. The same message gives the same objects again; they are frozen,
 * because every later context holds them too.
 */
export const blocksOf = formatKit.perMessage((message): readonly Block[] =>
  frozenCopy(writeBlocks(message)),
);

function writeBlocks(message: Message): readonly Block[] {
  const isOwn = message.format === ANTHROPIC;
  const parts = isOwn ? message.parts : message.parts.flatMap((part) => translated(message, part));
  if (message.role !== 'tool') return parts.flatMap(blocksOfPart);
  const beside = parts.flatMap((part) => (part.type === 'tool-result' ? [] : blocksOfPart(part)));
  const results = parts.filter((part) => part.type === 'tool-result');
  // Parts beside the results of a message go with the first of them.
  return results.map((result, index) => resultBlock(result, index === 0 ? beside : []));
}

/** The part without what is another provider's; nothing where the rest cannot be said here. */
function translated({ role, format }: Message, part: Part): readonly Part[] {
  if (part.type === 'unknown') return [];
  const { extra: _, ...own } = part;
  switch (own.type) {
    case 'image':
      return role === 'assistant' || role === 'system' ? [] : [own];
    case 'document': {
      // An id names a file at the provider that gave it, and no file here.
      const { fileId: __, ...inline } = own;
      const isPdf = inlineDataOf(own.data ?? '')?.media_type === PDF;
      return [isPdf && role !== 'assistant' && role !== 'system' ? inline : ABSENT_FILE];
    }
    case 'thinking':
      // Only this provider's signature is taken; in this library's own form it can be no other's.
      return format === undefined && own.signature ? [own] : [];
    default:
      return [own];
  }
}

function blocksOfPart(part: Part): readonly Block[] {
  switch (part.type) {
    case 'text':
      return [textBlockOf(part)];
    case 'image':
      return [imageBlock(part)];
    case 'document':
      return [documentBlock(part)];
    case 'thinking':
      return [thinkingBlock(part)];
    case 'tool-call':
      return [callBlock(part)];
    case 'tool-result':
      return [];
    case 'unknown':
      return [part.value as Block];
  }
}

function textBlockOf({ text, extra = {} }: TextPart): Block {
  return textBlock(text, extra);
}

/** A text block, or the document that the words came in. */
function textBlock(text: string, extra: reading.Fields): Block {
  const { type, source, ...fields } = extra;
  if (type !== 'document' || !isPlainObject(source)) {
    return { ...fields, ...(source !== undefined && { source }), type: 'text', text };
  }
  return { ...fields, type, source: { ...source, data: text } };
}

function imageBlock({ url, extra }: ImagePart): Block {
  const inline = inlineDataOf(url);
  const source = inline ? { type: 'base64', ...inline } : { type: 'url', url };
  return { ...extra, type: 'image', source };
}

function documentBlock({ fileId, data, filename, extra }: DocumentPart): Block {
  const inline = inlineDataOf(data ?? '');
  const source = inline
    ? { type: 'base64', ...inline }
    : (extra?.source ?? { type: 'file', file_id: fileId });
  return {
    ...extra,
    type: 'document',
    source,
    ...(filename !== undefined && { title: filename }),
  };
}

function thinkingBlock({ text, signature, extra }: ThinkingPart): Block {
  return {
    ...extra,
    type: 'thinking',
    thinking: text,
    ...(signature !== undefined && { signature }),
  };
}

function callBlock({ callId, toolName, arguments: text, extra }: ToolCallPart): Block {
  return { ...extra, type: 'tool_use', id: callId, name: toolName, input: inputOf(text) };
}

/** The arguments as data. A model of another provider may have written no arguments, or broken ones. */
function inputOf(text: string): unknown {
  if (text.trim() === '') return {};
  const parsed = parsedJson(text);
  return parsed ? parsed.value : { arguments: text };
}

function resultBlock(result: ToolResultPart, beside: readonly Block[]): Block {
  const { content: _, ...unread } = result.extra ?? {};
  const content = writeResultContent(result, beside, textBlock);
  return {
    ...unread,
    type: 'tool_result',
    tool_use_id: result.callId,
    ...(content !== undefined && { content }),
    ...(result.isError && { is_error: true }),
  };
}
