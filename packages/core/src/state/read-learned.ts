import { isPlainObject } from '../message/plain-object.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { TokenLedger, TokenUsage } from '../tokens/token-ledger.ts';
import type { LearnedFigures } from './first-ledger.ts';
import { figuresOf, type Learned } from './learned.ts';
import type { LearnedBefore } from './session-event.ts';
import type { SessionSettings } from './settings.ts';

/** The stored part as it was read; `undefined` for what is none: then nothing was learned. */
export function readLearned(value: unknown): Learned | undefined {
  if (!isPlainObject(value)) return undefined;
  const figures = readFigures(value);
  const breaker = readBreaker(value.breaker);
  if (!figures || !breaker) return undefined;
  const others = Array.isArray(value.others) ? value.others.map(readFigures) : [];
  const known = others.filter((each) => each !== undefined);
  return { ...figures, breaker, ...(known.length > 0 && { others: known }) };
}

/** A limit under which nothing could be sent is none. */
function readFigures(value: unknown): LearnedFigures | undefined {
  if (!isPlainObject(value)) return undefined;
  const { figuresOf: whose, ledger, limitTokens } = value;
  if (typeof whose !== 'string' || !isLedger(ledger)) return undefined;
  if (limitTokens === undefined) return { figuresOf: whose, ledger };
  const isLimit = isCount(limitTokens) && limitTokens > 0;
  return isLimit ? { figuresOf: whose, ledger, limitTokens } : undefined;
}

/**
 * Gives the part of what was learned that holds under today's settings. A trial of the breaker that
 * nobody saw end is due again.
 */
export function learnedUnder(
  { breaker, others = [], ...own }: Learned,
  settings: Pick<SessionSettings, 'budget' | 'encoding' | 'model'>,
): LearnedBefore {
  const { status, failures } = breaker;
  const restored: BreakerState =
    status === 'half-open' ? { status: 'open', failures, openedAtMs: 0, retryAtMs: 0 } : breaker;
  const key = figuresOf(settings);
  const figures = [own, ...others];
  const mine = figures.find((each) => each.figuresOf === key);
  const otherFigures = figures.filter((each) => each !== mine);
  if (!mine) return { breaker: restored, otherFigures };
  const { ledger, limitTokens = Number.POSITIVE_INFINITY } = mine;
  // A limit above the budget says nothing.
  const isLimited = limitTokens < settings.budget.inputTokens;
  return {
    breaker: restored,
    otherFigures,
    // A ledger without a report may be of a release that knew no families of models.
    ...(ledger.reports > 0 && { ledger }),
    ...(isLimited && { overflow: { limitTokens, attempts: 0 } }),
  };
}

function isLedger(value: unknown): value is TokenLedger {
  if (!isPlainObject(value)) return false;
  const { factor, reservedTokens, reports, last } = value;
  const isFactor = typeof factor === 'number' && factor > 0 && Number.isFinite(factor);
  return isFactor && isCount(reservedTokens) && isCount(reports) && (!last || isUsage(last));
}

function isUsage(value: unknown): value is TokenUsage {
  return isPlainObject(value) && isCount(value.plannedTokens) && isCount(value.reportedTokens);
}

/** A file says `null` where a breaker stays open for good. */
function readBreaker(value: unknown): BreakerState | undefined {
  if (!isPlainObject(value) || !isCount(value.failures)) return undefined;
  const { status, failures, openedAtMs, retryAtMs } = value;
  if (status === 'closed' || status === 'half-open') return { status, failures };
  const retry = retryAtMs === null ? Number.POSITIVE_INFINITY : retryAtMs;
  const isOpen = status === 'open' && typeof openedAtMs === 'number' && typeof retry === 'number';
  return isOpen ? { status, failures, openedAtMs, retryAtMs: retry } : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
