import type { BreakerState } from '@agent-memory/core';
import type { SummaryState } from '@agent-memory/core/internal';
import { titleOfCode, wordsOfCode } from './code-words.ts';
import { formatCount, formatMoment } from './format.ts';

/** The breaker as a badge and a sentence. `tone` says how much it matters. */
export interface BreakerWords {
  readonly badge: string;
  readonly meaning: string;
  readonly tone: 'calm' | 'warning';
}

const GOES_ON = 'no model is asked; compaction goes on without one';

/** Says whether the summariser is asked, and from when on again. `nowMs` tells which day is today. */
export function describeBreaker(breaker: BreakerState, nowMs: number): BreakerWords {
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

function unknownBreaker({ status }: { readonly status: string }): BreakerWords {
  return { badge: titleOfCode(status), meaning: 'newer than this panel', tone: 'warning' };
}

/** The summariser's work: `idle`, `working`, `prepared for 14 messages`. */
export function summaryWords(summary: SummaryState): string {
  if (summary.status !== 'prepared') return wordsOfCode(summary.status);
  return `prepared for ${formatCount(summary.coversEntries, 'message')}`;
}
