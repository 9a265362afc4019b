import type { BreakerState, CompactionSchedule, TokenBudget } from '@agent-memory/core';
import type { PlanFacts } from '../source/plan-facts.ts';
import { knownWords, wordsOfCode } from './code-words.ts';
import { formatCount } from './format.ts';

/** As much of a plan as the outlook is told from. */
type Outlook = Pick<PlanFacts, 'schedule' | 'budget' | 'items'>;

/** `Next compaction at 8,000 tokens, about 9 messages away.`, as far as the figures tell. */
export function nextCompactionWords(plan: Outlook, breaker?: BreakerState): string {
  const { schedule, budget } = plan;
  const model = withoutModel(breaker);
  if (schedule.state === 'act') return `The next call compacts first.${model}`;
  if (schedule.reason === 'CALLER_WAITS') {
    return `The app holds compactions back; over ${formatCount(budget.inputTokens, 'token')} one comes all the same.${model}`;
  }
  const dueTokens = dueAtTokens(schedule, budget);
  if (dueTokens === undefined) return 'The next call compacts nothing.';
  return `Next compaction at ${formatCount(dueTokens, 'token')}${distanceWords(plan, dueTokens)}.${model}`;
}

/** The outlook as it was at a call of the past, of which nothing is to come any more. */
export function nextCompactionThenWords(plan: Outlook): string {
  const { schedule, budget } = plan;
  if (schedule.state === 'act') return 'At this call the next one was to compact first.';
  if (schedule.reason === 'CALLER_WAITS') {
    return `At this call the app held compactions back, up to ${formatCount(budget.inputTokens, 'token')}.`;
  }
  const dueTokens = dueAtTokens(schedule, budget);
  if (dueTokens === undefined) return 'At this call no compaction was in sight.';
  return `At this call the next compaction was due at ${formatCount(dueTokens, 'token')}${distanceWords(plan, dueTokens)}.`;
}

function distanceWords(plan: Outlook, dueTokens: number): string {
  const away = messagesUntil(plan, dueTokens);
  return away === undefined ? '' : `, about ${formatCount(away, 'message')} away`;
}

/** While the breaker is open a compaction goes on without a model. */
function withoutModel(breaker: BreakerState | undefined): string {
  if (breaker?.status !== 'open') return '';
  return ` No model is asked: the summariser has failed ${timesWords(breaker.failures)}.`;
}

function timesWords(failures: number): string {
  return failures === 1 ? 'once' : `${formatCount(failures, 'time')} in a row`;
}

/** Enough to even out short questions and long answers; older ones say little of what comes. */
const RECENT_MESSAGES = 12;

/** Messages of the recent length that still fit; `undefined` where that is not known. */
function messagesUntil({ schedule, items }: Outlook, dueTokens: number): number | undefined {
  const { viewTokens } = schedule.numbers;
  if (viewTokens === undefined || viewTokens > dueTokens) return undefined;
  const recent = items
    .filter(({ kind, tier }) => kind === 'entry' && tier === 'working')
    .slice(-RECENT_MESSAGES);
  const recentTokens = recent.reduce((all, { decision }) => all + decision.tokens.sent, 0);
  if (recent.length < 2 || recentTokens === 0) return undefined;
  return Math.max(1, Math.ceil(((dueTokens - viewTokens) * recent.length) / recentTokens));
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  OVER_INPUT_BUDGET: 'would not have fit',
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
