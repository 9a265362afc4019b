import type { TokenSource } from '../tokens/token-counter.ts';
import type { Tier } from './context-plan.ts';

/** What became of an item. */
export type Fate =
  | 'sent'
  | 'trimmed'
  | 'summarised'
  | 'evicted'
  | 'not-selected'
  | 'deduplicated'
  | 'pinned'
  | 'expired';

/** Why. Stable codes: tools and tests may rely on them; a code is never reused for another meaning. */
export type RuleCode =
  /** System text and system messages always stay. */
  | 'SYSTEM_PROTECTED'
  /** Tool definitions are counted because the model receives them. */
  | 'TOOLS_COUNTED'
  /** The first user message always stays. */
  | 'ANCHOR_PROTECTED'
  /** The first user message is sent as an excerpt: it alone is over its share of the budget. */
  | 'ANCHOR_OVER_SHARE'
  /** The user message being answered always stays. */
  | 'CURRENT_USER_PROTECTED'
  /** The newest unit always stays. */
  | 'NEWEST_UNIT_PROTECTED'
  /** Sent whole, because there is room. */
  | 'FITS'
  /** A tool result over its limit is sent as its start and end. */
  | 'TOOL_RESULT_OVER_LIMIT'
  /** A message that a stage of a compaction held to a limit is sent as its start and end. */
  | 'TEXT_OVER_LIMIT'
  /** A call with arguments over their limit is sent with its long texts cut to start and end. */
  | 'CALL_ARGUMENTS_OVER_LIMIT'
  /** A newer result of the same call exists; a marker stands here. */
  | 'RESULT_SUPERSEDED'
  /** A newer result of the same tool exists, and only the latest one is wanted. */
  | 'RESULT_NOT_LATEST'
  /** The result was of use once and has been used. */
  | 'RESULT_USED_UP'
  /** Belongs to another branch of the conversation: the head was moved, and it is not on the way to it. */
  | 'OTHER_BRANCH'
  /** Left the view when a compaction made room; oldest first unless a policy chose otherwise. */
  | 'TIER_OVER_BUDGET_OLDEST_FIRST'
  /** A call without a recorded result gets a placeholder: providers refuse a call without one. */
  | 'MISSING_RESULT_FILLED'
  /** A result that came late, twice or from nowhere is sent as text: providers refuse it as a result. */
  | 'STRAY_RESULT_AS_TEXT'
  /** Stands for the ranges that left the view. */
  | 'STANDS_FOR_RANGES'
  /** The scratchpad is rendered anew for each call. */
  | 'LIVE_STATE'
  /** The scratchpad is sent as it was when the run began. */
  | 'LIVE_STATE_OF_RUN'
  /** Live state gave way because what is protected needs the room. */
  | 'LIVE_NO_ROOM';

/**
 * Why one item is where it is. Data only: `describeDecision` makes the sentence.
 */
export interface Decision {
  readonly itemId: string;
  readonly tier: Tier;
  readonly fate: Fate;
  readonly rule: RuleCode;
  /** Tokens of the original and of what is sent for it. */
  readonly tokens: { readonly raw: number; readonly sent: number; readonly source: TokenSource };
  /** The figures behind the rule, by name; names end in their unit. */
  readonly numbers: Readonly<Record<string, number>>;
  /** What displaced it or stands for it: the condensed text's id, or the superseding entry's id. */
  readonly by?: readonly string[];
}
