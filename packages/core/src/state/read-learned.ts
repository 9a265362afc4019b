import { isPlainObject } from '../message/plain-object.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { TokenLedger, TokenUsage } from '../tokens/token-ledger.ts';
import { figuresOf, type Learned } from './learned.ts';
import type { LearnedBefore } from './session-event.ts';
import type { SessionSettings } from './settings.ts';

/** The stored part as it was read; `undefined` for what is none: then nothing was learned. */
export function readLearned(value: unknown): Learned | undefined {
  if (!isPlainObject(value)) return undefined;
  const { figuresOf: whose, ledger, limitTokens } = value;
  const breaker = readBreaker(value.breaker);
  if (typeof whose !== 'string' || !isLedger(ledger) || !breaker) return undefined;
  if (limitTokens === undefined) return { figuresOf: whose, ledger, breaker };
  return isCount(limitTokens) ? { figuresOf: whose, ledger, limitTokens, breaker } : undefined;
}

/**
 * Gives the part of what was learned that holds under today's settings. A trial of the breaker that
 * nobody saw end is due again.
 */
export function learnedUnder(
  { figuresOf: whose, ledger, limitTokens, breaker }: Learned,
  settings: Pick<SessionSettings, 'budget' | 'encoding'>,
): LearnedBefore {
  const { status, failures } = breaker;
  const restored: BreakerState =
    status === 'half-open' ? { status: 'open', failures, openedAtMs: 0, retryAtMs: 0 } : breaker;
  if (whose !== figuresOf(settings)) return { breaker: restored };
  const overflow = limitTokens === undefined ? {} : { overflow: { limitTokens, attempts: 0 } };
  return { breaker: restored, ledger, ...overflow };
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
