import { copyPlainData } from '../../message/copy-plain-data.ts';
import { frozenCopy } from '../../message/frozen-copy.ts';
import type { Message } from '../../message/message.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import type { Fields } from '../../message/read-field.ts';
import { refuseUnless } from '../../message/refuse-unless.ts';
import type { ReadMessage } from '../message-format.ts';
import { withExtra } from '../openai/openai-chat.ts';
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
  const content = copyPlainData(input);
  refuseUnless(isPlainObject(content), 'message', 'must be an object');
  const { role: _, parts: __, id: ___, ...unread } = content;
  return piecesOf(content).map((piece, index): ReadMessage => {
    const isFirst = index === 0;
    const extra = isFirst ? { ...unread, ...oddRole(content), ...piece.extra } : { ...piece.extra };
    const message: Message = {
      ...withExtra({ role: piece.role, parts: piece.parts }, extra),
      format: GOOGLE,
      ...(!isFirst && { continues: true }),
    };
    return { message: frozenCopy(message) };
  });
}

/** A role that cannot be told from the messages again. */
function oddRole(content: Fields): Fields {
  const { role } = content;
  if (role === 'user' || role === 'model' || role === 'system') return {};
  return { role: role === undefined && !('role' in content) ? 'none' : role };
}

function piecesOf(content: Fields): readonly Piece[] {
  const { role: given } = content;
  const role = ROLES[given == null ? 'user' : String(given)];
  refuseUnless(role !== undefined, 'role', 'must be user, model or system');
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
function refuseOtherFields({ role: _, parts: __, id: ___, ...others }: Fields): void {
  const [name] = Object.keys(others);
  const problem = Array.isArray(others.candidates)
    ? 'are missing: give `candidates[0].content` of the response'
    : `are missing, and \`${name}\` is no field of a content`;
  refuseUnless(name === undefined, 'parts', problem);
}

function ofOneSide(role: Message['role']) {
  return (read: ReadPart) => {
    const { part, prefix } = read;
    const isCall = role !== 'assistant' && 'functionCall' in part;
    refuseUnless(!isCall, `${prefix}functionCall`, 'belongs in a content of the model');
    const isAnswer = 'functionResponse' in part;
    refuseUnless(!isAnswer, `${prefix}functionResponse`, 'belongs in a content of the user');
    return neutralParts(read);
  };
}

/** Answers ahead of all else; where they came elsewhere is kept. */
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
