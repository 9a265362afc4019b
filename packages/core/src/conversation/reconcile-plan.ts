import type { ReadMessage } from '../formats/message-format.ts';
import type { Steps } from '../platform/steps.ts';
import type { Entry } from '../transcript/entry.ts';
import { versionId, withFreeIds } from '../transcript/version-ids.ts';

/** The entries of a session, as far as a list of messages is laid beside them. */
export interface KnownEntries {
  /** How many entries the conversation has. */
  readonly length: number;
  /** The entry of the conversation at this place; `undefined` behind its end. */
  at(seq: number): Entry | undefined;
  /** Any entry of the session, those of other branches included. */
  find(id: string): Entry | undefined;
  /** Entries of other branches that follow this one; `null`: that begin one. */
  childrenElsewhere(parentId: string | null): readonly Entry[];
}

/** The steps that bring the conversation to what a list says. */
export interface ReconcilePlan {
  /** The entry that becomes the head first, `null` for the start; absent where the head stays. */
  readonly moveTo?: string | null;
  /** Entries that the first messages of the list stand for already. */
  readonly kept: readonly Entry[];
  /** The drafts that are appended then; an id among them is free. */
  readonly append: readonly ReadMessage[];
}

/** Tells whether an entry shows the model the same as a message that was read. */
export type ShowsSame = (entry: Entry, read: ReadMessage) => boolean;

/**
 * Lays a list of messages beside the entries of a session and says what is missing.
 *
 * - A message is the entry of its id that follows the one before it and shows the same; what was
 *   said before on another branch is found there and not stored again.
 * - A known id that shows something else is an edit: it is appended under an id of its own
 *   (`id~2`), ahead of what it replaces.
 * - Messages without an id, or with one that nobody knows, are the next entry of the conversation
 *   where that shows the same.
 * - The list may begin anywhere: what stands ahead of its first known message stays. A list of which
 *   nothing is known goes on from the head; without ids it is taken to begin at the start where its
 *   first message shows the same as the first entry.
 * - With `after` it begins behind that entry, `null` being the start: what stood ahead of it and is
 *   not in it leaves the conversation.
 *
 * In steps; costs a look at each message of the list.
 */
export function* reconcilePlan(
  known: KnownEntries,
  list: readonly ReadMessage[],
  showsSame: ShowsSame,
  after?: string | null,
): Steps<ReconcilePlan> {
  const isTaken = (id: string) => known.find(id) !== undefined;
  const head = known.at(known.length - 1);
  if (after && !isTaken(after)) return { moveTo: after, kept: [], append: list };
  const given = after === undefined ? undefined : { after: known.find(after ?? '') };
  const start = list.length === 0 ? undefined : (given ?? startOf(known, list, showsSame));
  if (!start) return { kept: [], append: withFreeIds(list, isTaken) };
  let last = start.after;
  const kept: Entry[] = [];
  for (const read of list) {
    yield;
    const next = followerOf(known, last, read, showsSame);
    if (!next) break;
    kept.push(next);
    last = next;
  }
  const append = withFreeIds(list.slice(kept.length), isTaken);
  return { ...(last?.id !== head?.id && { moveTo: last?.id ?? null }), kept, append };
}

/** Where a list begins; `after: undefined` is the start of the session. */
interface ListStart {
  readonly after: Entry | undefined;
}

function startOf(
  known: KnownEntries,
  list: readonly ReadMessage[],
  showsSame: ShowsSame,
): ListStart | undefined {
  for (const [index, read] of list.entries()) {
    const entry = read.id === undefined ? undefined : newestOf(known, read.id, read, showsSame);
    if (entry) return aheadOf(known, entry, list.slice(0, index), showsSame);
  }
  const [first, entry] = [list[0], known.at(0)];
  const isWhole = first && entry && first.id === undefined && showsSame(entry, first);
  return isWhole ? { after: undefined } : undefined;
}

/** Ahead of a known entry, and of what shows the same ahead of it under ids that nobody knows. */
function aheadOf(
  known: KnownEntries,
  entry: Entry,
  unknown: readonly ReadMessage[],
  showsSame: ShowsSame,
): ListStart {
  const direct = parentOf(known, entry);
  let after = direct;
  for (const read of unknown.toReversed()) {
    if (!after || !showsSame(after, read)) return { after: direct };
    after = parentOf(known, after);
  }
  return { after };
}

/**
 * The version of a message in the conversation, one that shows the same ahead of others; or that of
 * another branch where the conversation has none.
 */
function newestOf(
  known: KnownEntries,
  id: string,
  read: ReadMessage,
  showsSame: ShowsSame,
): Entry | undefined {
  let here: Entry | undefined;
  let elsewhere: Entry | undefined;
  for (let version = 1; ; version += 1) {
    const entry = known.find(versionId(id, version));
    if (!entry) return here ?? elsewhere;
    const isSame = showsSame(entry, read);
    if (isInConversation(known, entry)) {
      if (isSame) return entry;
      here ??= entry;
    } else if (!elsewhere || isSame) elsewhere = entry;
  }
}

function followerOf(
  known: KnownEntries,
  last: Entry | undefined,
  read: ReadMessage,
  showsSame: ShowsSame,
): Entry | undefined {
  const isIt = (entry: Entry) => mayBe(known, entry, read) && showsSame(entry, read);
  const isHere = !last || isInConversation(known, last);
  const next = isHere ? known.at(last ? last.seq + 1 : 0) : undefined;
  if (next && isIt(next)) return next;
  return known.childrenElsewhere(last?.id ?? null).find(isIt);
}

/** Tells whether an entry may be the one that a message stands for, going by their ids. */
function mayBe(known: KnownEntries, entry: Entry, { id }: ReadMessage): boolean {
  if (id === undefined || entry.id === id) return true;
  const version = entry.id.startsWith(`${id}~`) ? entry.id.slice(id.length + 1) : '';
  return /^\d+$/.test(version) || known.find(id) === undefined;
}

function parentOf(known: KnownEntries, { parentId }: Entry): Entry | undefined {
  return parentId === null ? undefined : known.find(parentId);
}

function isInConversation(known: KnownEntries, { id, seq }: Entry): boolean {
  return known.at(seq)?.id === id;
}
