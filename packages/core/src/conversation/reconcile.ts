import { InvalidMessageError } from '../errors/errors.ts';
import { loadFormat } from '../formats/load-format.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import type { Message } from '../message/message.ts';
import { inSlices } from '../platform/in-slices.ts';
import type { Entry } from '../transcript/entry.ts';
import { entryOf, type Transcript } from '../transcript/transcript.ts';
import { isStreamedApart } from './identified-drafts.ts';
import { readingOnce } from './known-readings.ts';
import { readEach } from './read-messages.ts';
import {
  type KnownEntries,
  type ReconcilePlan,
  reconcilePlan,
  type ShowsSame,
} from './reconcile-plan.ts';
import type { RepeatedId } from './repeated-id.ts';
import type { IsSameMessage } from './same-message.ts';

/** The transcript that a list is compared with, and the comparison. */
export interface ReconcileSurroundings {
  /** The transcript as it stands when everything is read. */
  readonly transcript: () => Transcript;
  readonly isSame: IsSameMessage;
  /** The entry behind which the list begins, `null` for the start; left out, that is found out. */
  readonly after?: string | null | undefined;
}

/**
 * The difference between a list of messages and the transcript.
 *
 * @throws InvalidMessageError naming the field; InvalidOptionError if the format is unknown.
 */
export async function reconciled(
  messages: readonly unknown[],
  choice: FormatChoice,
  { transcript, isSame, after }: ReconcileSurroundings,
): Promise<ReconcilePlan & { readonly repeated?: RepeatedId }> {
  if (!Array.isArray(messages)) {
    throw new InvalidMessageError('messages', 'must be a list: what the conversation is to be.');
  }
  const format = await loadFormat(choice);
  const list = await readEach(messages, (message) => readingOnce(message, format));
  const showsSame: ShowsSame = ({ message }, read) => isSame(message, read.message);
  const plan = await inSlices(reconcilePlan(entriesOf(transcript()), list, showsSame, after));
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

function entriesOf(transcript: Transcript): KnownEntries {
  const { log, length } = transcript;
  return {
    length,
    at: (seq) => (seq >= 0 && seq < length ? log.at(seq) : undefined),
    find: (id) => entryOf(transcript, id),
    childrenElsewhere: (parentId) => childrenOf(log.elsewhere).get(parentId) ?? [],
  };
}

type Children = ReadonlyMap<string | null, readonly Entry[]>;

const childrenByList = new WeakMap<readonly Entry[], Children>();

function childrenOf(elsewhere: readonly Entry[]): Children {
  const known = childrenByList.get(elsewhere);
  if (known) return known;
  const children = new Map<string | null, Entry[]>();
  for (const entry of elsewhere) {
    const siblings = children.get(entry.parentId);
    if (siblings) siblings.push(entry);
    else children.set(entry.parentId, [entry]);
  }
  childrenByList.set(elsewhere, children);
  return children;
}
