import type { Message } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { isText } from '../../message/read-field.ts';
import { sendableName } from '../sendable-names.ts';
import { type Block, blocksOf } from './write-blocks.ts';

const sendable = new WeakMap<Message, readonly Block[]>();

/** The blocks of a message as the provider takes them; the same message gives the same objects again. */
export function sendableBlocks(message: Message): readonly Block[] {
  const known = sendable.get(message);
  if (known) return known;
  const blocks = Object.freeze(blocksOf(message).flatMap(sendableBlock));
  sendable.set(message, blocks);
  return blocks;
}

/** Blank text is refused, unsigned reasoning too, and input that is not an object. */
function sendableBlock(block: Block): readonly Block[] {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? [] : [block];
    case 'document':
      return isBlankDocument(block) ? [] : [block];
    case 'thinking':
      return block.signature ? [block] : [];
    case 'tool_use':
      return [sendableCall(block)];
    case 'tool_result':
      return [sendableResult(block)];
    default:
      return [block];
  }
}

function isBlank(text: unknown): boolean {
  return isText(text) && text.trim() === '';
}

function isBlankDocument({ source }: Block): boolean {
  return isPlainObject(source) && source.type === 'text' && isBlank(source.data);
}

const LONGEST_TOOL_NAME = 128;

function sendableCall(block: Block): Block {
  const { name, input } = block;
  const allowed = sendableName(String(name), LONGEST_TOOL_NAME);
  if (allowed === name && isPlainObject(input)) return block;
  return Object.freeze({
    ...block,
    name: allowed,
    input: isPlainObject(input) ? input : { arguments: input },
  });
}

/** A failed result holds words only: the mark of failure allows no pictures. */
function sendableResult(block: Block): Block {
  const { content, is_error: isError, ...others } = block;
  const list = Array.isArray(content)
    ? content.flatMap((piece: Block) => sendableBlock(piece))
    : undefined;
  const isUnchanged = !Array.isArray(content) || list?.length === content.length;
  if (isUnchanged && isError !== true) return block;
  const isEmpty = list ? list.length === 0 : !content;
  const isWords = !list || list.every((piece) => piece.type === 'text');
  return Object.freeze({
    ...others,
    type: block.type,
    ...(isEmpty ? isError === true && { content: 'Error' } : { content: list ?? content }),
    ...(isWords && isError !== undefined && { is_error: isError }),
  });
}
