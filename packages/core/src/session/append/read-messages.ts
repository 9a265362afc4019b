import { chosenFormat } from '../../formats/chosen-format.ts';
import type { FormatChoice } from '../../formats/format-choice.ts';
import type { AnyFormat, ReadMessage } from '../../formats/message-format.ts';
import { explainedRefusal, refuseOtherForm } from '../../formats/openai/other-forms.ts';
import { idOfMessage } from '../../formats/openai/plain-form.ts';
import { parseMessage } from '../../formats/parse-message.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import { problemOf } from '../../ground/errors/problem-of.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { withCallsFound } from '../../message/call-ids.ts';
import { frozenCopy } from '../../message/frozen-copy.ts';
import { readOwnForm } from '../../message/own-form.ts';
import { parsedWith } from '../../message/parsed-with.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import { preparedMessage, refuseMuchUnread } from './prepared-message.ts';
import { withProviderId } from './provider-id.ts';

/**
 * Messages as neutral ones, in the format that is named or in this library's own form. All are read
 * before the first is given, so that none is taken where one is refused.
 *
 * @throws InvalidMessageError naming the field [MSG-3].
 */
export async function readMessages(
  messages: readonly unknown[],
  choice: FormatChoice,
): Promise<readonly ReadMessage[]> {
  const format = chosenFormat(choice);
  return readEach(messages, (message) => readingMessage(message, format));
}

/**
 * Reads one after another; where there are several, the field of an error names the message too:
 * `messages.2.content`. A long list is read in slices.
 */
export async function readEach(
  messages: readonly unknown[],
  read: (message: unknown, index: number) => Steps<readonly ReadMessage[]>,
): Promise<readonly ReadMessage[]> {
  return withCallsFound((await inSlices(readingEach(messages, read))).flat());
}

function* readingEach(
  messages: readonly unknown[],
  read: (message: unknown, index: number) => Steps<readonly ReadMessage[]>,
): Steps<readonly (readonly ReadMessage[])[]> {
  const pieces: (readonly ReadMessage[])[] = [];
  for (const [index, message] of messages.entries()) {
    // Ahead of each: to look at one may take long, and the first may come late in a slice that is shared.
    yield;
    try {
      pieces.push(yield* read(message, index));
    } catch (cause) {
      if (messages.length === 1 || !(cause instanceof InvalidMessageError)) throw cause;
      throw new InvalidMessageError(`messages.${index}.${cause.field}`, problemOf(cause));
    }
  }
  return pieces;
}

/**
 * The neutral messages of one, in steps; the first takes the caller's id where the format has none.
 *
 * @throws InvalidMessageError naming the field, also where it has more than may be kept.
 */
export function* readingMessage(
  message: unknown,
  format: AnyFormat,
): Steps<readonly ReadMessage[]> {
  const prepared = yield* preparedMessage(message, format);
  const pieces = underProviderId(underGivenId(piecesOf(prepared, format), prepared));
  for (const piece of pieces) refuseMuchUnread(piece.message);
  return pieces;
}

function underGivenId(pieces: readonly ReadMessage[], message: unknown): readonly ReadMessage[] {
  const id = idOfMessage(message);
  if (id == null || pieces[0]?.id !== undefined) return pieces;
  if (typeof id !== 'string' || id === '') {
    throw new InvalidMessageError('id', 'must be text that is not empty.');
  }
  return pieces.map((piece, index) => ({
    ...piece,
    id: index === 0 ? id : (piece.id ?? `${id}#${index + 1}`),
  }));
}

/** The first of the pieces says by its id whether the message continues from its neighbour. */
function underProviderId(pieces: readonly ReadMessage[]): readonly ReadMessage[] {
  const [first, ...others] = pieces;
  return first ? [withProviderId(first), ...others] : pieces;
}

function piecesOf(message: unknown, format: AnyFormat): readonly ReadMessage[] {
  if (isOwnForm(message)) return readOwn(message, format);
  let given: unknown;
  try {
    given = format.read(message);
  } catch (cause) {
    if (!hasParts(message)) throw explainedRefusal(cause, message, format.name);
    // A message of this library's form may look like any other that has parts.
    const isOfParts = cause instanceof InvalidMessageError && cause.field.startsWith('parts');
    return readOwn(message, format, isOfParts ? cause : undefined);
  }
  if (format.refusesOthers) refuseOtherForm(message, format.name);
  return checkedPieces(given, format);
}

/** @param refusal what is wrong with the message if it is not of this library's form either. */
function readOwn(message: unknown, format: AnyFormat, refusal?: unknown): readonly ReadMessage[] {
  try {
    return [{ message: frozenCopy(parseMessage(message)) }];
  } catch (cause) {
    throw explainedRefusal(refusal ?? cause, message, format.name);
  }
}

/**
 * The messages that a format has read.
 *
 * @throws InvalidMessageError naming the field and the format, if they are not.
 */
function checkedPieces(given: unknown, format: AnyFormat): readonly ReadMessage[] {
  const by = `That is what \`read\` of the format "${format.name}" gave; the format is at fault, not the message.`;
  if (!Array.isArray(given)) {
    throw new InvalidMessageError('read', `gave no list of \`{ id?, message }\`. ${by}`);
  }
  for (const [index, piece] of given.entries()) {
    const place = given.length === 1 ? 'message' : `read.${index}.message`;
    try {
      parsedWith(isPlainObject(piece) ? piece.message : undefined, readOwnForm);
    } catch (cause) {
      if (!(cause instanceof InvalidMessageError)) throw cause;
      const field = cause.field === 'message' ? place : `${place}.${cause.field}`;
      throw new InvalidMessageError(field, `${problemOf(cause)} ${by}`);
    }
  }
  return given as readonly ReadMessage[];
}

/** Fields that only messages in this library's form have. */
const OWN_FIELDS = [
  ...['providerMessageId', 'format', 'continues', 'isItem', 'isInterrupted', 'pricedAs', 'extra'],
];

/** For each kind of part, fields of which only this library's form has one. */
const OWN_PART_FIELDS: Readonly<Record<string, readonly string[]>> = {
  image: ['url'],
  document: ['data', 'fileId'],
  'tool-call': ['callId'],
  'tool-result': ['callId'],
  thinking: ['text'],
  unknown: ['value'],
};

/** Tells a message in this library's form by what only that has; words alone may be of any format with parts. */
function isOwnForm(message: unknown): boolean {
  if (!hasParts(message)) return false;
  if (OWN_FIELDS.some((field) => Object.hasOwn(message, field))) return true;
  return message.parts.some((part) => {
    if (!isPlainObject(part)) return false;
    const fields = OWN_PART_FIELDS[String(part.type)] ?? [];
    return fields.some((field) => Object.hasOwn(part, field));
  });
}

function hasParts(message: unknown): message is { readonly parts: readonly unknown[] } {
  return isPlainObject(message) && Array.isArray(message.parts);
}
