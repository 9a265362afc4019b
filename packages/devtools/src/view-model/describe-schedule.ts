import type { CompactionSchedule, ScheduleReason, TokenBudget } from '@agent-memory/core';
import { knownWords, wordsOfCode } from './code-words.ts';
import { type NamedFigure, namedFigures } from './decision-numbers.ts';
import { formatWhole } from './format.ts';

/** A schedule as a person reads it: `Waits: grown 1,240 of 3,900 tokens that pay for a compaction`. */
export interface ScheduleWords {
  readonly verdict: 'Waits' | 'Compacts before the next call';
  readonly because: string;
}

/** Says whether a compaction is due and why, with its figures. */
export function describeSchedule({ state, reason, numbers }: CompactionSchedule): ScheduleWords {
  const why = because(reason, numbers);
  return {
    verdict: state === 'act' ? 'Compacts before the next call' : 'Waits',
    because: reason === 'GROWTH_NOT_DUE' ? `${why}${besidesGrowth(numbers)}` : why,
  };
}

/** Growth is not alone in deciding: before it pays the low watermark does, after it the high one. */
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

function because(reason: ScheduleReason, numbers: CompactionSchedule['numbers']): string {
  const tokens = (name: string) => figure(numbers[name]);
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
      return [wordsOfCode(reason), ...namedFigures(numbers).map(figureWords)].join(', ');
  }
}

function figureWords({ name, value }: NamedFigure): string {
  return `${name} ${value}`;
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  OVER_INPUT_BUDGET: 'over budget',
  CALLER_ASKED: 'app asked',
  CALLER_WAITS: 'app waits',
};

/** The same reason in two or three words, for the line of a compaction. */
export function reasonWords(reason: string): string {
  return knownWords(REASON_WORDS, reason) ?? wordsOfCode(reason);
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
