import type { ReadMessage } from '../../formats/message-format.ts';
import { type Steps, TURNS_PER_STEP } from '../../ground/platform/steps.ts';
import type { Message } from '../../message/message.ts';
import {
  type EntryDraft,
  entryOf,
  headIdOf,
  seqOf,
  type Transcript,
} from '../../transcript/transcript.ts';
import { freeVersion, versionId } from '../../transcript/version-ids.ts';
import type { RepeatedId } from './repeated-id.ts';
import type { IsSameMessage } from './same-message.ts';

/** Drafts under the ids that they have in the session. */
export interface IdentifiedDrafts {
  readonly drafts: readonly EntryDraft[];
  /** The first id that came again with other content. */
  readonly repeated?: RepeatedId;
}

/** Tells whether an id among drafts is known to the session, or comes twice among them. In steps. */
export function* haveKnownIds(
  transcript: Transcript,
  drafts: readonly EntryDraft[],
): Steps<boolean> {
  const ids = new Set<string>();
  for (const [index, { id }] of drafts.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    if (ids.has(id) || entryOf(transcript, id)) return true;
    // Most lists are of one message.
    if (drafts.length > 1) ids.add(id);
  }
  return false;
}

/**
 * Drafts each under the id that it has in the session, so that nothing said is lost to an id that
 * repeats [MSG-7].
 *
 * - A known id with the same content is the entry of the conversation, or one of its versions. On
 *   another branch it is that entry only where it follows the head.
 * - A known id with other content becomes the next version: `id~2`, `id~3` and so on.
 * - An id that this library gave is never taken for a message said before.
 * - With `after` they are to stand behind that entry: only those that stand there already are taken, and
 *   a known id elsewhere is an edit, not a repetition.
 *
 * In steps; costs a look at each draft, and at each version of an id that repeats.
 */
export function* identifiedDrafts(
  transcript: Transcript,
  drafts: readonly EntryDraft[],
  incoming: readonly ReadMessage[],
  isSame: IsSameMessage,
  after?: string | null,
): Steps<IdentifiedDrafts> {
  const versions = new Versions(transcript, isSame, after);
  let last = lastMessage(transcript);
  let repeated: RepeatedId | undefined;
  for (const [index, draft] of drafts.entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    const { id, message } = draft;
    const isGiven = incoming[index]?.id !== undefined;
    const known = isGiven ? yield* versions.takeKnown(draft) : 'other';
    if (known !== 'taken') {
      const keptAs = versions.add(draft);
      const isRepeat = keptAs !== id && known === 'other' && !isStreamedApart(last, message);
      if (isRepeat) repeated ??= { id, keptAs };
    }
    last = message;
  }
  const { identified } = versions;
  return after === undefined && repeated
    ? { drafts: identified, repeated }
    : { drafts: identified };
}

/** The messages of a session and of a list behind it, found by id. */
class Versions {
  readonly identified: EntryDraft[] = [];
  readonly #transcript: Transcript;
  readonly #isSame: IsSameMessage;
  readonly #added = new Map<string, Message>();
  /** Whether they go on with the conversation, so that what stands in it counts as said. */
  readonly #isGoingOn: boolean;
  /** The entry that the next one of another branch has to follow; `undefined`: none can come any more. */
  #head: string | null | undefined;

  constructor(transcript: Transcript, isSame: IsSameMessage, after: string | null | undefined) {
    this.#transcript = transcript;
    this.#isSame = isSame;
    this.#isGoingOn = after === undefined;
    this.#head = after === undefined ? headIdOf(transcript) : after;
  }

  /**
   * Takes a draft for the version that shows the same and stands in its place; otherwise says whether
   * one stands `elsewhere`, or all that is known under this id shows something `other`.
   */
  *takeKnown(draft: EntryDraft): Steps<'taken' | 'elsewhere' | 'other'> {
    let found: 'elsewhere' | 'other' = 'other';
    for (let version = 1; ; version += 1) {
      const id = versionId(draft.id, version);
      const message = this.#messageOf(id);
      if (!message) return found;
      if (this.#isSame(message, draft.message)) {
        if (this.#isInPlace(id)) {
          this.#take(draft, id);
          return 'taken';
        }
        found = 'elsewhere';
      }
      if (version % TURNS_PER_STEP === 0) yield;
    }
  }

  /** Takes a draft under its id, or the next version that is free; gives that. */
  add(draft: EntryDraft): string {
    const id = freeVersion(draft.id, (version) => this.#messageOf(version) !== undefined);
    this.#added.set(id, draft.message);
    this.#head = undefined;
    this.#take(draft, id);
    return id;
  }

  #take(draft: EntryDraft, id: string): void {
    this.identified.push(id === draft.id ? draft : { ...draft, id });
  }

  #messageOf(id: string): Message | undefined {
    return this.#added.get(id) ?? entryOf(this.#transcript, id)?.message;
  }

  #isInPlace(id: string): boolean {
    if (this.#added.has(id)) return this.#isGoingOn;
    if (this.#isGoingOn && seqOf(this.#transcript, id) !== undefined) {
      this.#head = undefined;
      return true;
    }
    if (this.#head === undefined || entryOf(this.#transcript, id)?.parentId !== this.#head)
      return false;
    this.#head = id;
    return true;
  }
}

function lastMessage(transcript: Transcript): Message | undefined {
  const headId = headIdOf(transcript);
  return headId === null ? undefined : entryOf(transcript, headId)?.message;
}

/**
 * Tells whether two neighbours are blocks of one answer, as Anthropic streams thinking and calls
 * under one id [MSG-4]. Two plain texts are two answers.
 */
export function isStreamedApart(last: Message | undefined, message: Message): boolean {
  const { providerMessageId } = message;
  if (!last || providerMessageId === undefined) return false;
  return (
    last.providerMessageId === providerMessageId && !(isPlainText(last) && isPlainText(message))
  );
}

function isPlainText({ parts }: Message): boolean {
  return parts.every(({ type }) => type === 'text');
}
