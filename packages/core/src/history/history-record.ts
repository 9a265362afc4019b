import type { CompactionSchedule } from '../compaction/pacing/schedule.ts';
import type { LiveHosts, LivePlace } from '../live/live-placement.ts';
import type { CacheReport } from '../plan/cache-report.ts';
import type { Degradation, PlanLedger, TierTotal } from '../plan/context-plan.ts';
import type { Decision, Tier } from '../plan/decision.ts';
import type { PlanItem } from '../plan/plan-item.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import type { TokenSource } from '../tokens/token-counter.ts';
import type { OverlaysDelta } from '../view/overlays-delta.ts';

/** One thing that happened to a session and that its past contexts depend on [HIS-3]. Plain data. */
export type HistoryRecord =
  | CompactionHappened
  | HeadMoved
  | SettingsChanged
  | ContextAssembled
  | ContextRefused
  | UsageReported;

interface Happened {
  /** Place in the session's history, from 0, without gaps; the oldest may have been dropped. */
  readonly index: number;
  /** Milliseconds since 1970, from the session's clock. */
  readonly atMs: number;
}

/** The overlays changed; `compactionId` names the record that says what and why. */
export interface CompactionHappened extends Happened {
  readonly kind: 'compaction';
  readonly compactionId: string;
  /** The compaction that this one took back; absent in other records. */
  readonly undoes?: string;
  readonly delta: OverlaysDelta;
}

/** The conversation went on somewhere else [MSG-5]. */
export interface HeadMoved extends Happened {
  readonly kind: 'head-move';
  /** The entry that the conversation ended with after the move, before anything was appended there. */
  readonly headId: string | null;
  /** Absent where the overlays held for the new path too. */
  readonly delta?: OverlaysDelta;
}

/** Other settings hold from here on; those that make another epoch dropped the overlays [CMP-8]. */
export interface SettingsChanged extends Happened {
  readonly kind: 'settings';
  /** Names the settings from here on. */
  readonly settingsKey: string;
  readonly epoch: number;
  readonly inputTokens: number;
  readonly delta?: OverlaysDelta;
}

/** A context was assembled [HIS-2]. */
export interface ContextAssembled extends Happened {
  readonly kind: 'context';
  /** Number of the call, from 1, counted over the whole life of the session. */
  readonly call: number;
  /** The entry that the conversation ended with. */
  readonly headId: string | null;
  /** Entries on the path to it. */
  readonly entries: number;
  /** How often the overlays had changed since the session began. */
  readonly overlayVersion: number;
  readonly epoch: number;
  /** As they were known then. */
  readonly totalTokens: number;
  readonly tokenSource: TokenSource;
  readonly tiers: Readonly<Record<Tier, TierTotal>>;
  readonly schedule: CompactionSchedule;
  readonly ledger: PlanLedger;
  readonly cache?: CacheReport;
  readonly livePlacement: LivePlace;
  /** Where the format that was asked for may have live items; absent: `any`. */
  readonly liveHosts?: LiveHosts;
  /** The model named in the options. */
  readonly model?: string;
  /** Moves of the head since the session was opened, as the plan says them; absent where there was none. */
  readonly headMoves?: number;
  /** Parts that are absent are as the nearest earlier context says them; a whole one says all. */
  readonly changed: Partial<ContextSurroundings>;
}

/** A context was asked for that does not fit: nothing was sent, and it is no call [BUD-3]. */
export interface ContextRefused extends Happened {
  readonly kind: 'refused';
  /** The entry that the conversation ended with. */
  readonly headId: string | null;
  /** Entries on the path to it. */
  readonly entries: number;
  readonly epoch: number;
  /** Tokens of what would have been sent, as they were known then. */
  readonly totalTokens: number;
  readonly tokenSource: TokenSource;
  /** The limit that it did not fit. */
  readonly inputTokens: number;
}

/**
 * Everything that a context depends on beside the conversation and its overlays; it rarely changes
 * from call to call.
 */
export interface ContextSurroundings {
  readonly budget: TokenBudget;
  /** The system text; '' where there was none. */
  readonly system: string;
  /** The tool definitions as JSON; '' where there were none. */
  readonly tools: string;
  readonly live: LiveRecord;
  readonly degraded: readonly Degradation[];
}

/** The sections of the archive tier, and behind them the live tier, as they were sent. */
export interface LiveRecord {
  readonly items: readonly PlanItem[];
  readonly withheld: readonly Decision[];
}

/** The provider said what it read for a call [TOK-5]. */
export interface UsageReported extends Happened {
  readonly kind: 'usage';
  readonly call: number;
  readonly inputTokens: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
  /** The model that was named, and the time and cost of the call, where they were told. */
  readonly model?: string;
  readonly ms?: number;
  readonly cost?: number;
}
