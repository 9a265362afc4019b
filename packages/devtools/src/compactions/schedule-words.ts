import type {
  BreakerState,
  CacheReport,
  CompactionSchedule,
  MemoryEventMap,
  TokenBudget,
  TokenLedger,
} from '@agent-memory/core';
import type { PlanFacts } from '../source/devtools-source.ts';
import {
  formatCount,
  formatMoment,
  formatNumber,
  formatWhole,
  titleOfCode,
  wordsFrom,
  wordsOfCode,
} from '../words/format.ts';

/** As much of a plan as the outlook is told from. */
type Outlook = Pick<PlanFacts, 'schedule' | 'budget' | 'items'>;

/** `Next compaction at 8,000 tokens, about 9 messages away.`, as far as the figures tell. */
export function nextCompactionWords(plan: Outlook, breaker?: BreakerState): string {
  const { schedule, budget } = plan;
  const model = withoutModel(breaker);
  if (schedule.state === 'act') return `The next call compacts first.${model}`;
  const dueTokens = dueAtTokens(schedule, budget);
  if (dueTokens === undefined) return 'The next call compacts nothing.';
  return `Next compaction at ${formatCount(dueTokens, 'token')}${distanceWords(plan, dueTokens)}${whyBefore(plan, dueTokens)}.${model}`;
}

/** Why it comes before the high watermark. */
function whyBefore({ budget }: Outlook, dueTokens: number): string {
  return dueTokens < budget.highTokens ? ': by then it pays for its cost' : '';
}

/** The outlook as it was at a call of the past, of which nothing is to come any more. */
export function nextCompactionThenWords(plan: Outlook): string {
  const { schedule, budget } = plan;
  if (schedule.state === 'act') return 'At this call the next one was to compact first.';
  const dueTokens = dueAtTokens(schedule, budget);
  if (dueTokens === undefined) return 'At this call no compaction was in sight.';
  return `At this call the next compaction was due at ${formatCount(dueTokens, 'token')}${distanceWords(plan, dueTokens)}.`;
}

function distanceWords(plan: Outlook, dueTokens: number): string {
  const away = messagesUntil(plan, dueTokens);
  return away === undefined ? '' : `, about ${formatCount(away, 'message')} away`;
}

/** While the breaker is open a compaction continues without a model. */
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

/** The same reason in two or three words, for the line of a compaction. */
export const reasonWords = wordsFrom({ OVER_INPUT_BUDGET: 'would not have fit' });

/**
 * Tokens at which the next compaction is due if the context continues growing, live state apart;
 * `undefined` while one is due already or the figures do not tell.
 */
export function dueAtTokens(
  { state, reason, numbers }: CompactionSchedule,
  budget: Pick<TokenBudget, 'lowTokens' | 'highTokens' | 'inputTokens'>,
): number | undefined {
  if (state === 'act') return undefined;
  if (reason === 'UNDER_HIGH_WATERMARK') return budget.highTokens;
  if (reason === 'LITTLE_ROOM_LEFT') return numbers.markTokens;
  if (reason === 'HELD_AFTER_UNDO') return budget.inputTokens;
  const { viewTokens, grownTokens, dueTokens } = numbers;
  if (viewTokens === undefined || grownTokens === undefined || dueTokens === undefined) {
    return undefined;
  }
  // Up to the low watermark a compaction would free nothing.
  const grownEnoughTokens = Math.max(budget.lowTokens, viewTokens - grownTokens + dueTokens);
  return Math.min(budget.highTokens, Math.max(viewTokens, grownEnoughTokens));
}

const GOES_ON = 'no model is asked; compaction continues without one';

/**
 * The breaker as a badge and a sentence: whether the summariser is asked, and from when on again. `tone`
 * says how much it matters; `nowMs` tells which day is today.
 */
export function describeBreaker(breaker: BreakerState, nowMs: number) {
  switch (breaker.status) {
    case 'closed':
      return breaker.failures === 0
        ? { badge: 'Closed', meaning: 'the summariser is asked when it is needed', tone: 'calm' }
        : {
            badge: `Closed, ${formatCount(breaker.failures, 'failure')}`,
            meaning: 'in a row; the summariser is still asked',
            tone: 'warning',
          };
    case 'open':
      return {
        badge: openBadge(breaker, nowMs),
        meaning: `${GOES_ON} (${formatCount(breaker.failures, 'failure')} in a row)`,
        tone: 'warning',
      };
    case 'half-open':
      return {
        badge: 'Half-open',
        meaning: `one trial is under way after ${formatCount(breaker.failures, 'failure')}`,
        tone: 'warning',
      };
    default:
      return unknownBreaker(breaker);
  }
}

/** Seconds only where there are not many of them. */
const SHORT_MS = 120_000;

function openBadge(
  { openedAtMs, retryAtMs }: BreakerState & { readonly status: 'open' },
  nowMs: number,
): string {
  if (retryAtMs === Number.POSITIVE_INFINITY) return 'Open for good';
  const moment = formatMoment(retryAtMs, nowMs);
  return `Open until ${retryAtMs - openedAtMs < SHORT_MS ? moment : moment.slice(0, -3)}`;
}

function unknownBreaker({ status }: { readonly status: string }) {
  return { badge: titleOfCode(status), meaning: 'newer than this panel', tone: 'warning' };
}

type SummaryState = MemoryEventMap['summary-update']['summary'];
type SummaryUses = NonNullable<SummaryState['uses']>;

/** The summariser's work: `idle`, `working`, `prepared for 14 messages`. */
export function summaryWords(summary: SummaryState): string {
  if (summary.status === 'working' && summary.progress) {
    return `working, ${summary.progress.done} of ${summary.progress.parts} parts done`;
  }
  if (summary.status !== 'prepared') return wordsOfCode(summary.status);
  return `prepared for ${formatCount(summary.coversEntries, 'message')}`;
}

/** Summaries that a model was asked for, used and not: `12 asked for, 11 used; 1 failed`. */
export function usesWords({ asked, used, unused }: SummaryUses): string {
  const reasons = [
    unused.failed > 0 && `${unused.failed} failed`,
    unused.overtaken > 0 && `${unused.overtaken} overtaken by a change or an undo`,
    unused['no-gain'] > 0 && `${unused['no-gain']} without gain`,
  ].filter(Boolean);
  const outcome = `${asked} asked for, ${used} used`;
  return reasons.length > 0 ? `${outcome}; ${reasons.join(', ')}` : outcome;
}

type CacheBreakCause = NonNullable<CacheReport['firstChange']>['cause'];

/** Says what of the context before stands at the start of this one, and what ended it. */
export function describeCache({ keptTokens, lostTokens, newTokens, firstChange }: CacheReport) {
  const all = Math.max(1, keptTokens + lostTokens + newTokens);
  /** One stretch of the context as a prompt cache sees it, with its share of all three. */
  const part = (name: 'kept' | 'lost' | 'new', tokens: number) => ({
    part: name,
    tokens,
    share: tokens / all,
  });
  const parts = [part('kept', keptTokens), part('lost', lostTokens), part('new', newTokens)];
  const figures = parts.map(({ part: name, tokens }) => `${formatWhole(tokens)} ${name}`);
  return {
    parts,
    /** `412 kept · 1,190 lost · 386 new` */
    figures: figures.join(' · '),
    ...(firstChange && { cause: causeWords(firstChange.cause) }),
    ...(firstChange && hasChanged(firstChange.cause) && { changedItemId: firstChange.itemId }),
  };
}

const causeWords = wordsFrom({
  'first-call': 'the first call of this session',
  appended: 'only new messages after it',
  live: 'live state changed',
  system: 'the system text changed',
  tools: 'the tool definitions changed',
  settings: 'settings changed',
  compaction: 'a compaction',
  undo: 'an undo',
  repair: 'a repair of the conversation changed',
  edit: 'earlier messages are not the same any more',
});

function hasChanged(cause: CacheBreakCause): boolean {
  return cause !== 'first-call' && cause !== 'appended';
}

/**
 * Compares a provider's last report with our figures; `undefined` while none has reported anything.
 *
 * @param predictedTokens the figure that the provider will report for the context that is shown.
 */
export function describeLedger(
  { last, factor, reservedTokens }: TokenLedger,
  predictedTokens: number,
) {
  if (!last) return undefined;
  const { reportedTokens, plannedTokens } = last;
  const countedTokens = plannedTokens + reservedTokens;
  return {
    /** `1,978 tokens reported, 1,902 counted here` */
    reported: `${formatCount(reportedTokens, 'token')} reported, ${formatWhole(countedTokens)} counted here`,
    /** `+4.0 %` */
    drift: signedPercent(countedTokens > 0 ? reportedTokens / countedTokens - 1 : 0),
    /** The consequence for the context that is shown. */
    learned: `${formatWhole(predictedTokens)} predicted for this context, with a factor of ${formatNumber(factor)}`,
  };
}

function signedPercent(share: number): string {
  const percent = Math.round(share * 1_000) / 10;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${Math.abs(percent).toFixed(1)} %`;
}
