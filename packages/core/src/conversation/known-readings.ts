import type { AnyFormat } from '../formats/load-format.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import { inBackground } from '../platform/background.ts';
import type { Steps } from '../platform/steps.ts';
import { isLarge } from './prepared-message.ts';
import { readingMessage } from './read-messages.ts';

type Readings = WeakMap<object, readonly ReadMessage[]>;

const readings = new WeakMap<object, Readings>();

/** So many messages of a list are read ahead of need, the newest ones: more than a chat shows. */
const MOST_READ_AHEAD = 5_000;

function readBy(format: object): Readings {
  const known: Readings = readings.get(format) ?? new WeakMap();
  readings.set(format, known);
  return known;
}

/**
 * Reads a message of a list. One that was read is not read again while it is the same object, so that a
 * long list which did not change costs little; the last one is, for it may be growing in its place.
 *
 * @throws InvalidMessageError naming the field.
 */
export function* readingOnce(
  message: unknown,
  format: AnyFormat,
  isLast: boolean,
): Steps<readonly ReadMessage[]> {
  if (isLast || typeof message !== 'object' || message === null) {
    return yield* readingMessage(message, format);
  }
  const readings = readBy(format);
  const pieces = readings.get(message) ?? (yield* readingMessage(message, format));
  readings.set(message, pieces);
  return pieces;
}

/** The first messages of conversations that were read ahead, by format. */
const readAheadIn = new WeakMap<object, WeakSet<object>>();

/**
 * Reads a list that is likely to come back, in the background, so that it costs little when it does. Once
 * for each conversation, since who asks for its messages again and again gives none of them back. A large
 * message is left to whoever gives it.
 */
export function readAhead(messages: readonly unknown[], of: object, format: AnyFormat): void {
  const known = readAheadIn.get(format) ?? new WeakSet();
  if (known.has(of)) return;
  readAheadIn.set(format, known.add(of));
  const newest = messages.slice(-MOST_READ_AHEAD);
  void inBackground(readingAhead(newest, format), { goOn: () => true });
}

function* readingAhead(messages: readonly unknown[], format: AnyFormat): Steps<void> {
  for (const [index, message] of messages.entries()) {
    yield;
    try {
      if (isLarge(message)) continue;
      yield* readingOnce(message, format, index === messages.length - 1);
    } catch {
      // Whoever gives it as a message hears what is wrong with it then.
    }
  }
}
