import { chosenFormat } from '../../formats/chosen-format.ts';
import type { FormatChoice } from '../../formats/format-choice.ts';
import type { ReadMessage } from '../../formats/message-format.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { Steps } from '../../ground/platform/steps.ts';
import type { Message } from '../../message/message.ts';
import { madeOnce } from '../../message/per-message.ts';
import type { Entry } from '../../transcript/entry.ts';
import { entryOf, type Transcript } from '../../transcript/transcript.ts';
import { versionId, withFreeIds } from '../../transcript/version-ids.ts';
import { isStreamedApart } from './identified-drafts.ts';
import { readingOnce } from './known-readings.ts';
import { readEach } from './read-messages.ts';
import type { RepeatedId } from './repeated-id.ts';
import type { IsSameMessage } from './same-message.ts';

/** The transcript that a list is compared with, and the comparison. */
interface ReconcileSurroundings {
  /** The transcript as it stands when everything is read. */
  readonly transcript: () => Transcript;
  readonly isSame: IsSameMessage;
  /** The entry behind which the list begins, `null` for the start; left out, that is found out. */
  readonly after?: string | null | undefined;
  /** Whether another tab has added the entry of this id, and the list cannot have it. */
  readonly isUnknown: (id: string) => boolean;
}

/**
 * The difference between a list of messages and the transcript.
 *
 * @throws InvalidMessageError naming the field; InvalidOptionError if the format is unknown.
 */
export async function reconciled(
  messages: readonly unknown[],
  choice: FormatChoice,
  { transcript, isSame, after, isUnknown }: ReconcileSurroundings,
): Promise<ReconcilePlan & { readonly repeated?: RepeatedId }> {
  if (!Array.isArray(messages)) {
    throw new InvalidMessageError('messages', 'must be a list: what the conversation is to be.');
  }
  const format = chosenFormat(choice);
  const list = await readEach(messages, (message) => readingOnce(message, format));
  const now = transcript();
  const { log, length } = now;
  const known: KnownEntries = {
    length,
    at: (seq) => (seq >= 0 && seq < length ? log.at(seq) : undefined),
    find: (id) => entryOf(now, id),
    childrenElsewhere: (parentId) => childrenOf(log.elsewhere).get(parentId) ?? [],
    isUnknown,
    showsSame: ({ message }, read) => isSame(message, read.message),
  };
  const plan = await inSlices(reconcilePlan(known, list, after));
  const repeated = repeatedIn(list, plan.append, isSame);
  return { ...plan, ...(repeated && { repeated }) };
}

/** The first message of a list that is appended under a version of its id because the list has that id for another one too. */
function repeatedIn(
  list: readonly ReadMessage[],
  append: readonly ReadMessage[],
  isSame: IsSameMessage,
): RepeatedId | undefined {
  const firstById = new Map<string, Message>();
  const keptAs = new Map(append.map(({ id, message }) => [message, id]));
  for (const [index, { id, message }] of list.entries()) {
    if (id === undefined) continue;
    const first = firstById.get(id);
    const name = keptAs.get(message);
    const isOther = first && !isStreamedApart(list[index - 1]?.message, message);
    if (isOther && name !== undefined && name !== id && !isSame(first, message)) {
      return { id, keptAs: name };
    }
    firstById.set(id, first ?? message);
  }
  return undefined;
}

type Children = ReadonlyMap<string | null, readonly Entry[]>;

const childrenOf = madeOnce((elsewhere: readonly Entry[]): Children => {
  const children = new Map<string | null, Entry[]>();
  for (const entry of elsewhere) {
    const siblings = children.get(entry.parentId);
    if (siblings) siblings.push(entry);
    else children.set(entry.parentId, [entry]);
  }
  return children;
});

/** The entries of a session, as far as a list of messages is laid beside them. */
interface KnownEntries {
  /** How many entries the conversation has. */
  readonly length: number;
  /** The entry of the conversation at this place; `undefined` behind its end. */
  at(seq: number): Entry | undefined;
  /** Any entry of the session, those of other branches included. */
  find(id: string): Entry | undefined;
  /** Entries of other branches that follow this one; `null`: that begin one. */
  childrenElsewhere(parentId: string | null): readonly Entry[];
  /** Whether another tab has added it, and the list cannot have it. */
  isUnknown(id: string): boolean;
  /** Tells whether an entry shows the model the same as a message that was read. */
  showsSame(entry: Entry, read: ReadMessage): boolean;
}

/** The steps that bring the conversation to what a list says. */
interface ReconcilePlan {
  /** The entry that becomes the head first, `null` for the start; absent where the head stays. */
  readonly moveTo?: string | null;
  /** Entries that the first messages of the list stand for already. */
  readonly kept: readonly Entry[];
  /** The drafts that are appended then; an id among them is free. */
  readonly append: readonly ReadMessage[];
}

/**
 * Lays a list of messages beside the entries of a session and says what is missing.
 *
 * - A message is the entry of its id that follows the one before it and shows the same; what was
 *   said before on another branch is found there and not stored again.
 * - A known id that shows something else is an edit: it is appended under an id of its own
 *   (`id~2`), before what it replaces.
 * - Messages without an id, or with one that nobody knows, are the next entry of the conversation
 *   where that shows the same.
 * - The list may begin anywhere: what stands before its first known message stays. A list of which
 *   nothing is known continues from the head; without ids it is taken to begin at the start where its
 *   first message shows the same as the first entry.
 * - What another tab has said and the list cannot have stays, before what is new in the list. It leaves
 *   with a message that was taken out before it, and where it follows a call that gets its result now, or it
 *   ends with an answer and follows a question to be answered again.
 * - With `after` it begins behind that entry, `null` being the start: what stood before it and is
 *   not in it leaves the conversation.
 *
 * In steps; costs a look at each message of the list.
 */
function* reconcilePlan(
  known: KnownEntries,
  list: readonly ReadMessage[],
  after?: string | null,
): Steps<ReconcilePlan> {
  const isTaken = (id: string) => known.find(id) !== undefined;
  const head = known.at(known.length - 1);
  if (after && !isTaken(after)) return { moveTo: after, kept: [], append: list };
  const given = after === undefined ? undefined : { after: known.find(after ?? '') };
  const start = list.length === 0 ? undefined : (given ?? startOf(known, list));
  if (!start) return { kept: [], append: withFreeIds(list, isTaken) };
  let last = start.after;
  const kept: Entry[] = [];
  for (const read of list) {
    yield;
    const next = followerOf(known, last, read);
    if (!next) break;
    kept.push(next);
    last = next;
  }
  const append = withFreeIds(list.slice(kept.length), isTaken);
  const end = endOf(known, last);
  const moveTo = (mustFollow(append[0], last, end) ? last : end)?.id;
  return { ...(moveTo !== head?.id && { moveTo: moveTo ?? null }), kept, append };
}

/** Where a list begins; `after: undefined` is the start of the session. */
interface ListStart {
  readonly after: Entry | undefined;
}

function startOf(known: KnownEntries, list: readonly ReadMessage[]): ListStart | undefined {
  for (const [index, read] of list.entries()) {
    const entry = read.id === undefined ? undefined : newestOf(known, read.id, read);
    if (entry) return aheadOf(known, entry, list.slice(0, index));
  }
  const [first, entry] = [list[0], known.at(0)];
  const isWhole = first && entry && first.id === undefined && known.showsSame(entry, first);
  return isWhole ? { after: undefined } : undefined;
}

/** Ahead of a known entry, and of what shows the same before it under ids that nobody knows. */
function aheadOf(known: KnownEntries, entry: Entry, unknown: readonly ReadMessage[]): ListStart {
  const direct = parentOf(known, entry);
  let after = direct;
  for (const read of unknown.toReversed()) {
    if (!after || !known.showsSame(after, read)) return { after: direct };
    after = parentOf(known, after);
  }
  return { after };
}

/**
 * The version of a message in the conversation, one that shows the same before others; or that of
 * another branch where the conversation has none.
 */
function newestOf(known: KnownEntries, id: string, read: ReadMessage): Entry | undefined {
  let here: Entry | undefined;
  let elsewhere: Entry | undefined;
  for (let version = 1; ; version += 1) {
    const entry = known.find(versionId(id, version));
    if (!entry) return here ?? elsewhere;
    const isSame = known.showsSame(entry, read);
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
): Entry | undefined {
  const isIt = (entry: Entry) => mayBe(known, entry, read) && known.showsSame(entry, read);
  for (let next = nextOf(known, last); next; next = nextOf(known, next)) {
    if (isIt(next)) return next;
    if (!known.isUnknown(next.id)) break;
  }
  return known.childrenElsewhere(last?.id ?? null).find(isIt);
}

/** The last entry of those right behind this one that the list cannot have, or this one. */
function endOf(known: KnownEntries, entry: Entry | undefined): Entry | undefined {
  let end = entry;
  for (let next = nextOf(known, end); next && known.isUnknown(next.id); ) {
    end = next;
    next = nextOf(known, end);
  }
  return end;
}

/** Whether what comes next belongs right behind the last entry: a tool's result, or another answer. */
function mustFollow(
  next: ReadMessage | undefined,
  last: Entry | undefined,
  end: Entry | undefined,
): boolean {
  if (next) return next.message.role === 'tool';
  return last?.message.role !== 'assistant' && end?.message.role === 'assistant';
}

/** The entry behind this one in the conversation, the first behind none. */
function nextOf(known: KnownEntries, entry: Entry | undefined): Entry | undefined {
  if (!entry) return known.at(0);
  return isInConversation(known, entry) ? known.at(entry.seq + 1) : undefined;
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
