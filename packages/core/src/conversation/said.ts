import type { Message } from '../message/message.ts';
import { showsSame } from '../message/shows-same.ts';

/** Whether an entry's message shows what was read, or what storing leaves of it. */
export type IsSaid = (said: Message, read: Message) => boolean;

/** Pairs that were found to show the same. */
const samePairs = new WeakMap<Message, Message>();

/**
 * Compares entries with what is read, each pair once.
 *
 * @param stored what storing leaves of a message; absent where all of it is stored.
 */
export function saidBy(stored?: (message: Message) => Message): IsSaid {
  return (said, read) => {
    if (said === read || samePairs.get(read) === said) return true;
    const isSame = showsSame(said, read) || (stored !== undefined && showsSame(said, stored(read)));
    if (isSame) samePairs.set(read, said);
    return isSame;
  };
}
