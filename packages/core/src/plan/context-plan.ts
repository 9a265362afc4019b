import type { CompactionSchedule } from '../compaction/pacing/schedule.ts';
import type { LiveHosts, LivePlace } from '../live/live-placement.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import type { TokenSource } from '../tokens/token-counter.ts';
import type { CacheReport } from './cache-report.ts';
import type { Decision, Tier } from './decision.ts';
import type { PlanItem, PlanRange } from './plan-item.ts';

/** How many items a tier holds, and their tokens as sent. */
export interface TierTotal {
  readonly tokens: number;
  readonly items: number;
}

/** The context array and the reason for every item, without what the session knows beside it. */
export interface BarePlan {
  readonly version: 1;
  readonly sessionId: string;
  /** Number of entries of the transcript that this plan speaks of. */
  readonly transcriptLength: number;
  readonly epoch: number;
  /** How often the head was moved until then since the session was opened; absent where it never was. */
  readonly headMoves?: number;
  readonly budget: TokenBudget;
  /** In send order. Live items travel where `livePlacement` says. */
  readonly items: readonly PlanItem[];
  readonly ranges: readonly PlanRange[];
  /** Sections of the live tier that are not sent, with the reason. */
  readonly withheld: readonly Decision[];
  /** Tokens of everything sent. */
  readonly totalTokens: number;
  /** `counted` when every item is; otherwise `estimated`. */
  readonly tokenSource: TokenSource;
  /** `headroom.tokens` is what the budget keeps free; what is merely unfilled is `freeTokens`. */
  readonly tiers: Readonly<Record<Tier, TierTotal>>;
  /** Input budget less what is sent; negative when over budget. */
  readonly freeTokens: number;
  readonly livePlacement: LivePlace;
  /** Where the format that this plan is for may have live items; absent: `any`. */
  readonly liveHosts?: LiveHosts;
  /**
   * Present in a plan that lacks messages which are stored and not read yet [STO-9]. No context of it is
   * sent: `assemble` waits for them.
   */
  readonly isPartial?: true;
  /** The things that did not work as wished while this plan was made; empty when all is well. */
  readonly degraded: readonly Degradation[];
}

/** The plan's figures as the provider's reports correct them [TOK-5]. */
export interface PlanLedger {
  /** The provider's tokens for one of ours; that of the model's family until it has reported. */
  readonly factor: number;
  /** The tokens that the server adds on its own, in the provider's count. */
  readonly reservedTokens: number;
  /** The tokens that the provider will report for this context. */
  readonly predictedTokens: number;
  /** The tokens that it reported for the last call. */
  readonly reportedTokens?: number;
  /**
   * The limit that refusals taught, in our tokens: contexts are kept to it. It rises as contexts near
   * it go through, and ends with `configure({ budget })` or another `model`. Absent while there is none.
   */
  readonly limitTokens?: number;
}

/**
 * The explained context: what would be sent now and why [BUD-5]. A pure value; same input, same
 * plan. It costs what the context costs: one record per sent item and one per range that left.
 */
export interface ContextPlan extends BarePlan {
  /** The schedule's answer: compact before sending or wait, and why. */
  readonly schedule: CompactionSchedule;
  readonly ledger: PlanLedger;
  /**
   * Present where the context was refused: it does not fit, and nothing of it was sent. Its figures are
   * those of what would have been. History has no such plan.
   */
  readonly isRefused?: true;
  /**
   * The part of the context assembled before this one that a provider with a prompt cache can read
   * again, and the part that it cannot [OBS-2]. Absent in a plan that was not assembled, and in one
   * that was assembled behind another before the code that compares could be fetched: no context
   * waits for it.
   */
  readonly cache?: CacheReport;
}

/** A section of the live tier that is not sent, or not whole [TIER-4]. */
type LiveLimit = 'LIVE_OVER_SHARE' | 'LIVE_NO_ROOM' | 'LIVE_SECTION_FAILED';

/** An expected trouble that was survived: what happened and what it means for the user. */
export interface Degradation {
  readonly code:
    | 'STORE_UNAVAILABLE'
    | 'STORE_WRITE_FAILED'
    | 'SESSION_CLEARED'
    | 'STORE_RESET'
    | 'STORED_STATE_DAMAGED'
    | 'STORED_AS_BRANCH'
    | 'STORE_NEWS_UNREAD'
    | 'OLDER_UNREAD'
    | 'SUMMARIZER_FAILED'
    | 'SPENDING_LIMIT_REACHED'
    | 'SCRATCHPAD_OUTDATED'
    | 'TOKENIZER_UNAVAILABLE'
    | 'COUNTER_FAILED'
    | 'BUDGET_STEPPED_DOWN'
    | 'ID_REPEATED'
    | 'EXCERPT_SENT'
    | 'FEATURE_FAILED'
    | LiveLimit;
  readonly message: string;
  /** Each thing that it is about, a sentence each, such as every damaged part; absent where `message` says all. */
  readonly details?: readonly string[];
}
