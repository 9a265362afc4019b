import type { CompactionSchedule, ScheduleReason, TokenBudget } from '@agent-memory/core';
import { formatWhole } from './format.ts';

/** A schedule as a person reads it: `Waits: grown 1,240 of 3,900 tokens that pay for a compaction`. */
export interface ScheduleWords {
  readonly verdict: 'Waits' | 'Compacts before the next call';
  readonly because: string;
}

/** Says whether a compaction is due and why, with its figures. */
export function describeSchedule({ state, reason, numbers }: CompactionSchedule): ScheduleWords {
  const why = because(reason, (name) => figure(numbers[name]));
  return {
    verdict: state === 'act' ? 'Compacts before the next call' : 'Waits',
    because: reason === 'GROWTH_NOT_DUE' ? `${why}${besidesGrowth(numbers)}` : why,
  };
}

/** What else decides where growth does: the low watermark before it pays, the high one after. */
function besidesGrowth(numbers: CompactionSchedule['numbers']): string {
  const { viewTokens, grownTokens, dueTokens, highTokens } = numbers;
  if (viewTokens === undefined || grownTokens === undefined || dueTokens === undefined) return '';
  if (grownTokens >= dueTokens) {
    return '; under the low watermark there is nothing to gain yet';
  }
  if (highTokens === undefined || viewTokens - grownTokens + dueTokens <= highTokens) return '';
  return `; the high watermark comes first, ${formatWhole(viewTokens)} of ${formatWhole(highTokens)}`;
}

/** A figure that a memory does not give is not made up. */
function figure(value: number | undefined): string {
  return value === undefined ? 'an unknown number' : formatWhole(value);
}

function because(reason: ScheduleReason, tokens: (name: string) => string): string {
  switch (reason) {
    case 'OVER_INPUT_BUDGET':
      return `over the input budget, ${tokens('viewTokens')} of ${tokens('inputTokens')} tokens`;
    case 'OVER_HIGH_WATERMARK':
      return `over the high watermark, ${tokens('viewTokens')} of ${tokens('highTokens')} tokens`;
    case 'GROWTH_DUE':
      return `grown ${tokens('grownTokens')} tokens, and ${tokens('dueTokens')} pay for a compaction`;
    case 'LIVE_NEEDS_ROOM':
      return `live state needs room beside ${tokens('viewTokens')} of ${tokens('inputTokens')} tokens`;
    case 'TOOL_LIMIT':
      return 'a tool result is over the limit of its tool';
    case 'POLICY_ASKED':
      return 'the eviction policy asks for it';
    case 'CALLER_ASKED':
      return 'the app’s own shouldCompact asks for it';
    case 'GROWTH_NOT_DUE':
      return `grown ${tokens('grownTokens')} of ${tokens('dueTokens')} tokens that pay for a compaction`;
    case 'UNDER_HIGH_WATERMARK':
      return `under the high watermark, ${tokens('viewTokens')} of ${tokens('highTokens')} tokens`;
    case 'CALLER_WAITS':
      return `the app’s own shouldCompact says no, and ${tokens('viewTokens')} of ${tokens('inputTokens')} tokens fit`;
    case 'GAIN_TOO_SMALL':
      return `the last compaction freed too little, and the context grew only ${tokens('grownTokens')} tokens since`;
    case 'HELD_AFTER_UNDO':
      return `a compaction was undone, so the next one comes at the input budget, ${tokens('viewTokens')} of ${tokens('inputTokens')} tokens`;
    default:
      return neverReason(reason);
  }
}

/** The same reason in two or three words, for the line of a compaction. */
export function reasonWords(reason: ScheduleReason): string {
  switch (reason) {
    case 'OVER_INPUT_BUDGET':
      return 'over budget';
    case 'OVER_HIGH_WATERMARK':
      return 'over high watermark';
    case 'GROWTH_DUE':
      return 'growth due';
    case 'LIVE_NEEDS_ROOM':
      return 'live state needs room';
    case 'TOOL_LIMIT':
      return 'tool limit';
    case 'POLICY_ASKED':
      return 'policy asked';
    case 'CALLER_ASKED':
      return 'app asked';
    case 'GROWTH_NOT_DUE':
      return 'growth not due';
    case 'UNDER_HIGH_WATERMARK':
      return 'under high watermark';
    case 'CALLER_WAITS':
      return 'app waits';
    case 'GAIN_TOO_SMALL':
      return 'gain too small';
    case 'HELD_AFTER_UNDO':
      return 'held after undo';
    default:
      return neverReason(reason);
  }
}

function neverReason(reason: never): never {
  throw new TypeError(`A schedule of unknown reason: ${String(reason)}`);
}

/**
 * Tokens at which the next compaction is due if the context goes on growing, live state apart;
 * `undefined` while one is due already or the figures do not tell.
 */
export function dueAtTokens(
  { state, reason, numbers }: CompactionSchedule,
  budget: Pick<TokenBudget, 'lowTokens' | 'highTokens' | 'inputTokens'>,
): number | undefined {
  if (state === 'act') return undefined;
  if (reason === 'UNDER_HIGH_WATERMARK') return budget.highTokens;
  if (reason === 'CALLER_WAITS' || reason === 'HELD_AFTER_UNDO') return budget.inputTokens;
  const { viewTokens, grownTokens, dueTokens } = numbers;
  if (viewTokens === undefined || grownTokens === undefined || dueTokens === undefined) {
    return undefined;
  }
  // Up to the low watermark a compaction would free nothing.
  const grownEnoughTokens = Math.max(budget.lowTokens, viewTokens - grownTokens + dueTokens);
  return Math.min(budget.highTokens, Math.max(viewTokens, grownEnoughTokens));
}
