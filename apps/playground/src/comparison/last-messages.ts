import { type Message, toolCallsOf, toolResultsOf } from '@agent-memory/core';

/**
 * Gives the positions of the messages that “the newest N” sends: every system message, and the
 * newest others. It is the plainest way to hold a conversation short, and the default of many agents.
 *
 * A result whose call is not among the newest is left out as well: providers refuse one without its
 * call, and the tools that work this way leave it out for that reason.
 *
 * @param count how many messages are kept beside those of the system.
 */
export function lastMessages(messages: readonly Message[], count: number): readonly number[] {
  const others = positionsOf(messages, ({ role }) => role !== 'system');
  const newest = new Set(count > 0 ? others.slice(-count) : []);
  const called = new Set<string>();
  return positionsOf(messages, (message, position) => {
    if (message.role === 'system') return true;
    if (!newest.has(position)) return false;
    for (const { callId } of toolCallsOf(message)) called.add(callId);
    return toolResultsOf(message).every(({ callId }) => called.has(callId));
  });
}

function positionsOf(
  messages: readonly Message[],
  holds: (message: Message, position: number) => boolean,
): readonly number[] {
  return messages.flatMap((message, position) => (holds(message, position) ? [position] : []));
}
