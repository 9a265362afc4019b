import type { BreakerState } from '../compaction/pacing/breaker.ts';
import { isPlainObject } from '../message/plain-object.ts';
import { fields, optional, shape, text, whole } from '../message/shape.ts';
import { figuresOf, type Learned } from './learned.ts';
import type { LearnedBefore } from './session-event.ts';
import type { SessionSettings } from './settings.ts';
import type { LearnedFigures } from './snapshot.ts';

const above0 = shape((value) => Number.isFinite(value) && Number(value) > 0, 'must be above 0');

/** A limit under which nothing could be sent is not one. */
const figures = fields({
  figuresOf: text,
  ledger: fields({
    factor: above0,
    reservedTokens: whole,
    reports: whole,
    last: optional(fields({ plannedTokens: whole, reportedTokens: whole })),
  }),
  limitTokens: optional((value, field) => whole(value, field) ?? above0(value, field)),
});

/** The stored part as it was read; `undefined` for what is not one: then nothing was learned. */
export function readLearned(value: unknown): Learned | undefined {
  if (!isPlainObject(value)) return undefined;
  const { others } = value;
  const breaker = readBreaker(value.breaker);
  if (!areFigures(value) || !breaker) return undefined;
  const known = Array.isArray(others) ? others.filter(areFigures).map(ownFields) : [];
  return { ...ownFields(value), breaker, ...(known.length > 0 && { others: known }) };
}

function areFigures(value: unknown): value is LearnedFigures {
  return figures(value, '') === undefined;
}

function ownFields({ figuresOf, ledger, limitTokens }: LearnedFigures): LearnedFigures {
  return { figuresOf, ledger, ...(limitTokens !== undefined && { limitTokens }) };
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

/** A file says `null` where a breaker stays open for good. */
function readBreaker(value: unknown): BreakerState | undefined {
  if (!isPlainObject(value)) return undefined;
  const { status, failures, openedAtMs, retryAtMs } = value;
  const isCounted = typeof failures === 'number' && !whole(failures, '');
  if (!isCounted) return undefined;
  if (status === 'closed' || status === 'half-open') return { status, failures };
  const retry = retryAtMs === null ? Number.POSITIVE_INFINITY : retryAtMs;
  const isOpen = status === 'open' && typeof openedAtMs === 'number' && typeof retry === 'number';
  return isOpen ? { status, failures, openedAtMs, retryAtMs: retry } : undefined;
}
