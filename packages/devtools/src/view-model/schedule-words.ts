import type { CompactionSchedule, TokenBudget } from '@agent-memory/core';
import { knownWords, wordsOfCode } from './code-words.ts';

/** The answer of a schedule; core's `describeSchedule` gives the reason behind it. */
export function verdictOf({ state }: CompactionSchedule): string {
  return state === 'act' ? 'Compacts before the next call' : 'Waits';
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
  if (reason === 'LITTLE_ROOM_LEFT') return numbers.markTokens;
  if (reason === 'CALLER_WAITS' || reason === 'HELD_AFTER_UNDO') return budget.inputTokens;
  const { viewTokens, grownTokens, dueTokens } = numbers;
  if (viewTokens === undefined || grownTokens === undefined || dueTokens === undefined) {
    return undefined;
  }
  // Up to the low watermark a compaction would free nothing.
  const grownEnoughTokens = Math.max(budget.lowTokens, viewTokens - grownTokens + dueTokens);
  return Math.min(budget.highTokens, Math.max(viewTokens, grownEnoughTokens));
}
