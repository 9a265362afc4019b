import type { LiveRules } from '../live/live-section.ts';
import type { TokenSource } from '../tokens/token-counter.ts';

/** A part of the context that is sent, in send order [TIER-1 to TIER-4]. */
export type SentTier = 'system' | 'archive' | 'working' | 'live';
/** A part of the window: a tier that is sent, or `headroom`, which is reserved and not filled. */
export type Tier = SentTier | 'headroom';

/** The fate of an item. */
export type Fate =
  | 'sent'
  | 'trimmed'
  | 'summarised'
  | 'evicted'
  | 'not-selected'
  | 'deduplicated'
  | 'pinned'
  | 'expired';

/**
 * Why. Stable codes: tools and tests may rely on them; a code is never reused for another meaning. A
 * package of its own adds codes by declaration, with a sentence in each decision:
 *
 * ```ts
 * declare module '@agent-memory/core' {
 *   interface RuleCodes {
 *     readonly RETRIEVED_BY_LIKENESS: true;
 *   }
 * }
 * ```
 */
export interface RuleCodes extends LiveRules {
  /** System text and system messages always stay. */
  readonly SYSTEM_PROTECTED: true;
  /** Tool definitions are counted because the model receives them. */
  readonly TOOLS_COUNTED: true;
  /** The first user message always stays. */
  readonly ANCHOR_PROTECTED: true;
  /** The first user message is sent as an excerpt: it alone is over its share of the budget. */
  readonly ANCHOR_OVER_SHARE: true;
  /** The user message being answered always stays. */
  readonly CURRENT_USER_PROTECTED: true;
  /** The newest unit always stays. */
  readonly NEWEST_UNIT_PROTECTED: true;
  /** Sent whole, because there is room. */
  readonly FITS: true;
  /** A tool result over the limit for all tools is sent as its start and end. */
  readonly TOOL_RESULT_OVER_LIMIT: true;
  /** A tool result over the limit that a hint gives its tool is sent as its start and end. */
  readonly TOOL_RESULT_OVER_HINT: true;
  /** A tool result in one of the newest units crowds out the rest, and is sent as its start and end. */
  readonly TOOL_RESULT_CROWDS_OUT: true;
  /** A call with arguments over their limit is sent with its long texts cut to start and end. */
  readonly CALL_ARGUMENTS_OVER_LIMIT: true;
  /** A newer result of the same call exists; a marker stands here. */
  readonly RESULT_SUPERSEDED: true;
  /** A newer result of the same tool exists, and only the latest one is wanted. */
  readonly RESULT_NOT_LATEST: true;
  /** The result was of use once and has been used. */
  readonly RESULT_USED_UP: true;
  /** Belongs to another branch of the conversation: the head was moved, and it is not on the way to it. */
  readonly OTHER_BRANCH: true;
  /** Left oldest first when a compaction made room. */
  readonly TIER_OVER_BUDGET_OLDEST_FIRST: true;
  /** Left because it stood before the newest messages that a sliding window keeps. */
  readonly OUTSIDE_WINDOW: true;
  /** Left because it stood between the first and the newest messages that are kept. */
  readonly BETWEEN_HEAD_AND_TAIL: true;
  /** Left when a compaction made room, because the agent's own notes speak of it. */
  readonly COVERED_BY_NOTES: true;
  /** Left because the eviction policy chose it and gave no reason of its own. */
  readonly POLICY_CHOSE: true;
  /** Left or shortened in a compaction that kept no reason. */
  readonly REASON_NOT_RECORDED: true;
  /** The context as a whole does not fit, and nothing of it was sent. */
  readonly CONTEXT_REFUSED: true;
  /** A call without a recorded result gets a placeholder: providers refuse a call without one. */
  readonly MISSING_RESULT_FILLED: true;
  /** A result that came late, twice or from nowhere is sent as text: providers refuse it as a result. */
  readonly STRAY_RESULT_AS_TEXT: true;
  /** Stands for the ranges that left the view. */
  readonly STANDS_FOR_RANGES: true;
}

/** Why one item is where it is: one of the codes of `RuleCodes`. */
export type RuleCode = keyof RuleCodes;

/** A setting that, changed so far, keeps an item; where a decision has several, all of them together. */
export interface Remedy {
  /**
   * `inputBudget`: the tokens of the input budget. `policy.messages`: the newest messages that the
   * policy of this name keeps. `toolHints.maxTokens`: the limit of the tool of this name.
   */
  readonly option: 'inputBudget' | 'policy.messages' | 'toolHints.maxTokens';
  /** The policy or the tool. */
  readonly of?: string;
  readonly atLeast: number;
}

/**
 * Why one item is where it is. Data only: `@agent-memory/explain` makes the sentence.
 */
export interface Decision {
  readonly itemId: string;
  readonly tier: Tier;
  readonly fate: Fate;
  readonly rule: RuleCode;
  /** Tokens of the original and of what is sent for it. */
  readonly tokens: { readonly raw: number; readonly sent: number; readonly source: TokenSource };
  /** The policy or the stage that decided, by its name. */
  readonly decidedBy?: string;
  /** The figures behind the rule, by name; names end in their unit. */
  readonly numbers: Readonly<Record<string, number>>;
  /**
   * The ids of the items that displaced it or stand for it: the condensed text, or the superseding
   * entry.
   */
  readonly by?: readonly string[];
  /** The reason in words, where the rule is not one of this library's own. */
  readonly sentence?: string;
  /** A step that would change it, likewise in words. */
  readonly remedy?: string;
  /** The settings with which it would be sent whole [HIS-4], as `remedies` of the memory found them. */
  readonly remedies?: readonly Remedy[];
  /**
   * The parts of a live section, those that it left out included: retrieved records, for instance.
   * Their tokens are within those of the section.
   */
  readonly parts?: readonly Decision[];
}
