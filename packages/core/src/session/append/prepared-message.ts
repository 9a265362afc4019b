import type { AnyFormat, ReadMessage } from '../../formats/message-format.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { copyingPlainData, FEW_VALUES, valuesIn } from '../../message/copy-in-steps.ts';
import type { Message } from '../../message/message.ts';
import { refuseUnless } from '../../message/read-field.ts';
import { MOST_KEPT_VALUES } from '../../message/ready-data.ts';

/**
 * A message of many values as a copy that its format reads without copying it again; any other one as it
 * is. In steps.
 *
 * @throws InvalidMessageError naming a value that the format cannot take.
 */
export function* preparedMessage(
  message: unknown,
  format: Pick<AnyFormat, 'holds' | 'plain'>,
): Steps<unknown> {
  const { holds } = format;
  if (holds === undefined || !isLarge(message)) return message;
  const plain = format.plain?.(message) ?? message;
  try {
    return yield* copyingPlainData(plain);
  } catch (refusal) {
    if (holds === 'data' || !(refusal instanceof InvalidMessageError)) throw refusal;
    try {
      return yield* copyingPlainData(plain, true);
    } catch {
      // It names the place and the problem.
      throw refusal;
    }
  }
}

/** Tells whether reading a message takes so long that it is done in steps. */
export function isLarge(message: unknown): boolean {
  return valuesIn(message, FEW_VALUES) > FEW_VALUES;
}

/** A store copies the text of a message in one go. */
const MOST_CHARACTERS = 10_000_000;

/**
 * Refuses a message of more text than a store could take without holding the page up.
 *
 * @throws InvalidMessageError that says its length, the limit and what to do instead.
 */
export function refuseLong(messages: readonly ReadMessage[]): void {
  for (const { message } of messages) {
    let characters = 0;
    for (const part of message.parts) {
      if ('text' in part) characters += part.text.length;
      else if (part.type === 'tool-call') characters += part.arguments.length;
    }
    const problem = `has ${characters} characters of text, and at most ${MOST_CHARACTERS} are taken; nothing of it is kept. Store the text elsewhere and append a reference to it`;
    refuseUnless(characters <= MOST_CHARACTERS, 'message', problem);
  }
}

/**
 * Refuses what a message keeps unread where a store could not copy it without holding the page up.
 * Text that a model reads is set apart by now, and may be longer.
 *
 * @throws InvalidMessageError that says the limit and what to do instead.
 */
export function refuseMuchUnread({ parts, extra }: Message): void {
  const unread = parts.map((part) => (part.type === 'unknown' ? part.value : part.extra));
  refuseUnless(
    valuesIn([unread, extra], MOST_KEPT_VALUES) <= MOST_KEPT_VALUES,
    'message',
    TOO_MUCH_UNREAD,
  );
}

const TOO_MUCH_UNREAD = `has more than ${MOST_KEPT_VALUES} values in fields and parts that are kept as they are; nothing of it is kept. Store them elsewhere and append a reference to them`;
