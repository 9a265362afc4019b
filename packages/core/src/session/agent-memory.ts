import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { EvictionPolicy } from '../compaction/policies/eviction-policy.ts';
import type { ToolHints } from '../compaction/policies/tool-hints.ts';
import type { ArchivedContext } from '../compaction/read-archive.ts';
import type { ModelTotals, SpendingLimit } from '../condense/model-call.ts';
import type { Summarizer } from '../condense/summarizer.ts';
import type { SummaryState } from '../condense/summary-state.ts';
import type { ContextIn, FormatChoice, MessageOut } from '../formats/format-choice.ts';
import type { FormatOf } from '../formats/message-format.ts';
import type { AgentMemoryError } from '../ground/errors/errors.ts';
import type { AbortSignalLike } from '../ground/platform/abort.ts';
import type { Clock } from '../ground/platform/clock.ts';
import type { IdMaker } from '../ground/platform/ids.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import type { LiveHosts, LivePlacement } from '../live/live-placement.ts';
import type { DefaultScratchpad } from '../live/scratchpad/default-scratchpad.ts';
import type { ScratchpadSchema } from '../live/scratchpad/scratchpad.ts';
import type { PadFill } from '../live/scratchpad/scratchpad-section.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { Decision, Remedy } from '../plan/decision.ts';
import type { MemoryEvent } from '../state/events/memory-event.ts';
import type { CompactionOptions, SettingsChange } from '../state/settings.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { PartHandle, StoredPart } from '../store/stored-part.ts';
import type { BudgetOptions, TokenBudget } from '../tokens/budget/token-budget.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import type { AppendedEntry, Entry } from '../transcript/entry.ts';
import type { Branch } from '../transcript/entry-log.ts';
import type { AppendableMessage } from './append/appendable-message.ts';
import type { InitialMessages } from './append/initial-messages.ts';
import type { CompactionPreview } from './compact/compaction-preview.ts';
import type { MemoryFeature } from './feature.ts';
import type { ContextCounter } from './provider/context-counter.ts';
import type { ReportedUsage } from './provider/reported-usage.ts';
import type { SessionNotes } from './session-notes.ts';
import type { StoreState } from './store-state.ts';

/** A tool as the model is told about it; only counted here, sent by the caller. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: unknown;
}

/** The window of the model: one of the two is given to `createAgentMemory`. */
export type WindowOption =
  | { readonly contextWindow: number }
  | { readonly budget: TokenBudget | BudgetOptions };

/** The options of `createAgentMemory`. Give `contextWindow`, or a ready `budget`. */
export interface AgentMemoryOptions<Pad = DefaultScratchpad> {
  /** Names the session; the same id finds the same session in the store. */
  readonly id: string;
  /** Whose session it is, without ":"; calls of anybody else reject with `SESSION_OF_OTHER_USER` [NS-1]. Default: nobody's. */
  readonly user?: string;
  /**
   * Identity and rules; first in every context, byte for byte. A function is called once, when the session
   * begins, and what it gave is stored, so that a date or a folder in it stays what it was [TIER-1].
   */
  readonly system?: string | (() => string);
  /** The model's window in tokens, or the whole arithmetic. */
  readonly contextWindow?: number;
  readonly budget?: TokenBudget | BudgetOptions;
  /** Counted as part of what is sent. */
  readonly tools?: readonly ToolDefinition[];
  /** Where the session lives. Default: in memory, gone with the page. */
  readonly store?: MemoryStore;
  /**
   * The end of an `append` or `reconcile` whose messages the store cannot take, on a full disk for
   * instance. `keep`: it resolves, with `durable: false` on each entry that this page alone holds.
   * `reject`: it rejects with `NotStoredError`. Either way the messages are in the conversation, are
   * counted in `store.owed` of the state, and are stored as soon as the store takes them [STO-4].
   * Default `keep`.
   */
  readonly whenNotStored?: 'keep' | 'reject';
  /** The summariser of what leaves the view. Default: the extractive summariser, no model. */
  readonly summarizer?: Summarizer;
  /** The most that models may take in the background, as `spendingLimit` gives it. Default: no limit [MOD-7]. */
  readonly spending?: SpendingLimit;
  /**
   * The model that reads the context, by its provider's name. Where its encoding is at hand (OpenAI's)
   * tokens are counted in it; for others they are estimates, times a factor for the model's family that
   * reported usage corrects [TOK-1, TOK-5]. Default: none, then the factor is 1.
   */
  readonly model?: string;
  /**
   * The counter of tokens. Default: an estimate at once, and for a `model` whose encoding is at hand
   * counts, as soon as the ranks are loaded; that begins with the first message.
   */
  readonly tokenCounter?: TokenCounter;
  /** What leaves first. Default: the oldest first. */
  readonly policy?: EvictionPolicy;
  /** How and when to compact. */
  readonly compaction?: CompactionOptions;
  /** Facts about tools' results, by the tool's name [POL-8]. */
  readonly toolHints?: ToolHints;
  /** A provider's own counting, which confirms a context close to the limit before it is sent [TOK-7]. */
  readonly contextCounter?: ContextCounter;
  /** Where live state stands in the context [TIER-4]. Default `auto`. */
  readonly livePlacement?: LivePlacement;
  readonly scratchpad?: ScratchpadSchema<Pad>;
  /**
   * A conversation that began elsewhere: the transcript of a session that has none yet. Where a
   * stored session is found, it is not looked at [MSG-5]. Where one of the messages cannot be read, the
   * calls of the session reject with `InvalidOptionError` that names it, and nothing is stored.
   */
  readonly initialMessages?: InitialMessages;
  /**
   * Takes out of a text what is not to be stored. Every text that goes to the store passes through
   * it: messages, summaries, kept values, scratchpad, system text, titles. What the page holds, and
   * what is sent to the model, stays as it is until the session is loaded again. Ids, types, names of
   * tools and files in base64 stay where a message's format has them, and so do the names of fields in
   * metadata, data parts and the scratchpad: keep no secret in a field's name [STO-5].
   */
  readonly redact?: (text: string) => string;
  /** Plug-ins of this memory: sections of the live tier, stored parts, events. Default: none. */
  readonly features?: readonly MemoryFeature[];
  readonly clock?: Clock;
  readonly createId?: IdMaker;
}

/** The format of the messages that a call is given or gives; default `openai`. */
export interface FormatOption<Format extends FormatChoice> {
  readonly format?: Format;
}

/** How an `append` is called. */
export interface AppendOptions<Format extends FormatChoice = 'openai'>
  extends FormatOption<Format> {
  /**
   * The entry that the messages follow; `null`: the start. What followed it until now leaves the
   * conversation and stays stored, as another branch. Default: the head [MSG-5].
   *
   * A message that follows there already, under its id, and shows the same is taken up: the same call
   * again adds nothing. One whose id is known but stands elsewhere or shows something else is
   * appended under an id of its own (`id~2`), as an edit is. Without messages nothing moves.
   */
  readonly after?: string | null;
  /**
   * They are an answer as far as it has come: call it with each piece. It gives no entries and waits for
   * nothing. Once a second the store gets it beside the conversation, until the next call that adds a
   * message. If the page ends before, the session opens with a message that `isInterrupted` [STO-10].
   */
  readonly isDraft?: boolean;
  /** Ends the wait. Once storing has begun the messages stay in the session, and the store gets them. */
  readonly signal?: AbortSignalLike;
}

/** How a `reconcile` is called. */
export interface ReconcileOptions<Format extends FormatChoice = 'openai'>
  extends AppendOptions<Format> {
  /**
   * The list is an earlier one that is given again, as with an answer that took a while behind it: what
   * other tabs have said since stays, also where `messages` has given it by now. Default: false.
   */
  readonly isEarlier?: boolean;
}

/** A signal that aborts the call; the promise then rejects with its reason. */
export interface SignalOption {
  readonly signal?: AbortSignalLike;
}

/** The moment whose summary is wanted. */
export interface ArchivedOptions extends SignalOption {
  /**
   * The text as it stood when this call was sent, and its values; `undefined` comes back where that is
   * not kept [HIS-1]. Values are found in the originals again: where there are more than are kept, others
   * of the same rank may be among those that had no room. Default: as they stand now.
   */
  readonly call?: number;
}

/** How the head is moved. */
export interface MoveHeadOptions extends SignalOption {
  /** The moment to which the state beside the conversation goes back, in the same commit [CKP-1]. */
  readonly asOf?: PastMoment;
}

/** A moment in the past of a session, as a checkpoint tells it. */
export interface PastMoment {
  /**
   * Overlays stand again as before this record of `history`: the context is the one of then. Where that
   * cannot be (other settings since, records not kept, another branch) they are as after any move.
   */
  readonly historyIndex: number;
  /** Takes the place of the scratchpad. Absent: it stays as it is. */
  readonly scratchpad?: unknown;
}

/** The format in which a context is wanted, and a signal that ends the wait for it. */
export interface AssembleOptions<Format extends FormatChoice = 'openai'>
  extends FormatOption<Format>,
    SignalOption {}

/** For what a context is planned. */
export interface PlanOptions {
  /** Where live text may stand in the format that is meant. Default: `any`. */
  readonly liveHosts?: LiveHosts;
}

/** A context, ready to be sent, with the plan that explains it. */
export type AssembledContext<Format extends FormatChoice = 'openai'> = ContextIn<Format> & {
  readonly plan: ContextPlan;
};

/** The status of a memory. */
export type MemoryStatus = 'hydrating' | 'ready' | 'compacting' | 'error';

/**
 * The state that views of the memory show: never changed by the memory, and the same object until
 * something changes; then a field of which nothing changed is still the same object. Read-only by
 * its type: it is not frozen, so who writes to it in spite of that writes to what others read too.
 */
export interface MemoryState<Pad = DefaultScratchpad> {
  readonly status: MemoryStatus;
  /** The last error that a person should see; `clearError` takes it away. */
  readonly error: AgentMemoryError | undefined;
  /** How many entries the conversation has; those of other branches are not among them. */
  readonly entries: number;
  /**
   * How many of them are stored and not read yet: a long session is opened newest first, and the rest
   * comes in the background [STO-9]. The event `entries-load` tells when it is 0.
   */
  readonly unloaded: number;
  /** The entry that the next one follows; `null` where there is none yet. */
  readonly headId: string | null;
  readonly budget: TokenBudget;
  /** The plan of the last `assemble`; `undefined` before the first. */
  readonly plan: ContextPlan | undefined;
  readonly scratchpad: Pad;
  /** Newest last, bounded. */
  readonly compactions: readonly CompactionRecord[];
  /** The breaker, which says whether the summariser is asked at the moment [CMP-6]. */
  readonly breaker: BreakerState;
  /** The state of the summariser, and its name. */
  readonly summary: SummaryState & { readonly name: string };
  /** The factor and the constant learned from the provider's reports [TOK-5]. */
  readonly ledger: TokenLedger;
  /**
   * Calls, tokens, time and cost by model over the life of the session: those of summaries and
   * of extraction as they were told, and those of the chat as `reportUsage` was told. Stored with the next commit.
   */
  readonly models: readonly ModelTotals[];
  readonly degraded: readonly Degradation[];
  readonly store: StoreState;
}

export interface EntryRange {
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
}

/**
 * Memory of one session. Every method may be called before `ready`; it waits by itself. All
 * functions are bound: they may be taken off the object.
 */
export interface AgentMemory<Pad = DefaultScratchpad> {
  readonly id: string;
  /**
   * Resolves when the stored session can be used, also when the store had to be given up. Of a long
   * one the newest messages are loaded then; `loadOlder` waits for the rest [STO-9]. Never rejects.
   */
  readonly ready: Promise<void>;
  /**
   * Resolves when every message is loaded. Methods that need older ones wait by themselves; what gives
   * messages at once, `entries`, `entry` and `explain`, knows those that are loaded. Where they could
   * not be read, `OLDER_UNREAD` is among the degradations, and each call tries again.
   * @throws StoreCorruptError, StoreUnavailableError
   */
  loadOlder(options?: SignalOption): Promise<void>;
  /**
   * Adds messages to the transcript and resolves when the store has them: `durable` of each entry is
   * true then. Where the store cannot take them they are kept in this page, `durable` is false, and
   * they are stored as soon as it can; `whenNotStored` makes this a rejection. A list of
   * more than 500 is read in slices: leave its messages as they are until then.
   * @throws InvalidMessageError naming the field; then none of the messages was added.
   * @throws UnknownEntryError if `after` names no entry.
   * @throws NotStoredError with `whenNotStored: 'reject'`; the messages are in the conversation.
   */
  append<Format extends FormatChoice = 'openai'>(
    messages: AppendableMessage<Format> | readonly AppendableMessage<Format>[],
    options?: AppendOptions<Format>,
  ): Promise<readonly AppendedEntry[]>;
  /**
   * Brings the transcript to what a visible list of messages with ids says: what is new is appended,
   * and where a message was edited, taken back or answered again the head moves, so that nothing is
   * lost and nothing stored twice. The list may begin in the middle of the conversation, and what
   * shows the same to the model counts as the same. Gives the entries that the list stands for.
   *
   * What another tab has said stays, before what is new in the list, until `messages` has given it to be
   * shown or a list had it. Where it cannot, `STORED_AS_BRANCH` says so in both tabs [NS-2].
   *
   * A list of which no message is known is taken to continue from the head. With `after` the list begins
   * behind that entry (`null`: it is the whole conversation), and what stood before it and was taken
   * out of it leaves the conversation. Messages are taken as
   * immutable: change one by making a new object, for one that was read is not read again. Only the
   * last of the list may change in place.
   * @throws InvalidMessageError naming the field, UnknownEntryError if `after` names no entry; then
   * nothing was changed. NotStoredError as `append`.
   */
  reconcile<Format extends FormatChoice = 'openai'>(
    messages: readonly AppendableMessage<Format>[],
    options?: ReconcileOptions<Format>,
  ): Promise<readonly AppendedEntry[]>;
  /**
   * Makes an entry the head: the conversation continues behind it. What followed it leaves the
   * conversation and stays stored; `null` starts over [MSG-5].
   * @throws UnknownEntryError if there is no such entry; InvalidScratchpadError if the one in `asOf` does
   * not fit. Nothing has changed then.
   */
  moveHead(entryId: string | null, options?: MoveHeadOptions): Promise<void>;
  /** Every way the conversation went, in the order in which they ended; the current one among them. */
  branches(): readonly Branch[];
  /**
   * Reads what the store holds now and takes it over, as happens by itself where the store tells of other
   * tabs [NS-2]. What this page has and the store lacks is stored in its place there. Without a store
   * nothing happens.
   * @throws what the store rejects with, `STORE_UNAVAILABLE` above all; nothing has changed then.
   */
  reload(options?: SignalOption): Promise<void>;
  /** The originals of the conversation in a format, for showing them; never shortened. */
  messages<Format extends FormatChoice = 'openai'>(
    options?: FormatOption<Format> & SignalOption,
  ): Promise<MessageOut<Format>[]>;
  /**
   * As above, typed as an app's own messages of that format, such as its `UIMessage` of AI SDK:
   * `messages<MyUIMessage>({ format: aiSdkUi })`. It is not checked that the stored ones are of it.
   */
  messages<Shown extends object>(
    options: { readonly format: FormatOf<Shown> } & SignalOption,
  ): Promise<Shown[]>;
  /**
   * The context that fits the budget now; compacts first where needed. Whatever was appended, reconciled
   * or moved before this call is in it, also where nobody waited for that.
   * @throws ContextOverflowError if the protected part alone does not fit.
   */
  assemble<Format extends FormatChoice = 'openai'>(
    options?: AssembleOptions<Format>,
  ): Promise<AssembledContext<Format>>;
  /**
   * Compacts now, without waiting for the high watermark. Gives `undefined` when there is nothing
   * to gain: the context is at or under the low watermark already, or nothing in it can yield.
   */
  compact(options?: { readonly signal?: AbortSignalLike }): Promise<CompactionRecord | undefined>;
  /**
   * A dry run of `compact`: what would leave, what would stand for it, what would be lost. Nothing is
   * changed and no model is asked; the extractive summary stands in [CMP-12].
   */
  previewCompaction(options?: SignalOption): Promise<CompactionPreview | undefined>;
  /**
   * Takes a compaction back, the newest one or the one of this id, to the byte where that fits and no later
   * one stands [CMP-12]. The next one then waits until the input budget is reached.
   * @throws UndoRefusedError if there is none, or it is of no effect any more.
   */
  undoCompaction(compactionId?: string, options?: SignalOption): Promise<CompactionRecord>;
  /** Gives the text that stands for all that left: the summary, and every exact value that is kept. */
  archived(options?: ArchivedOptions): Promise<ArchivedContext | undefined>;
  /**
   * To be called when the provider refused the last context as too long: gives a context about a tenth
   * smaller, or one that keeps to the limit where the `error` that the provider's client threw names it
   * [BUD-4]. Only as much leaves as has to. The limit that was learned rises again as contexts near it go
   * through, and ends when `configure` sets a budget.
   * @throws AgentMemoryError `OVERFLOW_PERSISTS` after more than five refusals in a row; ContextOverflowError if nothing
   * can yield any more.
   */
  onOverflow<Format extends FormatChoice = 'openai'>(
    options?: AssembleOptions<Format> & { readonly error?: unknown },
  ): Promise<AssembledContext<Format>>;
  /**
   * Tells what the provider reported for the last assembled context; from then on figures and limits
   * reckon with it [TOK-5].
   * @throws InvalidUsageError if the report cannot be meant; it is not learned.
   */
  reportUsage(usage: ReportedUsage, options?: SignalOption): Promise<void>;
  /**
   * The plan of what would be sent now, without compacting; pure, and may be over budget. It does not
   * depend on what was assembled before: formats in which live text may stand in a user's message
   * only are planned for with `liveHosts: 'user'`, as the plan of an assembled context says.
   */
  plan(options?: PlanOptions): ContextPlan;
  /**
   * The plan of a past call: what was sent then, and why, over reloads, branches, undo and changed
   * settings [HIS-1]. Calls are counted from 1, and the same context asked for again is the same call;
   * `history` names them. Figures of items are those known today. `undefined` for one that is not kept.
   *
   * @example
   * const before = await memory.stateAt(12);
   * const sent = before?.items.map(({ message }) => message);
   */
  stateAt(call: number, options?: SignalOption): Promise<ContextPlan | undefined>;
  /**
   * Gives the history of this session, oldest first: contexts that were assembled, what the
   * provider reported for them, contexts that were refused, compactions, moves of the head, changed
   * settings. The newest 4,700 to 6,000 records are kept [HIS-2, HIS-3].
   */
  history(): readonly HistoryRecord[];
  /** Why an entry is where it is; `undefined` for an unknown id. */
  explain(entryId: string): Decision | undefined;
  /** The settings that, changed together, would send an entry, a range or a section whole [HIS-4]. */
  remedies(itemId: string, options?: SignalOption): Promise<readonly Remedy[]>;
  /** Originals of the conversation by their place in it, never shortened, as far as they are loaded. */
  entries(range?: Partial<EntryRange>): readonly Entry[];
  /** The original of this id, on whichever branch. */
  entry(entryId: string): Entry | undefined;
  /**
   * Changes part of the scratchpad. Gives how full it is: what is over `roomTokens` is kept and not sent.
   * @throws InvalidScratchpadError; AgentMemoryError `TEXT_HELD` (`checkText` of a feature). The old one stays.
   */
  patchScratchpad(patch: Partial<Pad>, options?: SignalOption): Promise<PadFill>;
  /** Notes by name that the app wants the model to see now; they stand in the live tier [TIER-4]. */
  readonly notes: SessionNotes;
  /**
   * A named part of the session's stored state.
   * @throws InvalidOptionError if the name is empty, taken, or the library's own.
   */
  part<Value>(definition: StoredPart<Value>): PartHandle<Value>;
  /**
   * Changes settings; takes effect with the next plan.
   * @throws InvalidOptionError if a budget or policy makes no sense; then nothing changed.
   */
  configure(settings: SettingsChange, options?: SignalOption): Promise<void>;
  /**
   * Gives the store what this page alone holds (`store.owed` of the state), and the whole session where what
   * was stored of it was cleared (`SESSION_CLEARED`). Gives how many entries it took.
   * @throws what the store rejects with; what it did not take stays owed.
   */
  writeBack(options?: SignalOption): Promise<number>;
  /** Stores what work changed at its end, in few transactions, for an import. Nothing is `durable` before. */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
  getState(): MemoryState<Pad>;
  /** Calls back after every change of state; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Calls back with every event; gives the function that ends it. */
  onEvent(listener: (event: MemoryEvent) => void): () => void;
  clearError(): void;
  /**
   * Ends the session's work here; what was acknowledged is stored, and an append that has not taken
   * effect yet rejects with `SESSION_CLOSED` and adds nothing. A store that failed is tried once
   * more: what it still cannot take waits in this page for the session to be opened again with the same
   * store object, and is lost with the page. Never rejects; the state says what failed. The store is
   * left open.
   */
  dispose(): Promise<void>;
}
