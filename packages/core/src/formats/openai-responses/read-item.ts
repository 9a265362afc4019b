import { copyPlainData } from '../../message/copy-plain-data.ts';
import { frozenCopy } from '../../message/frozen-copy.ts';
import type { Message, Part, ThinkingPart } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import {
  argumentsAt,
  type Fields,
  fieldAt,
  isText,
  itemsOf,
  nameAt,
  textAt,
} from '../../message/read-field.ts';
import { refuseUnless } from '../../message/refuse-unless.ts';
import type { ReadMessage } from '../message-format.ts';
import { withExtra } from '../openai/openai-chat.ts';
import { contentParts, readOutput } from './read-content.ts';
import { pictureApart } from './unread-item.ts';

/** The name of the format, in messages that came in it. */
export const OPENAI_RESPONSES = 'openai-responses';

/** The kind of the texts in a summary of reasoning; those of reasoning itself have others. */
export const SUMMARY_TEXT = 'summary_text';

type Piece = Pick<Message, 'role' | 'parts' | 'extra'>;

/**
 * An item as a neutral message. Its `id` stays with the message and names the entry.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readResponsesItem(input: unknown): readonly ReadMessage[] {
  const item = copyPlainData(input);
  refuseUnless(isPlainObject(item), 'message', 'must be an item: an object');
  const id = item.id == null ? undefined : nameAt(item, 'id', '');
  const message: Message = frozenCopy({ ...pieceOf(item), format: OPENAI_RESPONSES });
  return [{ ...(id !== undefined && { id }), message }];
}

function pieceOf(item: Fields): Piece {
  switch (kindOf(item)) {
    case 'message':
      return messagePiece(item);
    case 'reasoning':
      return reasoningPiece(item);
    case 'function_call':
      return callPiece(item, 'arguments', argumentsAt(item, 'arguments', ''));
    case 'custom_tool_call':
      return callPiece(item, 'input', textAt(item, 'input', ''));
    case 'function_call_output':
    case 'custom_tool_call_output':
      return item.call_id == null ? unreadPiece(item) : outputPiece(item);
    default:
      return unreadPiece(item);
  }
}

function kindOf(item: Fields): string {
  const { type } = item;
  refuseUnless(
    !Array.isArray(item.output) || item.object !== 'response',
    'object',
    'is a whole response: give its `output`',
  );
  refuseUnless(
    !Array.isArray(item.choices),
    'choices',
    "belongs to a response of Chat Completions: give `choices[0].message`, with `format: 'openai'`",
  );
  const isTyped = type != null || 'role' in item;
  const isReference = type === 'item_reference' || (!isTyped && 'id' in item);
  refuseUnless(
    !isReference,
    'type',
    'is a reference to an item that only the provider has: give the item itself, from `output` of its response',
  );
  if (type == null && isTyped) return 'message';
  refuseUnless(
    isText(type) && type !== '',
    'type',
    'must name the kind of item, unless there is a `role`',
  );
  return type;
}

function messagePiece(item: Fields): Piece {
  const { role: given, content: _, ...unread } = item;
  const isDeveloper = given === 'developer';
  const role = isDeveloper ? 'system' : given;
  const isKnown = role === 'system' || role === 'user' || role === 'assistant';
  refuseUnless(isKnown, 'role', 'must be user, assistant, system or developer');
  const content = fieldAt(item, 'content', '');
  const parts: readonly Part[] = isText(content)
    ? [{ type: 'text', text: content }]
    : contentParts(content, 'content');
  return withExtra({ role, parts }, isDeveloper ? { ...unread, role: 'developer' } : unread);
}

/**
 * Each piece of reasoning is a part, the encrypted whole the signature of the first. Lists that hold
 * nothing, and an empty encrypted whole, stay beside them as they came.
 */
function reasoningPiece(item: Fields): Piece {
  const { summary, content, encrypted_content: encrypted, ...unread } = item;
  const parts = [
    ...reasoningParts(summary, 'summary', (type) => type === SUMMARY_TEXT),
    ...reasoningParts(content, 'content', (type) => type !== SUMMARY_TEXT),
  ];
  const [first = { type: 'thinking', text: '' } satisfies ThinkingPart, ...others] = parts;
  const isSigned = isText(encrypted) && encrypted !== '';
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
  return itemsOf(list, field, 'must be a list of texts', (piece, path) => {
    refuseUnless(isPlainObject(piece), path, 'must be a text with a `type`');
    const { text: _, ...extra } = piece;
    const prefix = `${path}.`;
    refuseUnless(isOfField(textAt(piece, 'type', prefix)), `${prefix}type`, 'is of another list');
    return { type: 'thinking', text: textAt(piece, 'text', prefix), extra };
  });
}

function isBare(item: Fields, name: string): boolean {
  const list = item[name];
  return name in item && !(Array.isArray(list) && list.length > 0);
}

function callPiece(item: Fields, field: 'arguments' | 'input', text: string): Piece {
  const { call_id: _, name: __, [field]: ___, ...extra } = item;
  const callId = nameAt(item, 'call_id', '');
  const toolName = nameAt(item, 'name', '');
  const call = { type: 'tool-call', callId, toolName, arguments: text } as const;
  return { role: 'assistant', parts: [call], extra };
}

function outputPiece(item: Fields): Piece {
  const { call_id: _, output: __, ...extra } = item;
  const { text, beside, layout } = readOutput(fieldAt(item, 'output', ''), 'output');
  const callId = nameAt(item, 'call_id', '');
  const result = { type: 'tool-result', callId, text } as const;
  const parts = [layout ? { ...result, extra: { content: layout } } : result, ...beside];
  return { role: 'tool', parts, extra };
}

/** An item of a kind that is not read. Its picture is a part of its own, so that it is priced as one. */
function unreadPiece(item: Fields): Piece {
  const { type } = item;
  const isAnswer = /(_output|_response)$/.test(String(type));
  const { value, picture } = pictureApart(item);
  const parts: readonly Part[] = [
    { type: 'unknown', value },
    ...(picture === undefined ? [] : [{ type: 'image', url: picture } as const]),
  ];
  return { role: isAnswer ? 'tool' : 'assistant', parts, extra: { type } };
}
