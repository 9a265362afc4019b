import type {
  ArchivedContext,
  BreakerState,
  Decision,
  Degradation,
  Entry,
  MemoryState,
  MemoryStatus,
  Message,
  ModelTotals,
  TokenLedger,
} from '@agent-memory/core';
import type { FormatName } from '@agent-memory/core/formats';
import type { Answer } from './answer.ts';
import type { CallFacts, KeptCalls, PastFacts } from './call-facts.ts';
import type { CheckpointsSource } from './checkpoints-source.ts';
import type { CompactionFacts, PreviewFacts } from './compaction-facts.ts';
import type { DecisionPage, DecisionQuery } from './logged-decision.ts';
import type { LongTermSource } from './long-term-source.ts';
import type { ModelFacts } from './model-facts.ts';
import type { PlanFacts, PlanNumbers } from './plan-facts.ts';
import type { RunsSource } from './runs-source.ts';
import type { StorageSource } from './storage-source.ts';
import type { StoreFacts } from './store-facts.ts';
import type { ValueTrace } from './value-trace.ts';

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
  readonly status: MemoryStatus;
  readonly problem: ReportedProblem | undefined;
  /** Messages in the transcript now; more than `plan.transcriptLength` when some came after the plan. */
  readonly entries: number;
  /** The plan of the last `assemble`; `undefined` before the first. */
  readonly plan: PlanFacts | undefined;
  /** When that plan was made or first seen, in milliseconds since 1970; ages are told from here. */
  readonly planAtMs: number;
  /** Figures of the latest plans, newest last, bounded; kept only while a panel listens. */
  readonly history: readonly PlanNumbers[];
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
  /** Calls, tokens, time and cost by model, as the memory was told of them. */
  readonly modelTotals: readonly ModelTotals[];
  readonly degraded: readonly Degradation[];
  readonly store: StoreFacts;
}

/** The formats in which a context can be taken away. */
export type CopyFormat = Exclude<FormatName, 'chat-template'>;

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
   * Sets the input budget, in tokens. What left under the old one is decided anew at the next call. Absent
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
