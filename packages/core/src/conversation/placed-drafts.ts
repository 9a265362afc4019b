import type { ReadMessage } from '../formats/message-format.ts';
import type { Entry } from '../transcript/entry.ts';
import { type EntryDraft, entryOf, type Transcript } from '../transcript/transcript.ts';
import { versionId, withFreeIds } from '../transcript/version-ids.ts';
import type { IsSameMessage } from './same-message.ts';

/**
 * Drafts that are to stand behind an entry, each under the id that it has there: of those that stand
 * there already and show the same it is the entry's, so that the same call again adds nothing; all
 * others have one that is free, so that no words are lost to an entry which stands elsewhere or
 * says something else. A message without an id of its own is never taken for one said before.
 */
export function placedDrafts(
  transcript: Transcript,
  after: string | null,
  drafts: readonly EntryDraft[],
  incoming: readonly ReadMessage[],
  isSame: IsSameMessage,
): readonly EntryDraft[] {
  const placed: EntryDraft[] = [];
  let last = after;
  for (const [index, draft] of drafts.entries()) {
    const isGiven = incoming[index]?.id !== undefined;
    const entry = isGiven ? versionBehind(transcript, last, draft, isSame) : undefined;
    if (!entry) break;
    placed.push({ ...draft, id: entry.id });
    last = entry.id;
  }
  const isTaken = (id: string) => entryOf(transcript, id) !== undefined;
  return [...placed, ...withFreeIds(drafts.slice(placed.length), isTaken)];
}

/** The version of a message that follows an entry and shows the same. */
function versionBehind(
  transcript: Transcript,
  parentId: string | null,
  { id, message }: EntryDraft,
  isSame: IsSameMessage,
): Entry | undefined {
  for (let version = 1; ; version += 1) {
    const entry = entryOf(transcript, versionId(id, version));
    if (!entry) return undefined;
    if (entry.parentId === parentId && isSame(entry.message, message)) return entry;
  }
}
