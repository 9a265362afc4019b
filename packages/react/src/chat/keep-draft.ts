import type { FormatChoice } from '@agent-memory/core/formats';
import type { ChatMemory } from './chat-memory.ts';
import type { VisibleList } from './visible-list.ts';

/** Keeps an answer as far as it has come, for a page that ends before it does [STO-10]; called with each piece. */
export function keepDraft<Format extends FormatChoice>(
  memory: Pick<ChatMemory, 'reconcile'>,
  { messages, format }: VisibleList<Format>,
): void {
  const kept = memory.reconcile(messages, { format, isEarlier: true, isDraft: true });
  // The end of the answer says what is wrong.
  kept.catch(() => undefined);
}
