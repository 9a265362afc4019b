import type { Message } from '../../message/message.ts';
import { showsSame } from '../../message/same-value.ts';

/** Tells whether an entry's message shows what was read, or what storing leaves of it. */
export type IsSameMessage = (entry: Message, read: Message) => boolean;

/** Pairs that were found to show the same. */
const samePairs = new WeakMap<Message, Message>();

/**
 * Compares messages of entries with those that are read, each pair once.
 *
 * @param stored gives what storing leaves of a message; absent where all of it is stored.
 */
export function messageComparison(stored?: (message: Message) => Message): IsSameMessage {
  return (entry, read) => {
    if (entry === read || samePairs.get(read) === entry) return true;
    const isSame =
      showsSame(entry, read) || (stored !== undefined && showsSame(entry, stored(read)));
    if (isSame) samePairs.set(read, entry);
    return isSame;
  };
}
