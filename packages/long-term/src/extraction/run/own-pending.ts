import { placeOf } from '@agent-memory/core/internal';
import type { Conversation } from './conversation.ts';
import type { ExtractionState, PendingWrites } from './extraction-state.ts';

/** The writes that a tab before this one had decided on; those that a file names are not taken. */
export function ownPending(
  { pending }: ExtractionState,
  imported: number,
  conversation: Conversation,
): PendingWrites | undefined {
  if (!pending || imported === 0) return pending;
  const { entryId } = pending.cursor;
  const last = entryId === undefined ? undefined : conversation.entry(entryId);
  return last && placeOf(last) >= imported ? pending : undefined;
}
