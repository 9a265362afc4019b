import { errorText } from '../errors/error-text.ts';
import { InvalidMessageError } from '../errors/errors.ts';
import type { ReadMessage } from '../formats/message-format.ts';
import type { FormatChoice } from '../formats/named-formats.ts';
import { readOpenAiMessage } from '../formats/openai/openai-chat.ts';
import { copyPlainData } from '../message/copy-plain-data.ts';
import { parsedWith } from '../message/parsed-with.ts';
import type { Planner } from '../planner/planner.ts';
import { type AbortSignalLike, checkSignal, orAbort, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import type { Door } from '../platform/door.ts';
import type { IdMaker } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import { SerialQueue } from '../platform/serial-queue.ts';
import { eachInSteps, runToEnd, type Steps } from '../platform/steps.ts';
import type { EffectRunner } from '../runner/effect-runner.ts';
import type { PastState } from '../state/session-event.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import { appending, type EntryDraft, entryOf, type Transcript } from '../transcript/transcript.ts';
import type { AppendableMessage } from './appendable-message.ts';
import { haveKnownIds, type IdentifiedDrafts, identifiedDrafts } from './identified-drafts.ts';
import { placedDrafts } from './placed-drafts.ts';
import { withProviderId } from './provider-id.ts';
import { type RepeatedId, repeatedIdText } from './repeated-id.ts';
import type { IsSameMessage } from './same-message.ts';
import type { Score } from './scored-drafts.ts';

/** The code that reads and writes formats other than OpenAI's. */
export type FormatsRoom = typeof import('./foreign-messages.ts');

/** The parts of its session that a conversation log uses. */
export interface ConversationLogParts<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly planner: Pick<Planner, 'measurer'>;
  readonly clock: Clock;
  readonly createId: IdMaker;
  /** Says how much a new message matters. */
  readonly score?: Score | undefined;
  readonly formats: Door<FormatsRoom>;
  /** Resolves when the session is loaded. @throws what keeps the session from doing anything. */
  ready(signal: AbortSignalLike | undefined): Promise<void>;
  /** Resolves when all of it is loaded. @throws what keeps the session from doing anything, or hinders it. */
  whole(signal: AbortSignalLike | undefined): Promise<void>;
  /** @throws SessionClosedError once the session is disposed. */
  refuseDisposed(): void;
  /** Tells whether an entry shows what was read, or what storing leaves of it. */
  messageComparison(): Promise<IsSameMessage>;
  /** Entries were added, or came back; whether another counter than the one in use may have counted some. */
  onAppended(entries: readonly Entry[], mayBeUncounted: boolean): void;
}

/** A message in any form, with the id that a caller may have given it; read before it is believed. */
export type Appendable = AppendableMessage<FormatChoice>;

/** How a list of messages is given. */
export interface ListOptions {
  readonly format?: FormatChoice;
  readonly signal?: AbortSignalLike | undefined;
}

/** A change of the conversation that has taken effect. */
interface Change {
  readonly entries: readonly Entry[];
  /** Resolves when it is stored. */
  readonly stored: () => Promise<void>;
  /** The entry that the conversation is to end with, where the change says so. */
  readonly movedTo?: { readonly id: string | null; readonly branchings: number };
}

/** The messages to add, and their place. */
interface Addition<Pad> {
  readonly incoming: readonly ReadMessage[];
  readonly signal: AbortSignalLike | undefined;
  /** Absent: behind the head, or where they are known to stand. */
  readonly after?: string | null | undefined;
  /** Entries that the caller's first messages stand for already. */
  readonly kept?: readonly Entry[];
  /** An id that is known to repeat among them. */
  readonly repeated?: RepeatedId | undefined;
  readonly past?: PastState<Pad> | undefined;
}

/** So many messages of a list are read at once, and of so many the drafts are made at once. */
const AT_ONCE = 500;
/** A move that another tab's was ahead of is said so often again. */
const MOVES_SAID_AGAIN = 3;
/** Texts of so many characters are counted at once. */
const CHARACTERS_AT_ONCE = 50_000;
/** A part that is no text takes as long as so many. */
const OTHER_CHARACTERS = 5_000;
/** Behind so many the code is fetched that knows how much is too much. */
const MANY_CHARACTERS = 1_000_000;

/**
 * Everything that adds to a conversation or moves its head.
 *
 * - Calls take effect in the order in which they were made, whatever each has to fetch first.
 * - A call resolves when what it added is stored, or the store has failed to; what it gives says which.
 *   It reads its messages before anything changes.
 * - Long lists and long texts are read and counted in slices, so that the page goes on meanwhile.
 */
export class ConversationLog<Pad> {
  readonly #parts: ConversationLogParts<Pad>;
  readonly #turns = new SerialQueue();
  /** The newest change that says where the conversation goes on. */
  #lastMove: Change | undefined;

  constructor(parts: ConversationLogParts<Pad>) {
    this.#parts = parts;
  }

  async append(
    messages: Appendable | readonly Appendable[],
    { format = 'openai', after, signal }: ListOptions & { readonly after?: string | null } = {},
  ): Promise<readonly AppendedEntry[]> {
    const list = Array.isArray(messages) ? [...messages] : [messages];
    const isDefault = format === 'openai';
    const isOpenAi = isDefault && !list.some(isOwnForm);
    let read: readonly ReadMessage[] | undefined;
    try {
      if (isOpenAi) read = list.slice(0, AT_ONCE).map(readOpenAi);
    } catch (cause) {
      throw await this.#explained(cause, list);
    }
    // A copy: changes that the caller makes from here on have no effect; of a long list on its start.
    const given =
      isDefault && !read && list.length <= AT_ONCE
        ? list.map((message) => copyPlainData(message))
        : list;
    return this.#acknowledged(signal, async () => {
      const incoming = read
        ? await this.#readOn(read, list, signal)
        : await this.#readIn(format, given, signal);
      // An id that was given may be that of any message; one that is made here is new.
      const isNew = after === undefined && incoming.every(({ id }) => id === undefined);
      await (isNew ? this.#parts.ready(signal) : this.#parts.whole(signal));
      return this.#add({ incoming, after: incoming[0] && after, signal });
    });
  }

  /** Resolves when every call so far has taken effect, or has failed. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  async reconcile(
    messages: readonly Appendable[],
    { format = 'openai', after, signal }: ListOptions & { readonly after?: string | null } = {},
  ): Promise<readonly AppendedEntry[]> {
    return this.#acknowledged(signal, async () => {
      await this.#parts.whole(signal);
      const { reconciled } = await orAbort(this.#parts.formats.open(), signal);
      const isSame = await orAbort(this.#parts.messageComparison(), signal);
      const transcript = () => this.#parts.runner.snapshot.transcript;
      const said = reconciled(messages, format, { transcript, isSame, after });
      const { kept, append, moveTo, repeated } = await orAbort(said, signal);
      return this.#add({ incoming: append, after: moveTo, kept, signal, repeated });
    });
  }

  /** `pastOf` gives the state beside the conversation that goes back with the head. */
  async moveHead(
    entryId: string | null,
    signal: AbortSignalLike | undefined,
    pastOf?: () => Promise<PastState<Pad>>,
  ): Promise<void> {
    await this.#inTurn(signal, async () => {
      await this.#parts.whole(signal);
      return this.#add({ incoming: [], after: entryId, signal, past: await pastOf?.() });
    });
  }

  /**
   * Messages to stand behind the head, with everything that the outside has to give them, each under
   * an id of its own; made ready to be appended where there are many.
   */
  async drafts(incoming: readonly ReadMessage[]): Promise<IdentifiedDrafts> {
    const { clock, runner } = this.#parts;
    const counted = await this.#counted(incoming);
    const { transcript } = runner.snapshot;
    const isAtOnce = isShort(incoming);
    const looking = haveKnownIds(transcript, counted);
    if (isAtOnce ? runToEnd(looking) : await inSlices(looking, { clock })) {
      const isSame = await this.#parts.messageComparison();
      return inSlices(identifiedDrafts(transcript, counted, incoming, isSame), { clock });
    }
    if (!isAtOnce) await inSlices(appending(transcript, counted), { clock });
    return { drafts: counted };
  }

  /** Messages to stand behind an entry. */
  async #draftsBehind(
    after: string | null,
    incoming: readonly ReadMessage[],
  ): Promise<IdentifiedDrafts> {
    const counted = await this.#counted(incoming);
    const isSame = await this.#parts.messageComparison();
    const { transcript } = this.#parts.runner.snapshot;
    return { drafts: placedDrafts(transcript, after, counted, incoming, isSame) };
  }

  async #counted(incoming: readonly ReadMessage[]): Promise<readonly EntryDraft[]> {
    const { clock, score, runner } = this.#parts;
    if (!isShort(incoming, MANY_CHARACTERS)) {
      (await this.#parts.formats.prefetch())?.refuseLong(incoming);
    }
    const drafting = this.#drafting(incoming);
    const drafts = isShort(incoming) ? runToEnd(drafting) : await inSlices(drafting, { clock });
    if (!score) return drafts;
    const { transcript } = runner.snapshot;
    const { drafts: scored, problem } = await import('./scored-drafts.ts').then(
      (code) => code.scoredDrafts(drafts, { score, clock, transcript }),
      // Offline a message is worth more than its score.
      (error: unknown) => ({ drafts, problem: errorText(error) }),
    );
    void runner.tell(
      'SCORE_FAILED',
      problem === undefined
        ? problem
        : `A message could not be scored (${problem}); it has no importance of its own.`,
    );
    return scored;
  }

  /** Where exact counts come meanwhile it begins again, so that one counter has counted all. */
  *#drafting(incoming: readonly ReadMessage[]): Steps<readonly EntryDraft[]> {
    const { clock, createId, planner } = this.#parts;
    const createdAtMs = clock.nowMs();
    const drafts: EntryDraft[] = [];
    let measurer: Measurer | undefined;
    while (measurer !== planner.measurer) {
      measurer = planner.measurer;
      for (const [at, { id = drafts[at]?.id ?? createId(), message }] of incoming.entries()) {
        drafts[at] = { id, createdAtMs, message, tokens: yield* measurer.countInSteps(message) };
        yield;
        if (measurer !== planner.measurer) break;
      }
    }
    return drafts;
  }

  /** The refusal with the place in the list and whose form it is, where the code that can tell is to be had. */
  async #explained(cause: unknown, list: readonly unknown[]): Promise<unknown> {
    const room = await this.#parts.formats.prefetch();
    if (!room) return cause;
    return room.readMessages(list, 'openai').then(
      () => cause,
      (refusal: unknown) => refusal,
    );
  }

  async #readOn(
    read: readonly ReadMessage[],
    list: readonly unknown[],
    signal: AbortSignalLike | undefined,
  ): Promise<readonly ReadMessage[]> {
    if (list.length <= read.length) return read;
    const { clock } = this.#parts;
    const rest = list.slice(read.length);
    try {
      return [...read, ...(await inSlices(eachInSteps(rest, readOpenAi), { clock, signal }))];
    } catch (cause) {
      throw cause instanceof InvalidMessageError ? await this.#explained(cause, list) : cause;
    }
  }

  async #readIn(
    format: FormatChoice,
    list: readonly unknown[],
    signal: AbortSignalLike | undefined,
  ): Promise<readonly ReadMessage[]> {
    await this.#parts.ready(signal);
    const { readMessages } = await orAbort(this.#parts.formats.open(), signal);
    return orAbort(readMessages(list, format), signal);
  }

  /** Does what changes the conversation when all that was called for earlier has taken effect, and waits until it is stored. */
  async #inTurn(
    signal: AbortSignalLike | undefined,
    work: () => Promise<Change>,
  ): Promise<readonly Entry[]> {
    checkSignal(signal);
    const change = await orAbort(this.#turns.run(work), signal);
    await orAbort(this.#stored(change), signal);
    return this.#parts.runner.asPlaced(change.entries);
  }

  /**
   * Resolves when a change is stored. One that says where the conversation goes on and met with another
   * tab's became a branch: it is said again, behind what the other tab did.
   */
  async #stored(change: Change): Promise<void> {
    await change.stored();
    const { runner } = this.#parts;
    let branchings = change.movedTo?.branchings;
    for (let left = MOVES_SAID_AGAIN; left > 0; left -= 1) {
      const { movedTo } = change;
      const isOver = !movedTo || this.#lastMove !== change;
      if (isOver || runner.branchings === branchings) return;
      branchings = runner.branchings;
      const after = movedTo.id === null ? null : runner.idNow(movedTo.id);
      const again = await this.#turns.run(async () => {
        if (this.#lastMove !== change) return undefined;
        const moved = await this.#add({ incoming: [], after, signal: undefined });
        this.#lastMove = change;
        return moved;
      });
      await again?.stored();
    }
  }

  async #acknowledged(
    signal: AbortSignalLike | undefined,
    work: () => Promise<Change>,
  ): Promise<readonly AppendedEntry[]> {
    return this.#parts.runner.acknowledged(await this.#inTurn(signal, work));
  }

  async #add(addition: Addition<Pad>): Promise<Change> {
    const { incoming, after, kept = [], signal, repeated: known, past } = addition;
    const { runner, clock, planner } = this.#parts;
    const { measurer } = planner;
    const made = () =>
      after === undefined ? this.drafts(incoming) : this.#draftsBehind(after, incoming);
    let { transcript } = runner.snapshot;
    let identified = await made();
    // Another tab's words came meanwhile: an id that was free may be taken now.
    while (runner.snapshot.transcript !== transcript) {
      transcript = runner.snapshot.transcript;
      identified = await made();
    }
    const { drafts, repeated = known } = identified;
    // The session may have ended, or the call been aborted, since this began.
    this.#parts.refuseDisposed();
    throwIfAborted(signal);
    const atMs = clock.nowMs();
    const isKnownElsewhere = drafts.some(({ id }) => transcript.log.findElsewhere(id));
    const mayMove = after !== undefined || isKnownElsewhere;
    const end = drafts.at(-1)?.id ?? after;
    const { branchings } = runner;
    const committed = runner.dispatch(
      mayMove ? { type: 'head-move', after, drafts, past, atMs } : { type: 'append', drafts, atMs },
    );
    if (repeated) void runner.tell('ID_REPEATED', repeatedIdText(repeated));
    // A repeated message is acknowledged when the first one is stored.
    const isRepeat = runner.snapshot.transcript === transcript;
    // Where exact counts came meanwhile, their pass may have ended ahead of these entries.
    const added = entriesOf(drafts, transcript, runner.snapshot.transcript);
    this.#parts.onAppended(added, mayMove || planner.measurer !== measurer);
    const change: Change = {
      entries: [...kept, ...added],
      stored: () => (isRepeat ? runner.allStored(atMs) : committed),
      ...(mayMove && end !== undefined && { movedTo: { id: end, branchings } }),
    };
    if (!isRepeat) this.#lastMove = change;
    return change;
  }
}

/** Whether messages are read and counted before anybody could notice. */
function isShort(messages: readonly ReadMessage[], most = CHARACTERS_AT_ONCE): boolean {
  if (messages.length > most / 100) return false;
  let characters = 0;
  for (const { message } of messages) {
    for (const part of message.parts) {
      if ('text' in part) characters += part.text.length;
      else characters += 'arguments' in part ? part.arguments.length : OTHER_CHARACTERS;
    }
  }
  return characters <= most;
}

/** The entries that drafts became, or that were there already. */
function entriesOf(
  drafts: readonly EntryDraft[],
  before: Transcript,
  after: Transcript,
): readonly Entry[] {
  const areNew = after.log === before.log && after.length === before.length + drafts.length;
  if (areNew) return after.log.slice(before.length, after.length);
  return drafts.flatMap(({ id }) => entryOf(after, id) ?? []);
}

function isOwnForm(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'parts' in input;
}

function readOpenAi(input: unknown): ReadMessage {
  const message = parsedWith(input, readOpenAiMessage);
  const { id } = input as { readonly id?: unknown };
  if (id !== undefined && (typeof id !== 'string' || id === '')) {
    throw new InvalidMessageError('id', 'must be text that is not empty.');
  }
  // Originals are handed out, and nobody is to change them.
  message.parts.forEach(Object.freeze);
  Object.freeze(message);
  return id === undefined ? { message } : withProviderId({ id, message });
}
