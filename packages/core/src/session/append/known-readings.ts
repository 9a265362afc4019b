import type { AnyFormat, ReadMessage } from '../../formats/message-format.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import { copyPlainData } from '../../message/copy-plain-data.ts';
import { madeOnce } from '../../message/per-message.ts';
import { isSameValue } from '../../message/same-value.ts';
import { isLarge } from './prepared-message.ts';
import { readingMessage } from './read-messages.ts';

/** A message as it was when it was read, and what was read. */
interface Reading {
  readonly seen: unknown;
  readonly pieces: readonly ReadMessage[];
}

const readingsIn = madeOnce((_: AnyFormat) => new WeakMap<object, Reading>());

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
  const known = readingsIn(format);
  const before = known.get(message);
  if (before && tried(() => isSameValue(before.seen, message))) return before.pieces;
  const pieces = yield* readingMessage(message, format);
  // Of a message that holds more than plain data, whether it has changed cannot be told.
  const seen = tried(() => copyPlainData(message));
  if (seen) known.set(message, { seen, pieces });
  return pieces;
}

function tried<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    // A field that cannot be read: reading the message says which.
    return undefined;
  }
}
