import { InvalidMessageError } from '../errors/errors.ts';
import { problemOf } from '../errors/problem-of.ts';
import { FORMAT_NAMES } from '../formats/format-names.ts';
import { type AnyFormat, loadFormat } from '../formats/load-format.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import { parseMessage } from '../formats/parse-message.ts';
import { frozenCopy } from '../message/frozen-copy.ts';
import { readOwnForm } from '../message/own-form.ts';
import { parsedWith } from '../message/parsed-with.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { Steps } from '../platform/steps.ts';
import { explainedRefusal, refuseOtherForm } from './foreign-form.ts';
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
  const format = await loadFormat(choice);
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
  return (await inSlices(readingEach(messages, read))).flat();
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
  const prepared = yield* preparedMessage(message, format.name);
  const pieces = underProviderId(underGivenId(piecesOf(prepared, format), prepared));
  for (const piece of pieces) refuseMuchUnread(piece.message);
  return pieces;
}

function underGivenId(pieces: readonly ReadMessage[], message: unknown): readonly ReadMessage[] {
  const id = isPlainObject(message) ? message.id : undefined;
  if (id == null || pieces[0]?.id !== undefined) return pieces;
  if (typeof id !== 'string' || id === '') {
    throw new InvalidMessageError('id', 'must be text that is not empty.');
  }
  return pieces.map((piece, index) => ({
    ...piece,
    id: index === 0 ? id : (piece.id ?? `${id}#${index + 1}`),
  }));
}

/** The first of the pieces says by its id whether the message goes on from its neighbour. */
function underProviderId(pieces: readonly ReadMessage[]): readonly ReadMessage[] {
  const [first, ...others] = pieces;
  return first ? [withProviderId(first), ...others] : pieces;
}

function piecesOf(message: unknown, format: AnyFormat): readonly ReadMessage[] {
  const isOwn = isOwnForm(message, format);
  let pieces: readonly ReadMessage[];
  try {
    pieces = isOwn ? [{ message: frozenCopy(parseMessage(message)) }] : format.read(message);
  } catch (cause) {
    throw explainedRefusal(cause, message, format.name);
  }
  if (isOwn) return pieces;
  refuseOtherForm(message, format.name);
  return checkedPieces(pieces, format);
}

/** Formats of the library: their tests show what they give. */
const BUILT_IN: ReadonlySet<string> = new Set(FORMAT_NAMES);

/**
 * The messages that a format of one's own has read.
 *
 * @throws InvalidMessageError naming the field and the format, if they are none.
 */
function checkedPieces(given: unknown, format: AnyFormat): readonly ReadMessage[] {
  if (BUILT_IN.has(format.name)) return given as readonly ReadMessage[];
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

/** Parts that only the own form has, and no `UIMessage` of AI SDK. */
const OWN_PARTS: ReadonlySet<unknown> = new Set([
  'image',
  'document',
  'tool-call',
  'tool-result',
  'thinking',
  'unknown',
]);

/** Fields that only messages in the own form have. */
const OWN_FIELDS = ['providerMessageId', 'format', 'continues', 'extra'];

const FORMATS_WITHOUT_PARTS: ReadonlySet<string> = new Set([
  'openai',
  'openai-responses',
  'anthropic',
  'ai-sdk',
  'chat-template',
]);

/**
 * Where a format has `parts` as well, a message is in the own form by what only that has. Of the
 * parts of a caller's own format nothing is known, so there only fields tell.
 */
function isOwnForm(message: unknown, format: AnyFormat): boolean {
  if (!isPlainObject(message) || !Array.isArray(message.parts)) return false;
  if (FORMATS_WITHOUT_PARTS.has(format.name)) return true;
  if (OWN_FIELDS.some((field) => Object.hasOwn(message, field))) return true;
  // Parts of Google's have no kind.
  if (format.name === 'google')
    return message.parts.some((part) => isPlainObject(part) && part.type);
  const hasOwnPart = (part: unknown) => isPlainObject(part) && OWN_PARTS.has(part.type);
  return format.name === 'ai-sdk-ui' && message.parts.some(hasOwnPart);
}
