import { type Message, toolCallsOf, toolResultsOf } from '@agent-memory/core';

/**
 * The positions of the messages that a window sends: every system message, and as many of the newest
 * others as fit beside them, without a gap. It is the plainest way to keep a conversation within a
 * limit, done as well as it can be.
 *
 * A result whose call does not fit is left out as well: providers refuse a result without its call.
 *
 * @param tokens of each message.
 */
export function newestThatFit(
  messages: readonly Message[],
  tokens: readonly number[],
  limitTokens: number,
): readonly number[] {
  const tokensAt = (position: number): number => tokens[position] ?? 0;
  const isSystem = (position: number): boolean => messages[position]?.role === 'system';
  const positions = [...messages.keys()];
  let free = positions.filter(isSystem).reduce((left, at) => left - tokensAt(at), limitTokens);
  const newest = new Set<number>();
  for (const position of positions.filter((at) => !isSystem(at)).reverse()) {
    free -= tokensAt(position);
    if (free < 0) break;
    newest.add(position);
  }
  const called = new Set<string>();
  return positions.filter((position) => {
    const message = messages[position];
    if (!message || isSystem(position)) return message !== undefined;
    if (!newest.has(position)) return false;
    for (const { callId } of toolCallsOf(message)) called.add(callId);
    return toolResultsOf(message).every(({ callId }) => called.has(callId));
  });
}
