import type {
  ArchivedContext,
  BreakerState,
  CompactionPreview,
  CompactionRecord,
  ContextPlan,
  Decision,
  Degradation,
  Entry,
  MemoryState,
  Message,
  ModelTotals,
  PlanItem,
  Role,
  TokenLedger,
} from '@agent-memory/core';
import type { BringingBack } from './bring-back.ts';
import type { CallFacts, KeptCalls, PastFacts, ValueTrace } from './call-facts.ts';
import type { CheckpointsSource } from './checkpoints-source.ts';
import type { Answer } from './inspectable-memory.ts';
import type { DecisionPage, DecisionQuery } from './logged-decision.ts';
import type { LongTermSource } from './long-term-source.ts';
import type { ModelFacts } from './model-facts.ts';
import type { RunsSource } from './runs-source.ts';
import type { StorageSource, StoreFacts } from './storage-source.ts';

/** The last error that the memory wants a person to see. */
export interface ReportedProblem {
  readonly code: string;
  readonly message: string;
}

/**
 * The state behind everything that the panel draws. Figures, ids and rule codes only: texts are asked
 * for one by one, so that a source in another tab never has to send text that nobody looks at.
 */
export interface DevtoolsState {
  readonly status: MemoryState['status'];
  readonly problem: ReportedProblem | undefined;
  /** Messages in the transcript now; more than `plan.transcriptLength` when some came after the plan. */
  readonly entries: number;
  /** The plan of the last `assemble`; `undefined` before the first. */
  readonly plan: PlanFacts | undefined;
  /** When that plan was made or first seen, in milliseconds since 1970; ages are told from here. */
  readonly planAtMs: number;
  /** The calls whose contexts can be shown. */
  readonly calls: KeptCalls;
  /** Newest last, bounded by the memory. */
  readonly compactions: readonly CompactionFacts[];
  /** Whether the summariser may be asked. */
  readonly breaker: BreakerState;
  /** The summariser, and its work at the moment. */
  readonly summary: MemoryState<unknown>['summary'];
  /** The provider's reports, and the correction of our figures that follows from them. */
  readonly ledger: TokenLedger;
  /** The models that the app shows, in its order, and how each is. */
  readonly models: readonly ModelFacts[];
  /** Calls, tokens, time and cost by model, as the memory was told about them. */
  readonly modelTotals: readonly ModelTotals[];
  readonly degraded: readonly Degradation[];
  readonly store: StoreFacts;
}

/** The formats in which a context can be taken away. */
export type CopyFormat =
  | 'openai'
  | 'openai-responses'
  | 'anthropic'
  | 'google'
  | 'ai-sdk'
  | 'ai-sdk-ui';

/** The messages that a search looks through. */
export type FindScope = 'sent' | 'considered';

/** The places of a phrase: ids of sent items, and places of originals that are not sent. */
export interface FindResult {
  readonly itemIds: ReadonlySet<string>;
  readonly seqs: ReadonlySet<number>;
}

/**
 * The one way the panel reaches a memory. An implementation owes:
 * - `getState` gives the same object until something changes, and never throws;
 * - nothing is computed or kept while nobody is subscribed;
 * - every answer but the source that `at` gives can be cloned, and may come later;
 * - every function is bound and may be taken off the object.
 */
export interface DevtoolsSource {
  /** Shown in the panel's head; usually the session's id. */
  readonly name: string;
  /** The session's id, by which records name the messages that they were drawn from. Default: `name`. */
  readonly sessionId?: string;
  readonly getState: () => DevtoolsState;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Why nothing can be changed through this source, as a sentence that the panel shows; whatever would change
   * something rejects with it. Default: changes are allowed.
   */
  readonly readOnly?: string;
  /**
   * Set where this source stands for the past: its state is that of then and never changes, and whatever
   * would change the session rejects with a sentence.
   *
   * History does not tell everything. These are of the present there: `breaker`, `models`, `modelTotals`
   * and `store` of the state, `storage`, which changes nothing there, the titles and lines of runs, and all
   * of `longTerm`, where records can be changed as ever. `calls`, `at`, `decisions` and the calls of a `trace` speak of all calls that are kept, the later
   * ones too; `entryById` finds whatever was said since. `runs.list` rejects where the conversation has
   * gone on somewhere else since, and `checkpoints.resumption` always does.
   */
  readonly past?: PastFacts;
  /**
   * The calls from this number on, oldest first, those that are kept. Costs what is new: ask from the
   * newest call that is known, because what the provider reports for a call comes after it.
   */
  readonly calls: (fromCall: number) => Answer<readonly CallFacts[]>;
  /** The session as it was when a call was sent; `undefined` where that is not kept. */
  readonly at: (call: number) => Answer<DevtoolsSource | undefined>;
  /**
   * Follows a phrase through all calls, whatever its case; works in slices and rejects with the signal's
   * reason when that aborts. A blank phrase is nowhere.
   */
  readonly trace: (
    phrase: string,
    options: { readonly signal: AbortSignal },
  ) => Promise<ValueTrace>;
  /**
   * The decisions that changed from call to call, over all kept calls. The newest come first, a page at a
   * time; rejects with the signal's reason when that aborts.
   */
  readonly decisions: (
    query: DecisionQuery,
    options: { readonly signal: AbortSignal },
  ) => Promise<DecisionPage>;
  /** The message that stands in the current plan for this item; `undefined` when it is not in it. */
  readonly sentMessage: (itemId: string) => Answer<Message | undefined>;
  /** The original at a place of the transcript. */
  readonly entry: (seq: number) => Answer<Entry | undefined>;
  readonly entryById: (entryId: string) => Answer<Entry | undefined>;
  /** Why an original is where it is. */
  readonly explain: (entryId: string) => Answer<Decision | undefined>;
  /** The settings that would send an item whole; of the present alone. */
  readonly remedies?: (itemId: string) => Promise<Decision['remedies']>;
  /** Takes a step that brings a value back, as the answer of a trace names it. Absent in the past. */
  readonly bringBack?: (action: BringingBack) => Promise<void>;
  /** Looks for a phrase, whatever its case, where the texts are. */
  readonly find: (phrase: string, scope: FindScope) => Answer<FindResult>;
  /**
   * The context of the current plan in a format, exactly as assembled: for `openai` and the formats of
   * the AI SDK its messages, for `anthropic` the part of a request that they and the system text make.
   */
  readonly contextIn: (format: CopyFormat) => Answer<unknown>;
  /** The text that stands for everything that left, and every value kept of it; `undefined` when nothing left. */
  readonly archived: () => Answer<ArchivedContext | undefined>;
  /** The first of the values that a compaction lost. */
  readonly lostValues: (compactionId: string) => Answer<readonly string[]>;
  /** A compaction that is only thought through; `undefined` when there is nothing to gain. */
  readonly previewCompaction: (options: {
    readonly signal: AbortSignal;
  }) => Promise<PreviewFacts | undefined>;
  /** Compacts now; `undefined` when there is nothing to gain. */
  readonly compact: () => Promise<CompactionFacts | undefined>;
  /** Takes a compaction back; rejects with the reason where that cannot be done. */
  readonly undoCompaction: (compactionId: string) => Promise<CompactionFacts>;
  /**
   * Sets the input budget, in tokens. What left under the old one is decided again at the next call. Absent
   * where the app gives no way, and in the past.
   */
  readonly setBudget?: (inputTokens: number) => Answer<void>;
  /** The long-term memory beside it; absent where there is none. */
  readonly longTerm?: LongTermSource;
  /** Where the session is stored; absent where nobody stores it, as of a file that was opened. */
  readonly storage?: StorageSource;
  /** The session's runs; absent where nobody gave them. */
  readonly runs?: RunsSource;
  /** The session's checkpoints; absent where nobody gave them. */
  readonly checkpoints?: CheckpointsSource;
}

/** A sent item without its text. */
export type ItemFacts = Omit<PlanItem, 'message'> & { readonly role: Role };

/** A plan without its texts: structured-cloneable, and as large as the number of items. */
export type PlanFacts = Omit<ContextPlan, 'items'> & { readonly items: readonly ItemFacts[] };

const known = new WeakMap<ContextPlan, PlanFacts>();

/** Takes the texts out of a plan; the same plan gives the same facts again. */
export function planFacts(plan: ContextPlan): PlanFacts {
  const made = known.get(plan);
  if (made) return made;
  const facts: PlanFacts = { ...plan, items: plan.items.map(itemFacts) };
  known.set(plan, facts);
  return facts;
}

function itemFacts(item: PlanItem): ItemFacts {
  return item.kind === 'entry' || item.kind === 'repair' ? entryFacts(item) : madeItemFacts(item);
}

// Field by field: this runs for every item of every plan while a panel is open, and copying the rest
// of an object takes many times as long.
function entryFacts({ id, kind, tier, seq, message, decision }: PlanItem): ItemFacts {
  const { role } = message;
  return seq === undefined
    ? { id, kind, tier, role, decision }
    : { id, kind, tier, seq, role, decision };
}

/** A handful in a plan; a kind that came later may bring facts of its own along. */
function madeItemFacts({ message, ...facts }: PlanItem): ItemFacts {
  return { ...facts, role: message.role };
}

/** A compaction without the texts it lost: figures, ids and codes. */
export type CompactionFacts = Omit<CompactionRecord, 'lost'> & {
  /** Exact values that can be read nowhere in the context since; absent where nobody looked. */
  readonly lostValues?: number;
};

/** The outcome that a compaction would have. A person asks for it, so it brings its texts along. */
export interface PreviewFacts {
  readonly record: CompactionFacts;
  /** The text that would stand for everything that left; '' where nothing would. */
  readonly text: string;
  /** The first of the values that could be read nowhere any more. */
  readonly lost: readonly string[];
  readonly plan: PlanFacts;
}

const knownRecords = new WeakMap<CompactionRecord, CompactionFacts>();

/** Takes the texts out of a record; the same record gives the same facts again. */
export function compactionFacts(record: CompactionRecord): CompactionFacts {
  const made = knownRecords.get(record);
  if (made) return made;
  const { lost, ...rest } = record;
  const facts: CompactionFacts = lost ? { ...rest, lostValues: lost.total } : rest;
  knownRecords.set(record, facts);
  return facts;
}

const knownRecordLists = new WeakMap<readonly CompactionRecord[], readonly CompactionFacts[]>();

/** The facts of a list of records; the same list gives the same facts again. */
export function compactionListFacts(
  records: readonly CompactionRecord[],
): readonly CompactionFacts[] {
  const made = knownRecordLists.get(records) ?? records.map(compactionFacts);
  knownRecordLists.set(records, made);
  return made;
}

export function previewFacts({ record, text, plan }: CompactionPreview): PreviewFacts {
  return {
    record: compactionFacts(record),
    text,
    lost: record.lost?.values ?? [],
    plan: planFacts(plan),
  };
}
