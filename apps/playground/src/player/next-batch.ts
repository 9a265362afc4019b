import type { Message } from '@agent-memory/core';

/**
 * Gives the messages that one step of the player appends: the recorded reply, and everything that
 * followed it up to the next reply. After a step stands what the next call of the model would be
 * made from, so the step assembles; `undefined` when the session is over.
 *
 * @param position how many messages were appended so far.
 */
export function nextBatch(
  messages: readonly Message[],
  position: number,
): readonly Message[] | undefined {
  if (position >= messages.length) return undefined;
  let end = position + 1;
  while (end < messages.length && messages[end]?.role !== 'assistant') end += 1;
  return messages.slice(position, end);
}
