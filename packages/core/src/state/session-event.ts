import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { ModelCall } from '../condense/model-call.ts';
import type { SummaryState } from '../condense/summary-state.ts';
import type { AgentMemoryError } from '../ground/errors/errors.ts';
import type { HistoryRecord, UsageReported } from '../history/history-record.ts';
import type { ContextPlan, Degradation } from '../plan/context-plan.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import type { Entry } from '../transcript/entry.ts';
import type { EntryDraft } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import type { SessionSettings } from './settings.ts';
import type {
  LearnedFigures,
  OverflowState,
  SessionSnapshot,
  UntimedChange,
  UselessCompaction,
} from './snapshot.ts';

/** A session as its store has it, read and checked. */
export interface RestoredSession<Pad> {
  /** Every entry of every branch, in the order of appending. */
  readonly entries: readonly Entry[];
  readonly headId: string | null;
  /** Present where only some entries are read, those that a plan needs among them [STO-9]. */
  readonly isPartial?: true;
  readonly overlays: Overlays;
  /** The key of the settings that the overlays were made under. */
  readonly settingsKey: string;
  readonly compactions: readonly CompactionRecord[];
  /** Absent where none is stored, or none that fits today's schema. */
  readonly scratchpad?: { readonly value: Pad };
  readonly history: readonly HistoryRecord[];
  readonly parts: ReadonlyMap<string, unknown>;
  /** Absent where nothing was learned, or what is stored cannot be read. */
  readonly learned?: LearnedBefore;
}

/** The part of what was learned earlier that holds under today's settings. */
export interface LearnedBefore {
  readonly breaker: BreakerState;
  readonly ledger?: TokenLedger;
  readonly overflow?: OverflowState;
  readonly otherFigures: readonly LearnedFigures[];
}

/** The state of a session once it is opened. */
export interface Opening<Pad> {
  /** Absent where the store holds no such session. */
  readonly stored?: RestoredSession<Pad>;
  /** Messages that a new session begins with. */
  readonly initial?: readonly EntryDraft[];
  /** The system text. */
  readonly system?: string;
  /** The same text where it was made just now and has to be stored with the session [TIER-1]. */
  readonly newSystemText?: string;
}

/**
 * All that can happen to a session. Data only, so that it can be written as JSON, sent and replayed
 * [HIS-3]: ids and measurements arrive in the event, its time beside it; functions never do.
 */
export type SessionEvent<Pad = unknown> =
  | { readonly type: 'load-end'; readonly opening: Opening<Pad> }
  /** Older entries were read; nothing is told before all are there. */
  | { readonly type: 'entries-fill'; readonly fromSeq: number; readonly entries: readonly Entry[] }
  /** Older records were read: they stand before all that are there. */
  | {
      readonly type: 'records-fill';
      readonly history: readonly HistoryRecord[];
      readonly compactions: readonly CompactionRecord[];
    }
  | { readonly type: 'append'; readonly drafts: readonly EntryDraft[] }
  | HeadMoveEvent<Pad>
  | TakeOverEvent<Pad>
  | ContextEvent
  | { readonly type: 'compaction-start'; readonly compactionId: string; readonly tokens: number }
  | CompactionEndEvent
  | {
      readonly type: 'compaction-stop';
      readonly compactionId: string;
      readonly message: string;
      /** Present where it would have freed nothing. */
      readonly useless?: UselessCompaction;
    }
  | { readonly type: 'breaker-set'; readonly breaker: BreakerState }
  | { readonly type: 'summary-set'; readonly summary: SummaryState }
  | LedgerEvent
  /** A call of a model is over. */
  | { readonly type: 'model-call'; readonly call: ModelCall }
  | {
      readonly type: 'overflow-set';
      readonly overflow: OverflowState | undefined;
    }
  | { readonly type: 'scratchpad-set'; readonly scratchpad: Pad }
  /** A section of the live tier gives another text; its content stands outside of the session. */
  | { readonly type: 'section-change'; readonly sectionId: string }
  | {
      readonly type: 'part-set';
      readonly name: string;
      /** `undefined` takes the part away. */
      readonly value: unknown;
      /** It goes to the store with the next commit. */
      readonly isWaiting?: true;
    }
  | SettingsEvent
  | {
      readonly type: 'tokens-measure';
      /**
       * By place in the order of appending; empty where only what is no entry (system, summary,
       * notes) is measured better.
       */
      readonly tokens: ReadonlyMap<number, TokenCount>;
    }
  | { readonly type: 'degradation-set'; readonly degradation: Degradation }
  | { readonly type: 'degradation-clear'; readonly code: Degradation['code'] }
  /** So many entries are in the page alone, though there is a store. */
  | { readonly type: 'owed-set'; readonly owed: number }
  /** This tab leads among those on the session, or does not any longer. */
  | { readonly type: 'lead-set'; readonly leads: boolean }
  | { readonly type: 'error-set'; readonly error: AgentMemoryError | undefined };

/** The conversation continues somewhere else, in one commit with what follows there [MSG-5]. */
export interface HeadMoveEvent<Pad = unknown> {
  readonly type: 'head-move';
  /**
   * The entry that the drafts follow; `null`: the start. Absent: the head, or where they are known
   * to stand.
   */
  readonly after?: string | null | undefined;
  readonly drafts: readonly EntryDraft[];
  /** The state beside the conversation goes back as well [CKP-1]. */
  readonly past?: PastState<Pad> | undefined;
}

/** A state beside the conversation that stood earlier behind that very entry; what is absent is not gone back to. */
export type PastState<Pad> = Partial<
  Pick<SessionSnapshot<Pad>, 'overlays' | 'scratchpad' | 'scratchpadAtLength'>
>;

/**
 * The session continues from what its store holds now, other tabs having written to it [NS-2]. What this
 * page has and the store lacks is in it, in its place; so is what stands beside the conversation.
 */
export interface TakeOverEvent<Pad = unknown> {
  readonly type: 'take-over';
  /**
   * So many entries of this page, from the first in the order of appending, stay as they are. Absent: all,
   * and the conversation goes on from its head.
   */
  readonly kept?: number;
  /** All that stand behind them, in the order of appending. */
  readonly entries: readonly Entry[];
  /** The ids of those that other tabs have added. */
  readonly newIds: readonly string[];
  readonly headId: string | null;
  readonly history: readonly HistoryRecord[];
  /** The state beside the conversation; what is absent stays. */
  readonly beside: StandingBeside<Pad>;
  /** This page's changes that the store lacks, its entries apart; absent where there are none. */
  readonly change?: UntimedChange;
  /** The values that go to the store with the next commit. */
  readonly waiting?: UntimedChange;
}

/** The values beside the conversation that can change when a session continues from its store. */
export type StandingBeside<Pad> = Partial<
  Pick<
    SessionSnapshot<Pad>,
    | 'overlays'
    | 'compactions'
    | 'parts'
    | 'system'
    | 'scratchpad'
    | 'scratchpadAtLength'
    | 'ledger'
    | 'breaker'
    | 'overflow'
    | 'otherFigures'
  >
>;

export interface CompactionEndEvent {
  readonly type: 'compaction-end';
  readonly overlays: Overlays;
  readonly record: CompactionRecord;
}

export interface SettingsEvent {
  readonly type: 'settings-set';
  /** Only with a budget or another model is something else known of the provider. */
  readonly settings: Pick<SessionSettings, 'policy' | 'rules' | 'policyIndex'> &
    Partial<Pick<SessionSettings, 'budget' | 'model' | 'encoding'>>;
}

/** A context was asked for. */
export interface ContextEvent {
  readonly type: 'context-assemble';
  readonly plan: ContextPlan;
  /** The protected part alone is over budget, so that nothing is sent. */
  readonly isRefused: boolean;
  /** The very plan that was asked for last: the same call again. */
  readonly isRepeat: boolean;
  readonly model: string | undefined;
}

/** The ledger learned from a figure of the provider's [TOK-5]. */
export interface LedgerEvent {
  readonly type: 'ledger-set';
  readonly ledger: TokenLedger;
  /** Present where the figure was reported for the last call. */
  readonly reported?: Omit<UsageReported, 'kind' | 'index' | 'atMs' | 'call'>;
}
