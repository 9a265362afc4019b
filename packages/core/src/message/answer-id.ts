import type { Message } from './message.ts';

/** The format that has each piece of an answer as an item of its own: reasoning, words, a call. */
export const OF_ITEMS = 'openai-responses';

/**
 * The id that the pieces of one answer have in common: neighbours with the same one belong together
 * [MSG-4]. Items have none, so all that stand beside each other are one answer.
 */
export function answerIdOf({ role, format, providerMessageId }: Message): string | undefined {
  if (role !== 'assistant') return undefined;
  return format === OF_ITEMS ? OF_ITEMS : providerMessageId;
}
