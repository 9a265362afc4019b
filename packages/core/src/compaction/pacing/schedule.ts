import type { TokenBudget } from '../../tokens/budget/token-budget.ts';

/** Why a compaction is due, or why it is not. Stable codes. */
export type ScheduleReason =
  // act
  /** The context is over the input budget. */
  | 'OVER_INPUT_BUDGET'
  /** The view passed the high watermark. */
  | 'OVER_HIGH_WATERMARK'
  /** The view has grown so far that sending it on costs more than compacting it. */
  | 'GROWTH_DUE'
  /** Live state would have to yield to messages that can leave. */
  | 'LIVE_NEEDS_ROOM'
  /** A tool result is over the limit of its tool. */
  | 'TOOL_LIMIT'
  /** The eviction policy asks for it. */
  | 'POLICY_ASKED'
  // wait
  /** The view is no larger than a compaction aims at: it would free nothing. */
  | 'UNDER_LOW_WATERMARK'
  /** The view has not grown since the last compaction, or is no more than what stays whatever happens. */
  | 'NOT_GROWN'
  /** The view has grown less than pays for a compaction, and there is room. */
  | 'GROWTH_NOT_DUE'
  /** The view is under the high watermark. */
  | 'UNDER_HIGH_WATERMARK'
  /**
   * The last compaction came to lie close below the high watermark; another one waits until most of the
   * room that it left is used.
   */
  | 'LITTLE_ROOM_LEFT'
  /** The last compaction freed too little; another one waits until the view has grown. */
  | 'GAIN_TOO_SMALL'
  /** A compaction was undone; the next one waits until the input budget is reached. */
  | 'HELD_AFTER_UNDO';

/** The schedule's answer: compact before sending or wait, why, and the figures behind it. */
export interface CompactionSchedule {
  readonly state: 'act' | 'wait';
  readonly reason: ScheduleReason;
  /**
   * By name; names end in their unit. `progressShare`, where it waits to grow, is how far it has
   * come to the next compaction, 1 being there.
   */
  readonly numbers: Readonly<Record<string, number>>;
}

/** The figures from which a schedule is decided; in tokens unless said otherwise. */
export interface CompactionStats {
  readonly budget: TokenBudget;
  /** Everything that would be sent, live state apart. */
  readonly viewTokens: number;
  /**
   * Tokens that the live tier would take if nothing of it had to yield; no section more than its
   * share.
   */
  readonly liveTokens: number;
  /** System text, tools, anchor: what is sent on every call whatever happens. */
  readonly headTokens: number;
  /** Summary and values. */
  readonly derivedTokens: number;
  /** Calls of the model since the last compaction, this one included. */
  readonly calls: number;
  /** The price of a summary, in input tokens; 0 where no model is asked. */
  readonly summariserTokens: number;
  /** The last compaction under today's settings. */
  readonly last: LastCompaction | undefined;
  readonly policyIsDue: boolean;
  readonly hasOverLimitResult: boolean;
}

/** The figures of the compaction before that a schedule needs. */
export interface LastCompaction {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly isUndo: boolean;
}

/** `cost` weighs the price of a compaction; `watermarks` looks at the high watermark alone. */
export type PacingRule = 'cost' | 'watermarks';

/**
 * A compaction that frees less than this share of the view was of no use: the next one waits, and the
 * summariser that was asked for it has failed.
 */
export const LEAST_GAIN = 0.1;

/**
 * After a compaction that could not get under the watermark, because much of the context is
 * protected, the view has to grow by this share of the input budget before another one.
 */
const LEAST_GROWTH = 0.1;

/**
 * Where a compaction could not get far below the high watermark, because much of the context is
 * protected, this part of the room that it left up to the input budget is used before another one:
 * otherwise the next messages would pass the mark again. Watermarks that the caller names stay where they are.
 */
const LEAST_USED_ROOM = 0.75;

/**
 * However low the watermark, originals and what stands for the rest keep about this share of what
 * system text and anchor leave.
 */
const LEAST_KEPT_SHARE = 0.25;

/** Tokens of an unchanged prefix cost a tenth at the providers that cache prompts. */
const CACHED_PRICE = 0.1;

/**
 * The rule of cost prices tokens, not what is forgotten: each early compaction lets originals go that
 * had room. So it acts early only where the room is this many times the growth that pays; up to
 * there, waiting for the watermark costs at most two thirds more of what growth and compactions cost
 * (the sum of both at three times the best growth is ½·(3 + ⅓) of its least). Chosen on the `replay`
 * benchmark.
 */
const ROOM_PER_GROWTH = 3;

/** Decides [BUD-2]. Pure. */
export function scheduleOf(stats: CompactionStats, rule: PacingRule): CompactionSchedule {
  const { viewTokens, last } = stats;
  const { inputTokens } = stats.budget;
  if (viewTokens > inputTokens) return act('OVER_INPUT_BUDGET', { viewTokens, inputTokens });
  if (last?.isUndo) return wait('HELD_AFTER_UNDO', { viewTokens, inputTokens });
  const schedule = byRule(stats, rule);
  const holdsTool = schedule.state === 'wait' && stats.hasOverLimitResult;
  return holdsTool ? act('TOOL_LIMIT', { viewTokens }) : schedule;
}

function byRule(stats: CompactionStats, rule: PacingRule): CompactionSchedule {
  const { viewTokens, last, budget } = stats;
  const { inputTokens, highTokens, lowTokens } = budget;
  const grownTokens = grownSince(stats);
  const dueTokens = rule === 'cost' ? growthDueOf(stats, grownTokens) : undefined;
  const due = dueAt(stats, rule, { grownTokens, dueTokens });
  if (due) {
    const hasGrown = !last || grownTokens >= LEAST_GROWTH * inputTokens;
    // A policy that asks reckons with its own cost.
    const isAsked = due.reason === 'POLICY_ASKED';
    if (isAsked || hasGrown || isWorthwhile(last)) return due;
    const freedTokens = last.tokensBefore - last.tokensAfter;
    const neededTokens = Math.ceil(LEAST_GROWTH * inputTokens);
    return wait('GAIN_TOO_SMALL', { viewTokens, grownTokens, neededTokens, freedTokens });
  }
  if (needsRoomForLive(stats)) {
    const { liveTokens } = stats;
    return act('LIVE_NEEDS_ROOM', { viewTokens, inputTokens, liveTokens });
  }
  const markTokens = markOf(stats, rule);
  const fullShare = viewTokens / markTokens;
  if (dueTokens === undefined && last && markTokens > highTokens) {
    const figures = { viewTokens, highTokens, markTokens, leftTokens: last.tokensAfter };
    return wait('LITTLE_ROOM_LEFT', { ...figures, progressShare: fullShare });
  }
  if (dueTokens === undefined) {
    return wait('UNDER_HIGH_WATERMARK', { viewTokens, highTokens, progressShare: fullShare });
  }
  const growthShare = Math.min(grownTokens / Math.max(1, dueTokens), viewTokens / (lowTokens + 1));
  const progressShare = Math.max(fullShare, growthShare);
  const numbers = { viewTokens, highTokens, grownTokens, dueTokens, progressShare };
  if (viewTokens <= lowTokens) return wait('UNDER_LOW_WATERMARK', { ...numbers, lowTokens });
  if (grownTokens > 0) return wait('GROWTH_NOT_DUE', numbers);
  const least = last ? { leftTokens: last.tokensAfter } : { headTokens: stats.headTokens };
  return wait('NOT_GROWN', { ...numbers, ...least });
}

function dueAt(
  stats: CompactionStats,
  rule: PacingRule,
  growth: { readonly grownTokens: number; readonly dueTokens: number | undefined },
): CompactionSchedule | undefined {
  const { viewTokens, policyIsDue } = stats;
  const { grownTokens, dueTokens } = growth;
  const { highTokens, lowTokens } = stats.budget;
  if (viewTokens > markOf(stats, rule))
    return act('OVER_HIGH_WATERMARK', { viewTokens, highTokens });
  if (policyIsDue) return act('POLICY_ASKED', { viewTokens });
  // A compaction aims at the low watermark: up to there it would free nothing.
  if (dueTokens === undefined || grownTokens === 0 || viewTokens <= lowTokens) return undefined;
  return grownTokens >= dueTokens ? act('GROWTH_DUE', { grownTokens, dueTokens }) : undefined;
}

/** The high watermark, or above it where the last compaction came to lie too close below it. */
function markOf({ budget, last }: CompactionStats, rule: PacingRule): number {
  const { inputTokens, highTokens, lowTokens } = budget;
  if (rule !== 'cost' || !last || last.tokensAfter <= lowTokens) return highTokens;
  const leastTokens = last.tokensAfter + LEAST_USED_ROOM * (inputTokens - last.tokensAfter);
  return Math.max(highTokens, Math.min(inputTokens, Math.floor(leastTokens)));
}

/** Growth since the last compaction; without one, since the size that a compaction would aim at. */
function grownSince({ viewTokens, last, headTokens, budget }: CompactionStats): number {
  const sinceTokens = last?.tokensAfter ?? Math.max(headTokens, budget.lowTokens);
  return Math.max(0, viewTokens - sinceTokens);
}

/** Tells whether the last compaction freed enough for another one to be worth its price. */
function isWorthwhile(last: LastCompaction): boolean {
  return last.tokensBefore - last.tokensAfter >= LEAST_GAIN * last.tokensBefore;
}

function needsRoomForLive({ budget, viewTokens, liveTokens, last }: CompactionStats): boolean {
  const { inputTokens } = budget;
  if (viewTokens + liveTokens <= inputTokens) return false;
  return !last || last.tokensAfter + liveTokens <= inputTokens;
}

/** The growth that pays for a compaction; `undefined` where the watermark is about as near. */
function growthDueOf(stats: CompactionStats, grownTokens: number): number | undefined {
  const { budget, viewTokens, derivedTokens, headTokens, calls, summariserTokens, last } = stats;
  const leastTokens = LEAST_KEPT_SHARE * Math.max(0, budget.inputTokens - headTokens);
  // Calls count from the last compaction or from the start, and so does what they added.
  const sinceTokens = last?.tokensAfter ?? headTokens;
  const dueTokens = Math.round(
    growthDue({
      newTokensPerCall: Math.max(0, viewTokens - sinceTokens) / Math.max(1, calls),
      rereadTokens: Math.max(budget.lowTokens - headTokens, derivedTokens, leastTokens),
      summariserTokens,
    }),
  );
  const roomTokens = budget.highTokens - (viewTokens - grownTokens);
  return ROOM_PER_GROWTH * dueTokens <= roomTokens ? dueTokens : undefined;
}

/**
 * The growth after which compacting is cheaper than carrying on: Δ = √(2·n·(0.9·R + K) / 0.1).
 * Carrying Δ more tokens costs a tenth of them on every call; a compaction costs nine tenths of
 * the R tokens behind its first change once more, and K for the summary. With n new tokens a call
 * the sum of both is least at Δ (the square-root rule of economic order quantities, Harris 1913).
 */
export function growthDue(input: {
  readonly newTokensPerCall: number;
  /** Kept originals, summary and values: what has to be read again at full price. */
  readonly rereadTokens: number;
  readonly summariserTokens: number;
}): number {
  const price = (1 - CACHED_PRICE) * input.rereadTokens + input.summariserTokens;
  return Math.sqrt((2 * input.newTokensPerCall * price) / CACHED_PRICE);
}

function act(reason: ScheduleReason, numbers: CompactionSchedule['numbers']): CompactionSchedule {
  return { state: 'act', reason, numbers };
}

function wait(reason: ScheduleReason, numbers: CompactionSchedule['numbers']): CompactionSchedule {
  return { state: 'wait', reason, numbers };
}
