import { chosenFormat } from '../../formats/chosen-format.ts';
import type { FormatChoice } from '../../formats/format-choice.ts';
import type { ReadMessage } from '../../formats/message-format.ts';
import { errorText } from '../../ground/errors/error-text.ts';
import {
  AgentMemoryError,
  checkOption,
  InvalidMessageError,
  InvalidOptionError,
} from '../../ground/errors/errors.ts';
import { problemOf } from '../../ground/errors/problem-of.ts';
import { isPlainObject } from '../../message/plain-object.ts';
import type { IdentifiedDrafts } from './identified-drafts.ts';
import type { InitialMessages } from './initial-messages.ts';
import { readingOnce } from './known-readings.ts';
import { readEach } from './read-messages.ts';

/**
 * The messages that a session begins with, made into what it appends.
 * @throws InvalidOptionError naming the field, such as `initialMessages.1.role`.
 */
export async function initialDrafts(
  given: InitialMessages,
  draftsOf: (read: readonly ReadMessage[]) => Promise<IdentifiedDrafts>,
): Promise<IdentifiedDrafts> {
  const [messages, choice] = listAndFormat(given);
  try {
    const format = chosenFormat(choice);
    const read = await readEach(messages, (message) => readingOnce(message, format));
    return await draftsOf(read);
  } catch (cause) {
    throw ofInitialMessages(cause, messages.length);
  }
}

function listAndFormat(given: InitialMessages): readonly [readonly unknown[], FormatChoice] {
  if (Array.isArray(given)) return [given, 'openai'];
  const { messages, format }: { readonly messages?: unknown; readonly format?: FormatChoice } =
    isPlainObject(given) ? given : {};
  const rule = 'must be a list of messages, or an object with `format` and `messages`.';
  checkOption(Array.isArray(messages), 'initialMessages', rule);
  const missing = 'is missing: name the format of `messages`, or give the list by itself.';
  checkOption(format !== undefined, 'initialMessages.format', missing);
  return [messages, format];
}

/** A fault of a message or of the format as one of the option that holds them. */
function ofInitialMessages(cause: unknown, count: number): AgentMemoryError {
  if (cause instanceof InvalidMessageError) {
    const place = count === 1 ? `0.${cause.field}` : cause.field.replace(/^messages\./, '');
    return new InvalidOptionError(`initialMessages.${place}`, problemOf(cause));
  }
  if (cause instanceof InvalidOptionError) {
    const problem = cause.message.replace(`Option \`${cause.option}\` `, '');
    return new InvalidOptionError(`initialMessages.${cause.option}`, problem);
  }
  if (AgentMemoryError.isInstance(cause)) return cause;
  return new InvalidOptionError('initialMessages', `could not be read: ${errorText(cause)}.`);
}
