import type { Message, Part } from '@agent-memory/core';
import type {
  DocumentPart,
  ImagePart,
  ReadMessage,
  TextPart,
  ThinkingPart,
} from '@agent-memory/core/formats';
import {
  copyPlainData,
  formatKit,
  frozenCopy,
  isPlainObject,
  reading,
} from '@agent-memory/core/internal';
import { pictureApart } from './unread-item.ts';

/** The name of the format, in messages that came in it. */
export const OPENAI_RESPONSES = 'openai-responses';

/** The kind of the texts in a summary of reasoning; those of reasoning itself have others. */
export const SUMMARY_TEXT = 'summary_text';

type Piece = Pick<Message, 'role' | 'parts' | 'extra'>;

/**
 * An item as a neutral message, or each of a whole response. Its `id` stays with the message and names the entry.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readResponsesItem(input: unknown): readonly ReadMessage[] {
  const item = copyPlainData(input);
  reading.refuseUnless(isPlainObject(item), 'message', 'must be an item: an object');
  if (item.object === 'response' && Array.isArray(item.output)) {
    return item.output.flatMap(readResponsesItem);
  }
  const id = item.id == null ? undefined : reading.nameAt(item, 'id', '');
  const piece = pieceOf(item);
  const isItem = piece.role === 'assistant' && { isItem: true as const };
  const message: Message = frozenCopy({ ...piece, format: OPENAI_RESPONSES, ...isItem });
  return [{ ...(id !== undefined && { id }), message }];
}

function pieceOf(item: reading.Fields): Piece {
  switch (kindOf(item)) {
    case 'message':
      return messagePiece(item);
    case 'reasoning':
      return reasoningPiece(item);
    case 'function_call':
      return callPiece(item, 'arguments', reading.argumentsAt(item, 'arguments', ''));
    case 'custom_tool_call':
      return callPiece(item, 'input', reading.textAt(item, 'input', ''));
    case 'function_call_output':
    case 'custom_tool_call_output':
      return item.call_id == null ? unreadPiece(item) : outputPiece(item);
    default:
      return unreadPiece(item);
  }
}

function kindOf(item: reading.Fields): string {
  const { type } = item;
  reading.refuseUnless(
    !Array.isArray(item.choices),
    'choices',
    "belongs to a response of Chat Completions: give `choices[0].message`, with `format: 'openai'`",
  );
  const isTyped = type != null || 'role' in item;
  const isReference = type === 'item_reference' || (!isTyped && 'id' in item);
  reading.refuseUnless(
    !isReference,
    'type',
    'is a reference to an item that only the provider has: give the item itself, from `output` of its response',
  );
  if (type == null && isTyped) return 'message';
  reading.refuseUnless(
    reading.isText(type) && type !== '',
    'type',
    'must name the kind of item, unless there is a `role`',
  );
  return type;
}

function messagePiece(item: reading.Fields): Piece {
  const { role: given, content: _, ...unread } = item;
  const isDeveloper = given === 'developer';
  const role = isDeveloper ? 'system' : given;
  const isKnown = role === 'system' || role === 'user' || role === 'assistant';
  reading.refuseUnless(isKnown, 'role', 'must be user, assistant, system or developer');
  const content = reading.fieldAt(item, 'content', '');
  const parts: readonly Part[] = reading.isText(content)
    ? [{ type: 'text', text: content }]
    : contentParts(content, 'content');
  return reading.withExtra(
    { role, parts },
    isDeveloper ? { ...unread, role: 'developer' } : unread,
  );
}

/**
 * Each piece of reasoning is a part, the encrypted whole the signature of the first. Lists that hold
 * nothing, and an empty encrypted whole, stay beside them as they came.
 */
function reasoningPiece(item: reading.Fields): Piece {
  const { summary, content, encrypted_content: encrypted, ...unread } = item;
  const parts = [
    ...reasoningParts(summary, 'summary', (type) => type === SUMMARY_TEXT),
    ...reasoningParts(content, 'content', (type) => type !== SUMMARY_TEXT),
  ];
  const [first = { type: 'thinking', text: '' } satisfies ThinkingPart, ...others] = parts;
  const isSigned = reading.isText(encrypted) && encrypted !== '';
  const extra = {
    ...unread,
    ...(isBare(item, 'summary') && { summary }),
    ...(isBare(item, 'content') && { content }),
    ...('encrypted_content' in item && !isSigned && { encrypted_content: encrypted }),
  };
  const signed = isSigned ? { ...first, signature: encrypted } : first;
  return { role: 'assistant', parts: [signed, ...others], extra };
}

function reasoningParts(
  list: unknown,
  field: string,
  isOfField: (type: string) => boolean,
): readonly ThinkingPart[] {
  if (list == null) return [];
  return reading.itemsOf(list, field, 'must be a list of texts', (piece, path) => {
    reading.refuseUnless(isPlainObject(piece), path, 'must be a text with a `type`');
    const { text: _, ...extra } = piece;
    const prefix = `${path}.`;
    reading.refuseUnless(
      isOfField(reading.textAt(piece, 'type', prefix)),
      `${prefix}type`,
      'is of another list',
    );
    return { type: 'thinking', text: reading.textAt(piece, 'text', prefix), extra };
  });
}

function isBare(item: reading.Fields, name: string): boolean {
  const list = item[name];
  return name in item && !(Array.isArray(list) && list.length > 0);
}

function callPiece(item: reading.Fields, field: 'arguments' | 'input', text: string): Piece {
  const { call_id: _, name: __, [field]: ___, ...extra } = item;
  const callId = reading.nameAt(item, 'call_id', '');
  const toolName = reading.nameAt(item, 'name', '');
  const call = { type: 'tool-call', callId, toolName, arguments: text } as const;
  return { role: 'assistant', parts: [call], extra };
}

function outputPiece(item: reading.Fields): Piece {
  const { call_id: _, output: __, ...extra } = item;
  const { text, beside, layout } = readOutput(reading.fieldAt(item, 'output', ''), 'output');
  const callId = reading.nameAt(item, 'call_id', '');
  const result = { type: 'tool-result', callId, text } as const;
  const parts = [layout ? { ...result, extra: { content: layout } } : result, ...beside];
  return { role: 'tool', parts, extra };
}

/** An item of a kind that is not read. Its picture is a part of its own, so that it is priced as one. */
function unreadPiece(item: reading.Fields): Piece {
  const { type } = item;
  const isAnswer = /(_output|_response)$/.test(String(type));
  const { value, picture } = pictureApart(item);
  const parts: readonly Part[] = [
    { type: 'unknown', value },
    ...(picture === undefined ? [] : [{ type: 'image', url: picture } as const]),
  ];
  return { role: isAnswer ? 'tool' : 'assistant', parts, extra: { type } };
}

const kindAt = reading.readerOf(reading.isText, 'must name the kind of content');

/** The pieces of a content list at `field`. `extra.type` keeps the kind of each text. */
function contentParts(content: unknown, field: string): readonly Part[] {
  return reading.itemsOf(content, field, 'must be text or a list of content', (piece, path) => {
    reading.refuseUnless(isPlainObject(piece), path, 'must be content with a `type`');
    const prefix = `${path}.`;
    const type = kindAt(piece, 'type', prefix);
    return textOfPiece(type, piece, prefix) ?? fileOfPiece(type, piece);
  });
}

/** How the pieces of an output lay: a text with its length, `null` for a piece beside the result. */
type Layout = readonly (reading.Fields | null)[];

/** An output: its words, line by line, what stands beside them, and how they lay, unless it was text. */
interface Output {
  readonly text: string;
  readonly beside: readonly Part[];
  readonly layout?: Layout;
}

/** The output of a call at `field`. */
function readOutput(output: unknown, field: string): Output {
  if (reading.isText(output)) return { text: output, beside: [] };
  const parts = contentParts(output, field);
  const texts = parts.filter((part) => part.type === 'text');
  return {
    text: texts.map(({ text }) => text).join('\n'),
    beside: parts.filter(({ type }) => type !== 'text'),
    layout: parts.map((part) =>
      part.type === 'text' ? { ...part.extra, text: part.text.length } : null,
    ),
  };
}

/** Words, and those with which a model declines. */
function textOfPiece(type: string, piece: reading.Fields, prefix: string): TextPart | undefined {
  if (type === 'refusal') {
    const { refusal: _, ...extra } = piece;
    return { type: 'text', text: reading.textAt(piece, 'refusal', prefix), extra };
  }
  if (type !== 'input_text' && type !== 'output_text') return undefined;
  const { text: _, ...extra } = piece;
  return { type: 'text', text: reading.textAt(piece, 'text', prefix), extra };
}

/** A picture or a file; kept as it came where there is more to it than a part can say. */
function fileOfPiece(type: string, piece: reading.Fields): Part {
  const part =
    type === 'input_image' ? picture(piece) : type === 'input_file' ? file(piece) : undefined;
  return part ?? { type: 'unknown', value: piece };
}

/** A picture that has no address but an id is a file that only the provider can open. */
function picture(piece: reading.Fields): ImagePart | DocumentPart | undefined {
  const { type: _, image_url: url, detail, ...others } = piece;
  if (reading.isText(url) && url !== '') {
    if (formatKit.isImageDetail(detail))
      return reading.withExtra<ImagePart>({ type: 'image', url, detail }, others);
    const extra = 'detail' in piece ? { ...others, detail } : others;
    return reading.withExtra<ImagePart>({ type: 'image', url }, extra);
  }
  const { file_id: fileId, ...unread } = piece;
  return reading.isText(fileId) ? { type: 'document', fileId, extra: unread } : undefined;
}

function file(piece: reading.Fields): DocumentPart {
  const { type: _, file_id: fileId, file_data: data, filename, ...others } = piece;
  const extra = {
    ...others,
    ...('file_id' in piece && !reading.isText(fileId) && { file_id: fileId }),
    ...('file_data' in piece && !reading.isText(data) && { file_data: data }),
    ...('filename' in piece && !reading.isText(filename) && { filename }),
  };
  return reading.withExtra(
    {
      type: 'document',
      ...(reading.isText(fileId) && { fileId }),
      ...(reading.isText(data) && { data }),
      ...(reading.isText(filename) && { filename }),
    },
    extra,
  );
}
