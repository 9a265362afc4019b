import type { FormatChoice } from '../../formats/format-choice.ts';
import type { ReadMessage } from '../../formats/message-format.ts';
import { readOpenAiMessage } from '../../formats/openai/openai-chat.ts';
import { InvalidMessageError } from '../../ground/errors/errors.ts';
import {
  type AbortSignalLike,
  checkSignal,
  orAbort,
  throwIfAborted,
} from '../../ground/platform/abort.ts';
import type { Clock } from '../../ground/platform/clock.ts';
import type { IdMaker } from '../../ground/platform/ids.ts';
import { inSlices } from '../../ground/platform/in-slices.ts';
import type { LazyCode } from '../../ground/platform/lazy-code.ts';
import { SerialQueue } from '../../ground/platform/serial-queue.ts';
import { runToEnd, type Steps } from '../../ground/platform/steps.ts';
import { copyPlainData } from '../../message/copy-plain-data.ts';
import { parsedWith } from '../../message/parsed-with.ts';
import type { PastState } from '../../state/session-event.ts';
import type { Measurer } from '../../tokens/measurer.ts';
import type { AppendedEntry, Entry } from '../../transcript/entry.ts';
import {
  appending,
  type EntryDraft,
  entryOf,
  type Transcript,
} from '../../transcript/transcript.ts';
import type { ReconcileOptions } from '../agent-memory.ts';
import type { Planner } from '../assemble/planner.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { EffectRunner } from '../store/effect-runner.ts';
import type { ExactCounts } from '../store/exact-counts.ts';
import type { AppendableMessage } from './appendable-message.ts';
import { haveKnownIds, type IdentifiedDrafts, identifiedDrafts } from './identified-drafts.ts';
import { withProviderId } from './provider-id.ts';
import { type RepeatedId, repeatedIdText } from './repeated-id.ts';
import { ShownEntries } from './shown-entries.ts';

/** The code that reads and writes formats other than OpenAI's. */
export type FormatCode = typeof import('./foreign-messages.ts');

/** The objects of its session that a conversation log works with. */
export interface ConversationLogParts<Pad> {
  readonly runner: EffectRunner<Pad>;
  readonly planner: Pick<Planner, 'measurer'>;
  readonly lifecycle: Pick<
    Lifecycle<Pad>,
    'open' | 'whole' | 'refuseDisposed' | 'messageComparison' | 'drafts'
  >;
  /** Hears of entries that were added, or came back. */
  readonly counts: Pick<ExactCounts<Pad>, 'onAppended'>;
  readonly formats: LazyCode<FormatCode>;
  readonly clock: Clock;
  readonly createId: IdMaker;
}

/** A message in any form, with the id that a caller may have given it; read before it is believed. */
export type Appendable = AppendableMessage<FormatChoice>;

/** How a list of messages is given. */
type ListGiven = ReconcileOptions<FormatChoice>;

/** What came of reading messages at once. */
interface FirstReading {
  readonly signal?: AbortSignalLike | undefined;
  readonly read?: readonly ReadMessage[] | undefined;
  readonly refusal?: unknown;
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
  readonly signal?: AbortSignalLike | undefined;
  /** Absent: behind the head, or where they are known to stand. */
  readonly after?: string | null | undefined;
  /** Entries that the caller's first messages stand for already. */
  readonly kept?: readonly Entry[];
  /** An id that is known to repeat among them. */
  readonly repeated?: RepeatedId | undefined;
  readonly past?: PastState<Pad> | undefined;
  /** The part that held them as a draft of another page. */
  readonly takenUp?: string;
}

/** A list of so many messages is read at once. */
const AT_ONCE = 500;
/** A move that another tab's was before is said so often again. */
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
 * - Long lists and long texts are read and counted in slices, so that the page continues meanwhile.
 */
export class ConversationLog<Pad> {
  readonly #parts: ConversationLogParts<Pad>;
  readonly #turns = new SerialQueue();
  readonly #shown = new ShownEntries();
  /** The newest change that says where the conversation continues. */
  #lastMove: Change | undefined;

  constructor(parts: ConversationLogParts<Pad>) {
    this.#parts = parts;
  }

  async append(
    messages: Appendable | readonly Appendable[],
    { format = 'openai', after, signal, isDraft }: ListGiven = {},
  ): Promise<readonly AppendedEntry[]> {
    const list = Array.isArray(messages) ? [...messages] : [messages];
    if (isDraft) {
      const read = async () => ({ append: await this.#readIn(format, list, { signal }) });
      this.#parts.lifecycle.drafts?.keep(read);
      return [];
    }
    const isShown = format === 'openai' && list.length <= AT_ONCE;
    let read: readonly ReadMessage[] | undefined;
    let refusal: unknown;
    try {
      if (isShown && !list.some(isOwnForm)) read = list.map(readOpenAi);
    } catch (cause) {
      refusal = cause;
    }
    // A copy: changes that the caller makes from here on have no effect.
    const given = isShown && !read && !refusal ? list.map((one) => copyPlainData(one)) : list;
    return this.#acknowledged(signal, async () => {
      const incoming = read?.every(isPlain)
        ? read
        : await this.#readIn(format, given, { read, refusal, signal });
      // An id that was given may be that of any message; one that is made here is new.
      const isNew = after === undefined && incoming.every(({ id }) => id === undefined);
      await (isNew ? this.#parts.lifecycle.open(signal) : this.#parts.lifecycle.whole(signal));
      return this.add({ incoming, after: incoming[0] && after, signal });
    });
  }

  /** Resolves when every call so far has taken effect, or has failed. */
  settled(): Promise<void> {
    return this.#turns.settled();
  }

  async reconcile(
    messages: readonly Appendable[],
    { format = 'openai', after, isEarlier = false, signal, isDraft }: ListGiven = {},
  ): Promise<readonly AppendedEntry[]> {
    const isUnknown = this.#shown.unknownTo(isEarlier);
    const compared = async () => {
      await this.#parts.lifecycle.whole(signal);
      const { reconciled } = await orAbort(this.#parts.formats.load(), signal);
      const isSame = await orAbort(this.#parts.lifecycle.messageComparison(), signal);
      const transcript = () => this.#parts.runner.snapshot.transcript;
      const said = reconciled(messages, format, { transcript, isSame, after, isUnknown });
      return orAbort(said, signal);
    };
    if (isDraft) {
      this.#parts.lifecycle.drafts?.keep(compared);
      return [];
    }
    return this.#acknowledged(signal, async () => {
      const { kept, append, moveTo, repeated } = await compared();
      this.#shown.listed(kept);
      return this.add({ incoming: append, after: moveTo, kept, signal, repeated });
    });
  }

  /** The whole conversation was given to be shown. */
  wasGiven(): void {
    this.#shown.given();
  }

  /** Other tabs have added entries, and maybe moved the head. */
  onTakenOver(ids: readonly string[], before: Transcript): void {
    this.#shown.came(ids);
    const { runner } = this.#parts;
    if (this.#shown.hasLostOwn(before, runner.snapshot.transcript))
      runner.writer?.rebase.noteBranch(before);
  }

  /** `pastOf` gives the state beside the conversation that goes back with the head. */
  async moveHead(
    entryId: string | null,
    signal: AbortSignalLike | undefined,
    pastOf?: () => Promise<PastState<Pad>>,
  ): Promise<void> {
    await this.#inTurn(signal, async () => {
      await this.#parts.lifecycle.whole(signal);
      return this.add({ incoming: [], after: entryId, signal, past: await pastOf?.() });
    });
  }

  /**
   * Messages to stand behind an entry, by default the head, with everything that the outside has to give
   * them, each under an id of its own; made ready to be appended where there are many.
   */
  async drafts(incoming: readonly ReadMessage[], after?: string | null): Promise<IdentifiedDrafts> {
    const { clock, runner } = this.#parts;
    const counted = await this.#counted(incoming);
    const { transcript } = runner.snapshot;
    const isAtOnce = isShort(incoming);
    const looking = haveKnownIds(transcript, counted);
    if (isAtOnce ? runToEnd(looking) : await inSlices(looking, { clock })) {
      const isSame = await this.#parts.lifecycle.messageComparison();
      return inSlices(identifiedDrafts(transcript, counted, incoming, isSame, after), { clock });
    }
    if (!isAtOnce && after === undefined) await inSlices(appending(transcript, counted), { clock });
    return { drafts: counted };
  }

  async #counted(incoming: readonly ReadMessage[]): Promise<readonly EntryDraft[]> {
    const { clock } = this.#parts;
    if (!isShort(incoming, MANY_CHARACTERS)) {
      (await this.#parts.formats.prefetch())?.refuseLong(incoming);
    }
    const drafting = this.#drafting(incoming);
    return isShort(incoming) ? runToEnd(drafting) : inSlices(drafting, { clock });
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

  /**
   * Reads messages with the code that knows all forms. OpenAI's that are unusual are among them; where that
   * code cannot be fetched, they are what was `read`, or refused.
   */
  async #readIn(
    format: FormatChoice,
    list: readonly unknown[],
    { read, refusal, signal }: FirstReading = {},
  ): Promise<readonly ReadMessage[]> {
    const { formats, lifecycle } = this.#parts;
    const isRead = read || refusal;
    if (!isRead) await lifecycle.open(signal);
    const code = await orAbort(isRead ? formats.prefetch() : formats.load(), signal);
    if (code) return orAbort(code.readMessages(list, format), signal);
    if (read) return read;
    throw refusal;
  }

  /** Does what changes the conversation when all that was called for earlier has taken effect, and waits until it is stored. */
  async #inTurn(
    signal: AbortSignalLike | undefined,
    work: () => Promise<Change>,
  ): Promise<readonly Entry[]> {
    checkSignal(signal);
    const change = await orAbort(this.#turns.run(work), signal);
    await orAbort(this.#stored(change), signal);
    const { entries } = change;
    return this.#parts.runner.writer?.rebase.asPlaced(entries) ?? entries;
  }

  /**
   * Resolves when a change is stored. One that says where the conversation continues and met with another
   * tab's became a branch: it is said again, behind what the other tab did.
   */
  async #stored(change: Change): Promise<void> {
    await change.stored();
    const { runner } = this.#parts;
    let branchings = change.movedTo?.branchings;
    for (let left = MOVES_SAID_AGAIN; left > 0; left -= 1) {
      const { movedTo } = change;
      const isOver = !movedTo || this.#lastMove !== change;
      if (isOver || branchingsOf(runner) === branchings) return;
      branchings = branchingsOf(runner);
      const after = movedTo.id && (runner.writer?.rebase.idNow(movedTo.id) ?? movedTo.id);
      const again = await this.#turns.run(async () => {
        if (this.#lastMove !== change) return undefined;
        const moved = await this.add({ incoming: [], after });
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

  /** Messages that were read take effect now; the caller sees to the order of calls. */
  async add(addition: Addition<Pad>): Promise<Change> {
    const { after, kept = [], signal, repeated: known, past, takenUp } = addition;
    const { runner, planner, lifecycle } = this.#parts;
    const { measurer } = planner;
    let transcript: Transcript;
    let identified: IdentifiedDrafts;
    // Repeat if another tab added entries during the await: an id that was free may be taken now.
    do {
      ({ transcript } = runner.snapshot);
      const code = this.#parts.formats.loaded;
      const incoming =
        after === undefined && code
          ? code.answering(transcript, addition.incoming)
          : addition.incoming;
      identified = await this.drafts(incoming, after);
    } while (runner.snapshot.transcript !== transcript);
    const { drafts, repeated = known } = identified;
    // The session may have ended, or the call been aborted, since this began.
    lifecycle.refuseDisposed();
    throwIfAborted(signal);
    const isKnownElsewhere = drafts.some(({ id }) => transcript.log.findElsewhere(id));
    const mayMove = after !== undefined || isKnownElsewhere;
    const end = drafts.at(-1)?.id ?? after;
    const branchings = branchingsOf(runner);
    const release = drafts.length > 0 ? lifecycle.drafts?.end(takenUp) : undefined;
    const committed = runner.dispatch(
      mayMove ? { type: 'head-move', after, drafts, past } : { type: 'append', drafts },
    );
    // Not earlier: another tab takes up what stands in the store, and no page holds.
    if (release) committed.then(release, release);
    const ids = drafts.map(({ id }) => id);
    if (takenUp) this.#shown.came(ids);
    else this.#shown.said(ids);
    if (mayMove && this.#shown.hasLostOthers(transcript, runner.snapshot.transcript)) {
      runner.writer?.rebase.noteBranch(transcript);
    }
    if (repeated) void runner.tell('ID_REPEATED', repeatedIdText(repeated));
    // A repeated message is acknowledged when the first one is stored.
    const isRepeat = runner.snapshot.transcript === transcript;
    // Where exact counts came meanwhile, their pass may have ended before these entries.
    const added = entriesOf(drafts, transcript, runner.snapshot.transcript);
    this.#parts.counts.onAppended(added, mayMove || planner.measurer !== measurer);
    const change: Change = {
      entries: [...kept, ...added],
      stored: async () => (isRepeat ? runner.writer?.allStored() : committed),
      ...(mayMove && end !== undefined && { movedTo: { id: end, branchings } }),
    };
    if (!isRepeat) this.#lastMove = change;
    return change;
  }
}

/** How often something of this page became a branch; without a writer nothing has. */
function branchingsOf<Pad>({ writer }: EffectRunner<Pad>): number {
  return writer?.rebase.branchings ?? 0;
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

/** Tells whether no field was left unread that says something. */
function isPlain({ message: { extra = {} } }: ReadMessage): boolean {
  return Object.values(extra).every(
    (value) => value == null || value === 'developer' || Object(value).length === 0,
  );
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
