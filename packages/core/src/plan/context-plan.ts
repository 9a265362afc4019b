import type { TokenBudget } from '../budget/token-budget.ts';
import type { Message } from '../message/message.ts';
import type { CompactionSchedule } from '../pacing/schedule.ts';
import type { TokenSource } from '../tokens/token-counter.ts';
import type { CacheReport } from './cache-report.ts';
import type { Decision } from './decision.ts';

/** The tiers that are sent, in send order. */
export const SENT_TIERS = ['system', 'archive', 'working', 'live'] as const;
/** A part of the context that is sent [TIER-1 to TIER-4]. */
export type SentTier = (typeof SENT_TIERS)[number];
/** A part of the window: a tier that is sent, or `headroom`, which is reserved and not filled. */
export type Tier = SentTier | 'headroom';

/** What an item of the context is made from. */
export type PlanItemKind =
  /** The system text given in the options. */
  | 'system'
  /** Tool definitions; counted, sent beside the messages. */
  | 'tools'
  /** An original message, whole or shortened. */
  | 'entry'
  /** What stands for the ranges that left the view. */
  | 'condensed'
  /** A message that mends the grammar of the view: a placeholder result, or a stray result as text. */
  | 'repair'
  /** The scratchpad, rendered. */
  | 'scratchpad';

/** One thing that is sent, with the reason for it. */
export interface PlanItem {
  /** The entry's id, or `system`, `tools`, `scratchpad`, or the condensed text's id. */
  readonly id: string;
  readonly kind: PlanItemKind;
  readonly tier: SentTier;
  /** The original entry, for items of kind `entry` and `repair`. */
  readonly seq?: number;
  /** What is sent. For an untouched entry this is the original message itself, not a copy. */
  readonly message: Message;
  readonly decision: Decision;
}

/** One range of entries that is not sent, with the reason for it. */
export interface PlanRange {
  readonly fromSeq: number;
  /** Exclusive. */
  readonly toSeq: number;
  readonly decision: Decision;
}

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
  /** Live items that had to give way, with the reason. */
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
  /** What did not work as wished while this plan was made; empty when all is well. */
  readonly degraded: readonly Degradation[];
}

/** Where live items travel: inside this item's message, or as a message of their own at the end. */
export type LivePlace =
  | ({ readonly kind: 'inside'; readonly itemId: string } & LiveCost)
  | ({ readonly kind: 'message' } & LiveCost)
  | { readonly kind: 'none' };

/** What a place costs under prefix caching. */
export interface LiveCost {
  /**
   * Tokens from where live text begins to the end of the context, itself included: so many cannot
   * come from a cache on a call for which live text has changed. Absent in plans of older versions.
   */
  readonly rewrittenTokens?: number;
}

/** What the provider's reports say about the plan's figures [TOK-5]. */
export interface PlanLedger {
  /** What one token of ours is at the provider; 1 until it has reported. */
  readonly factor: number;
  /** What the server adds on its own, in the provider's tokens. */
  readonly reservedTokens: number;
  /** What the provider will report for this context. */
  readonly predictedTokens: number;
  /** What it reported for the last call. */
  readonly reportedTokens?: number;
}

/**
 * The explained context: what would be sent now and why [BUD-5]. A pure value; same input, same
 * plan. It costs what the context costs: one record per sent item and one per range that left.
 */
export interface ContextPlan extends BarePlan {
  /** Whether it is to be compacted before it is sent, and why. */
  readonly schedule: CompactionSchedule;
  readonly ledger: PlanLedger;
  /**
   * What a provider that caches prefixes can read again from the context assembled before this one,
   * and what not [OBS-2]. Absent in a plan that was not assembled.
   */
  readonly cache?: CacheReport;
}

/** An expected trouble that was survived: what happened and what it means for the user. */
export interface Degradation {
  readonly code:
    | 'STORE_UNAVAILABLE'
    | 'STORE_WRITE_FAILED'
    | 'SUMMARIZER_FAILED'
    | 'SCRATCHPAD_OUTDATED'
    | 'TOKENIZER_UNAVAILABLE'
    | 'COUNTER_FAILED'
    | 'BUDGET_STEPPED_DOWN';
  readonly message: string;
}
