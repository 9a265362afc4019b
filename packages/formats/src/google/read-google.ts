import type { Message } from '@agent-memory/core';
import type { ReadMessage } from '@agent-memory/core/formats';
import { copyPlainData, frozenCopy, isPlainObject, reading } from '@agent-memory/core/internal';
import { peek } from '../peek.ts';
import { pricedAs } from '../priced-as.ts';
import { neutralParts, partsAt, type ReadPart, resultParts, unnamedCalls } from './read-parts.ts';
/** The name of the format, in messages that came in it. */
export const GOOGLE = 'google';

type Piece = Pick<Message, 'role' | 'parts' | 'extra'>;

/** The sides by the names that the API and its clients have had for them. */
const ROLES: Readonly<Record<string, Message['role']>> = {
  user: 'user',
  function: 'user',
  tool: 'user',
  model: 'assistant',
  system: 'system',
};

/**
 * A content as neutral messages: each answer of a function is one of its own, and what the user says
 * beside them another.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export function readGoogle(input: unknown): readonly ReadMessage[] {
  const content = copyPlainData(contentIn(input));
  reading.refuseUnless(isPlainObject(content), 'message', 'must be an object');
  const { role: _, parts: __, id: ___, ...unread } = content;
  return piecesOf(content).map((piece, index): ReadMessage => {
    const isFirst = index === 0;
    const extra = isFirst ? { ...unread, ...oddRole(content), ...piece.extra } : { ...piece.extra };
    const message: Message = {
      ...reading.withExtra({ role: piece.role, parts: piece.parts }, extra),
      format: GOOGLE,
      ...pricedAs(piece, 'gemini'),
      ...(!isFirst && { continues: true }),
    };
    return { message: frozenCopy(message) };
  });
}

/** The content of a whole answer; any other message as it is. The answers of `@google/genai` have a class. */
export function contentIn(given: unknown): unknown {
  const candidates = peek(given, 'candidates');
  if (!Array.isArray(candidates)) return given;
  const problem = `holds ${candidates.length} answers, and a conversation continues with one: append the \`content\` of that one`;
  reading.refuseUnless(candidates.length === 1, 'candidates', problem);
  const { content, finishReason } = Object(candidates[0]);
  reading.refuseUnless(content != null, 'candidates.0.content', `is missing (${finishReason})`);
  return content;
}

/** A role that cannot be told from the messages again. */
function oddRole(content: reading.Fields): reading.Fields {
  const { role } = content;
  if (role === 'user' || role === 'model' || role === 'system') return {};
  return { role: role === undefined && !('role' in content) ? 'none' : role };
}

function piecesOf(content: reading.Fields): readonly Piece[] {
  const { role: given } = content;
  const role = ROLES[given == null ? 'user' : String(given)];
  reading.refuseUnless(role !== undefined, 'role', 'must be user, model or system');
  const parts = partsAt(content.parts, 'parts');
  if (parts.length === 0) {
    if (content.parts == null) refuseOtherFields(content);
    return [{ role, parts: [], extra: { parts: 'parts' in content ? content.parts : 'none' } }];
  }
  if (role === 'user') return userPieces(parts);
  // Not beside the call: one that carries fields of its provider is never shortened.
  const unnamed = unnamedCalls(parts);
  return [
    {
      role,
      parts: parts.flatMap(ofOneSide(role)),
      ...(unnamed.length > 0 && { extra: { unnamed } }),
    },
  ];
}

/** The model may answer with a bare role; words in any other field would be sent to nobody. */
function refuseOtherFields({ role: _, parts: __, id: ___, ...others }: reading.Fields): void {
  const [name] = Object.keys(others);
  const problem = `are missing, and \`${name}\` is no field of a content`;
  reading.refuseUnless(name === undefined, 'parts', problem);
}

function ofOneSide(role: Message['role']) {
  return (read: ReadPart) => {
    const { part, prefix } = read;
    const isCall = role !== 'assistant' && 'functionCall' in part;
    reading.refuseUnless(!isCall, `${prefix}functionCall`, 'belongs in a content of the model');
    const isAnswer = 'functionResponse' in part;
    reading.refuseUnless(
      !isAnswer,
      `${prefix}functionResponse`,
      'belongs in a content of the user',
    );
    return neutralParts(read);
  };
}

/** Answers before all else; where they came elsewhere is kept. */
function userPieces(parts: readonly ReadPart[]): readonly Piece[] {
  const isAnswer = ({ part }: ReadPart) => 'functionResponse' in part;
  const answers = parts.filter(isAnswer);
  const others = parts.filter((read) => !isAnswer(read)).flatMap(ofOneSide('user'));
  const pieces = answers.map((read): Piece => ({ role: 'tool', parts: resultParts(read) }));
  if (answers.length === parts.length) return pieces;
  const rest = { role: 'user', parts: others } as const;
  const isInOrder = parts.slice(0, answers.length).every(isAnswer);
  const places = answers.map((read) => parts.indexOf(read));
  return [...pieces, isInOrder ? rest : { ...rest, extra: { answers: places } }];
}
