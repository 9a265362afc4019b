import { type Entry, textOf } from '@agent-memory/core';

/** How far extraction has come in a session. */
export interface Cursor {
  /** The last entry that was extracted; absent at the start. */
  readonly entryId?: string;
  /** Visible messages up to there, for the case that the entry is not found any more [EXT-2]. */
  readonly visible: number;
}

export const AT_START: Cursor = { visible: 0 };

/** The conversation as a cursor is looked up in it. */
export interface Conversation {
  readonly entries: readonly Entry[];
  /** An entry on whichever branch. */
  entry(entryId: string): Entry | undefined;
}

/**
 * The place of the first entry that was not extracted. Where the head was moved to another branch, it is
 * where that branch begins. Where the cursor's entry is gone, as many visible messages count as
 * extracted as there were; where there are no more than that, the newest turn is read again, so that
 * extraction never stops for good [EXT-2].
 */
export function firstNew({ entries, entry }: Conversation, cursor: Cursor): number {
  const { entryId, visible } = cursor;
  if (entryId === undefined) return visible === 0 ? 0 : afterVisible(entries, visible);
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  let at: string | null | undefined = entryId;
  const seen = new Set<string>();
  while (typeof at === 'string' && !seen.has(at)) {
    seen.add(at);
    const place = places.get(at);
    if (place !== undefined) return place + 1;
    at = entry(at)?.parentId;
  }
  return at === null ? 0 : afterVisible(entries, visible);
}

/**
 * The message of the user that was extracted and that they have written anew since: another one stands in
 * its place on the branch that is shown [MSG-5]. The same words once more replace nothing, and another
 * answer to the same message does not either.
 */
export function replacedMessage(
  { entries, entry }: Conversation,
  { entryId }: Cursor,
): string | undefined {
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  const seen = new Set<string>();
  let left: Entry | undefined;
  let at: string | null | undefined = entryId;
  while (typeof at === 'string' && !places.has(at) && !seen.has(at)) {
    seen.add(at);
    left = entry(at);
    at = left?.parentId;
  }
  if (left?.message.role !== 'user' || at === undefined) return undefined;
  const next = entries[at === null ? 0 : (places.get(at) ?? entries.length) + 1];
  if (next?.message.role !== 'user') return undefined;
  return textOf(next.message) === textOf(left.message) ? undefined : left.id;
}

function afterVisible(entries: readonly Entry[], visible: number): number {
  const places = entries.flatMap((entry, place) => (isVisible(entry) ? [place] : []));
  const last = places[visible - 1];
  if (last !== undefined && last + 1 < entries.length) return last + 1;
  return Math.max(
    0,
    entries.findLastIndex(({ message }) => message.role === 'user'),
  );
}

/** The cursor behind the first entries of a conversation, so many of them. */
export function cursorAfter(entries: readonly Entry[], count: number): Cursor {
  const last = entries[count - 1];
  if (!last) return AT_START;
  return { entryId: last.id, visible: entries.slice(0, count).filter(isVisible).length };
}

function isVisible({ message }: Entry): boolean {
  return (message.role === 'user' || message.role === 'assistant') && textOf(message) !== '';
}
