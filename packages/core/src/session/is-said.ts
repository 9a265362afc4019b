import type { Message } from '../message/message.ts';
import { showsSame } from '../message/shows-same.ts';
import { type Redact, redactedMessage } from '../storage/redacted-change.ts';

/** Pairs that were found to show the same. */
const samePairs = new WeakMap<Message, Message>();

/** Whether an entry's message shows what was read, or what storing leaves of it. */
export function isSaid(said: Message, read: Message, redact: Redact | undefined): boolean {
  if (said === read || samePairs.get(read) === said) return true;
  const isSame =
    showsSame(said, read) ||
    (redact !== undefined && showsSame(said, redactedMessage(read, redact)));
  if (isSame) samePairs.set(read, said);
  return isSame;
}
