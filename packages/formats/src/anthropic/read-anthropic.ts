import type { Message, Part } from '@agent-memory/core';
import type { ReadMessage, ToolResultPart } from '@agent-memory/core/formats';
import { copyPlainData, frozenCopy, isPlainObject, reading } from '@agent-memory/core/internal';
import { pricedAs } from '../priced-as.ts';
import { assistantPart, blocksAt, type ReadBlock, systemPart, userPart } from './read-blocks.ts';
import { readResultContent } from './result-content.ts';
/** The name of the format, in messages that came in it. */
export const ANTHROPIC = 'anthropic';

/** A message before it is known to be one of several. */
type Piece = Pick<Message, 'role' | 'parts' | 'extra'>;

/**
 * A message of Anthropic's as neutral ones: each tool result is one of its own, and what the user
 * says behind them another. An `id` stays with the message and names the first of them.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readAnthropic(input: unknown): readonly ReadMessage[] {
  const copy = copyPlainData(input);
  reading.refuseUnless(isPlainObject(copy), 'message', 'must be an object');
  const { role: _, content: __, ...unread } = copy;
  const id = copy.id === undefined ? undefined : reading.nameAt(copy, 'id', '');
  return piecesOf(copy).map((piece, index): ReadMessage => {
    const isFirst = index === 0;
    const extra = isFirst ? { ...unread, ...piece.extra } : { ...piece.extra };
    const message: Message = {
      ...reading.withExtra({ role: piece.role, parts: piece.parts }, extra),
      format: ANTHROPIC,
      ...pricedAs(piece, 'claude'),
      ...(!isFirst && { continues: true }),
    };
    const named = id === undefined ? {} : { id: isFirst ? id : `${id}#${index + 1}` };
    return { ...named, message: frozenCopy(message) };
  });
}

function piecesOf(message: reading.Fields): readonly Piece[] {
  const { role } = message;
  const isKnown = role === 'user' || role === 'assistant' || role === 'system';
  reading.refuseUnless(isKnown, 'role', 'must be user, assistant or system');
  const content = reading.fieldAt(message, 'content', '');
  if (typeof content === 'string') return [{ role, parts: [{ type: 'text', text: content }] }];
  const blocks = blocksAt(content, 'content');
  if (role === 'user') return userPieces(blocks);
  const parts = blocks.map(role === 'assistant' ? assistantPart : systemPart);
  return [{ role, parts: markedAsList(parts) }];
}

/** Results before all else, where the provider wants them; where they came elsewhere is kept. */
function userPieces(blocks: readonly ReadBlock[]): readonly Piece[] {
  const results = blocks.filter(isResult);
  const others = blocks.filter((read) => !isResult(read)).map(userPart);
  const pieces = results.map(resultPiece);
  if (others.length === 0 && pieces.length > 0) return pieces;
  if (pieces.length === 0) return [{ role: 'user', parts: markedAsList(others) }];
  const isInOrder = blocks.slice(0, results.length).every(isResult);
  const places = results.map((result) => blocks.indexOf(result));
  const rest = { role: 'user', parts: others } as const;
  return [...pieces, isInOrder ? rest : { ...rest, extra: { content: places } }];
}

function isResult({ type }: ReadBlock): boolean {
  return type === 'tool_result';
}

function resultPiece({ block, prefix }: ReadBlock): Piece {
  const { type: _, tool_use_id: __, content, is_error: isError, ...unread } = block;
  const { text, beside, layout } = readResultContent(content, `${prefix}content`);
  const extra = {
    ...unread,
    ...('is_error' in block && isError !== true && { is_error: isError }),
    ...(layout && { content: layout }),
  };
  const result: ToolResultPart = {
    type: 'tool-result',
    callId: reading.nameAt(block, 'tool_use_id', prefix),
    text,
    ...(isError === true && { isError }),
  };
  return { role: 'tool', parts: [reading.withExtra(result, extra), ...beside] };
}

/** A list of one plain text is told from a mere text by the kind that stays with the part. */
function markedAsList(parts: readonly Part[]): readonly Part[] {
  const [first] = parts;
  const isPlainText = parts.length === 1 && first?.type === 'text' && !first.extra;
  return isPlainText ? [{ ...first, extra: { type: 'text' } }] : parts;
}
