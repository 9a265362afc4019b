/** A message that can be told from others. */
export interface NamedMessage {
  readonly id: string;
}

/**
 * The stored conversation, and behind it what a list shows and no memory has yet: words that were sent
 * while it was read, and an answer that is on its way.
 *
 * @param isElsewhere whether a memory has the message of this id, and not in the conversation: another
 * tab has edited it, or its session was deleted.
 */
export function withUnstored<Message extends NamedMessage>(
  stored: readonly Message[],
  shown: readonly Message[],
  isElsewhere: (id: string) => boolean,
): Message[] {
  const ids = new Set(stored.map(({ id }) => id));
  return [...stored, ...shown.filter(({ id }) => !ids.has(id) && !isElsewhere(id))];
}
