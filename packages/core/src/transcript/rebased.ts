import type { Message } from '../message/message.ts';
import { entriesFrom } from './entries-from.ts';
import type { Entry } from './entry.ts';
import { appended, entryOf, headIdOf, placeOf, seqOf, type Transcript } from './transcript.ts';
import { everyEntry, type StoredPath, transcriptAt } from './transcript-at.ts';
import { freeVersion, versionId } from './version-ids.ts';

/** A session as one page holds it. */
export interface OwnPath extends StoredPath {
  /** So many of the entries, from the first, were stored when this page last looked. */
  readonly stored: number;
  /** Where the conversation ended in the store then. */
  readonly storedHeadId: string | null;
}

/** The entries of a page that a store lacks, as they can stand in it. */
export interface Rebased {
  /** `behind`: the head's, both sides having only gone on. `branch`: on a branch of their own. */
  readonly kind: 'behind' | 'branch';
  /** To be stored behind all that is, in this order. A message that the store holds is not among them. */
  readonly entries: readonly Entry[];
  /** Where the conversation ends with them. */
  readonly headId: string | null;
  /** The entry that each of the page's entries is now, by the id that it had; ids that stayed are among them. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Tells whether a message of this page is what a store holds under its id. */
export type IsStoredAs = (own: Message, stored: Message) => boolean;

/**
 * Places what a page has and a store lacks, where another page has written to the store meanwhile
 * [NS-2]. Nothing of either side is lost, and each side keeps its order.
 *
 * - Where both only went on from one end, what is this page's follows what is the other's.
 * - Elsewhere it stays where it was said, as a branch, and the conversation ends where the store
 *   says. What follows an entry that the store has not got stands behind the nearest one that it has.
 * - A message that both have is there once. Another one under an id that is taken becomes its next version.
 *
 * Pure; costs what the session costs, for each place where a branch begins.
 */
export function rebased(stored: StoredPath, own: OwnPath, isStoredAs: IsStoredAs): Rebased {
  const mine = own.entries.slice(own.stored);
  // With nothing to place, the length of the session costs nothing.
  if (mine.length === 0) {
    const kind = own.headId === own.storedHeadId ? 'behind' : 'branch';
    return { kind, entries: [], headId: stored.headId, ids: new Map() };
  }
  const ownById = new Map(own.entries.map((entry) => [entry.id, entry]));
  const ids = new Map<string, string>();
  let placed = transcriptAt(stored.entries, stored.headId);

  const isOnPath = ({ id }: Entry) => seqOf(placed, id) !== undefined;
  const isStored = (entry: Entry) => placeOf(entry) < stored.entries.length;
  /** The version of a message that was stored already, by a try whose answer was lost for one. */
  const storedVersion = ({ id, message }: Entry, isInPlace: (there: Entry) => boolean) => {
    for (let version = 1; ; version += 1) {
      const there = entryOf(placed, versionId(id, version));
      if (!there) return undefined;
      if (isStored(there) && isStoredAs(message, there.message) && isInPlace(there)) return there;
    }
  };
  /** Tells whether an entry is stored where it was said, and the conversation has left it since. */
  const isLeft = (entry: Entry) => {
    const there = storedVersion(entry, ({ parentId }) => parentId === entry.parentId);
    return there !== undefined && !isOnPath(there);
  };
  /** The nearest entry before one that is here. */
  const parentOf = ({ parentId }: Entry): string | null => {
    for (let id = parentId; id !== null; id = ownById.get(id)?.parentId ?? null) {
      const now = ids.get(id) ?? id;
      if (entryOf(placed, now)) return now;
    }
    return null;
  };

  const isBehind =
    wentOn(placed, own) && isRun(own.storedHeadId, mine, own.headId) && !mine.some(isLeft);
  for (const entry of mine) {
    const parentId = isBehind ? headIdOf(placed) : parentOf(entry);
    // The same message elsewhere is another one: it follows something else.
    const isHere = (there: Entry) => there.parentId === parentId;
    const there = storedVersion(entry, isBehind ? isOnPath : isHere);
    const id = there?.id ?? freeVersion(entry.id, (version) => !!entryOf(placed, version));
    const { position: _, ...draft } = entry;
    if (!there) placed = appended(endingIn(placed, parentId), { ...draft, id });
    ids.set(entry.id, id);
  }
  const headId = isBehind ? headIdOf(placed) : stored.headId;
  const entries = entriesFrom(placed, stored.entries.length);
  return { kind: isBehind ? 'behind' : 'branch', entries, headId, ids };
}

/** Tells whether the conversation in the store continues, by new entries alone, from where the page saw it end. */
function wentOn(path: Transcript, { stored, storedHeadId }: OwnPath): boolean {
  const seq = storedHeadId === null ? -1 : seqOf(path, storedHeadId);
  if (seq === undefined) return false;
  return seq + 1 === path.length || placeOf(path.log.at(seq + 1)) >= stored;
}

/** Tells whether entries are one run from behind an end to a head. */
export function isRun(
  end: string | null,
  entries: readonly Entry[],
  headId: string | null,
): boolean {
  return (
    entries.every(({ parentId }, at) => parentId === (at === 0 ? end : entries[at - 1]?.id)) &&
    (entries.at(-1)?.id ?? end) === headId
  );
}

function endingIn(transcript: Transcript, id: string | null): Transcript {
  return headIdOf(transcript) === id ? transcript : transcriptAt(everyEntry(transcript), id);
}
