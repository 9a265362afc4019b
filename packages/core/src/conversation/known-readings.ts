import type { AnyFormat } from '../formats/load-format.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import { copyPlainData } from '../message/copy-plain-data.ts';
import { isSameValue } from '../message/same-value.ts';
import { inBackground } from '../platform/background.ts';
import type { Steps } from '../platform/steps.ts';
import { isLarge } from './prepared-message.ts';
import { readingMessage } from './read-messages.ts';

/** A message as it was when it was read, and what was read. */
interface Reading {
  readonly seen: unknown;
  readonly pieces: readonly ReadMessage[];
}

const readings = new WeakMap<object, WeakMap<object, Reading>>();

/** So many messages of a list are read ahead of need, the newest ones: more than a chat shows. */
const MOST_READ_AHEAD = 5_000;

/**
 * Reads a message of a list. One that was read is not read again while it is the same object and says the
 * same, so that a long list which did not change costs little.
 *
 * @throws InvalidMessageError naming the field.
 */
export function* readingOnce(message: unknown, format: AnyFormat): Steps<readonly ReadMessage[]> {
  if (typeof message !== 'object' || message === null || isLarge(message)) {
    return yield* readingMessage(message, format);
  }
  const known = readings.get(format) ?? new WeakMap<object, Reading>();
  readings.set(format, known);
  const before = known.get(message);
  if (before && saysStill(before.seen, message)) return before.pieces;
  const pieces = yield* readingMessage(message, format);
  const seen = plainCopyOf(message);
  if (seen) known.set(message, { seen, pieces });
  return pieces;
}

function saysStill(seen: unknown, message: object): boolean {
  try {
    return isSameValue(seen, message);
  } catch {
    // A field that cannot be read any more: reading the message says which.
    return false;
  }
}

/** `undefined` of a message that holds more than plain data: whether it has changed cannot be told. */
function plainCopyOf(message: object): unknown {
  try {
    return copyPlainData(message);
  } catch {
    return undefined;
  }
}

/** The first messages of conversations that were read ahead, by format. */
const readAheadIn = new WeakMap<object, WeakSet<object>>();

/**
 * Reads a list that is likely to come back, in the background, so that it costs little when it does. Once
 * for each conversation, since who asks for its messages again and again gives none of them back.
 */
export function readAhead(messages: readonly unknown[], of: object, format: AnyFormat): void {
  const known = readAheadIn.get(format) ?? new WeakSet();
  if (known.has(of)) return;
  readAheadIn.set(format, known.add(of));
  const newest = messages.slice(-MOST_READ_AHEAD);
  void inBackground(readingAhead(newest, format), { goOn: () => true });
}

function* readingAhead(messages: readonly unknown[], format: AnyFormat): Steps<void> {
  for (const message of messages) {
    yield;
    try {
      // A large one is left to whoever gives it.
      if (!isLarge(message)) yield* readingOnce(message, format);
    } catch {
      // Whoever gives it as a message hears what is wrong with it then.
    }
  }
}
