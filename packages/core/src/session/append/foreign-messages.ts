import { chosenFormat } from '../../formats/chosen-format.ts';
import type { FormatChoice } from '../../formats/format-choice.ts';
import type { ReadMessage } from '../../formats/message-format.ts';
import { withCallsFound } from '../../message/call-ids.ts';
import type { Entry } from '../../transcript/entry.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import { readied } from './ready-json.ts';

/**
 * The code for messages in other formats than OpenAI's: reading and writing them, laying a visible
 * list beside a conversation, beginning with one that was held elsewhere.
 */
export { initialDrafts } from './initial-drafts.ts';
export { refuseLong } from './prepared-message.ts';
export { readMessages } from './read-messages.ts';
export { readied } from './ready-json.ts';
export { reconciled } from './reconcile.ts';

/** Messages behind a conversation: results without an id have that of the call which they answer. */
export function answering(
  { log, length }: Transcript,
  said: readonly ReadMessage[],
): readonly ReadMessage[] {
  const start = length > 0 ? log.at(length - 1).unitStart : 0;
  return withCallsFound(said, () => log.slice(start, length).map(({ message }) => message));
}

/** Originals in a format. */
export async function written(entries: readonly Entry[], choice: FormatChoice): Promise<unknown[]> {
  const format = chosenFormat(choice);
  await readied(entries);
  // A format may keep its list; the caller gets one of its own.
  return [...format.write(entries)];
}
