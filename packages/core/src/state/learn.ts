import type { BreakerState } from '../compaction/pacing/breaker.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import { correctedInputTokens } from '../tokens/ledger.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import { withDegradation, withoutDegradation } from './degradations.ts';
import { LEARNED_PART, learnedOf } from './learned.ts';
import type { LedgerEvent } from './session-event.ts';
import type { OverflowState, SessionSnapshot } from './snapshot.ts';
import { emit, recording, type Step, withRecord } from './step.ts';

/** The session with what a report of usage taught, and the budget that follows from it [TOK-5]. */
export function withLedger<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { ledger, reported }: LedgerEvent,
): Step<Pad> {
  const reporting = { ...snapshot, ledger };
  const learned = corrected(reported ? goneThrough(reporting) : reporting);
  const { calls } = snapshot.history;
  if (!reported || calls === 0) return storing(learned, { ledger });
  const { atMs } = snapshot;
  const [next, history] = withRecord(learned, { kind: 'usage', atMs, call: calls, ...reported });
  return recording(next, { ...history, parts: learnedParts(next) }, [
    { type: 'usage-report', ledger },
  ]);
}

/** The session with the limit that a refusal taught, or without one [BUD-4]. */
export function withOverflow<Pad>(
  snapshot: SessionSnapshot<Pad>,
  overflow: OverflowState | undefined,
): Step<Pad> {
  const [next, effects] = sayingLimit(corrected({ ...snapshot, overflow }));
  const [stored, storingEffects] = storing(next);
  return [stored, [...storingEffects, ...effects]];
}

/** The session with its learned limit among the troubles it reports, or without one there. */
export function sayingLimit<Pad>(snapshot: SessionSnapshot<Pad>): Step<Pad> {
  const { overflow, budget, model } = snapshot;
  const [silent] = withoutDegradation(snapshot, 'BUDGET_STEPPED_DOWN');
  if (!overflow) return [silent, []];
  const whose = model === undefined ? 'the model' : `the model "${model}"`;
  const message =
    `The provider called contexts too long, so those for ${whose} are kept to ${overflow.limitTokens} tokens ` +
    `of the ${budget.inputTokens} that were set. The limit rises as contexts near it go through; ` +
    '`configure({ budget })` lifts it, and another `model` is not held to it.';
  return withDegradation(silent, { code: 'BUDGET_STEPPED_DOWN', message });
}

/**
 * From this share of the limit on, a context that goes through counts. Compaction leaves about half of
 * the room, and most contexts are between that and all of it.
 */
const NEAR = 0.6;
/** So many contexts near the limit raise it. */
export const PATIENCE = 2;
const RAISE = 1.25;

/**
 * The session after a context that went through: a limit that contexts near it keep to rises step by
 * step, until it is not one any more. Each call counts once.
 */
export function goneThrough<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const { overflow, assembled, history, budget } = snapshot;
  if (!overflow) return snapshot;
  const settled = { ...overflow, attempts: 0, countedCall: history.calls };
  const isNear = (assembled?.totalTokens ?? 0) >= NEAR * overflow.limitTokens;
  if (!isNear || overflow.countedCall === history.calls) {
    return { ...snapshot, overflow: settled };
  }
  const { successes = 0, patience = PATIENCE, limitTokens } = overflow;
  if (successes + 1 < patience) {
    return { ...snapshot, overflow: { ...settled, successes: successes + 1 } };
  }
  const raised = Math.ceil(RAISE * limitTokens);
  const raising = { ...settled, limitTokens: raised, successes: 0, isRaised: true };
  const next = { ...snapshot, overflow: raised < budget.inputTokens ? raising : undefined };
  return sayingLimit(corrected(next))[0];
}

/** The session with another state of the breaker [CMP-6]. */
export function withBreaker<Pad>(snapshot: SessionSnapshot<Pad>, breaker: BreakerState): Step<Pad> {
  if (breaker === snapshot.breaker) return [snapshot, []];
  const [next, effects] = storing({ ...snapshot, breaker });
  return [next, [...effects, emit({ type: 'breaker-update', breaker })]];
}

function storing<Pad>(
  snapshot: SessionSnapshot<Pad>,
  told?: { readonly ledger: TokenLedger },
): Step<Pad> {
  const events = told ? [{ type: 'usage-report', ...told } as const] : [];
  return recording(snapshot, { parts: learnedParts(snapshot) }, events);
}

export function learnedParts(snapshot: SessionSnapshot<unknown>): ReadonlyMap<string, unknown> {
  return new Map([[LEARNED_PART, learnedOf(snapshot)]]);
}

/** The old object where its figures hold still, so that nothing is planned again for it. */
export function corrected<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const { budget, ledger, overflow, corrected: before } = snapshot;
  const after = correctedBudget(budget, ledger, overflow);
  return hasSameFigures(before, after) ? snapshot : { ...snapshot, corrected: after };
}

function hasSameFigures(a: TokenBudget | undefined, b: TokenBudget | undefined): boolean {
  return a?.inputTokens === b?.inputTokens && a?.contextWindow === b?.contextWindow;
}

/**
 * However far off a report was, the budget keeps this share, so that contexts stay made and
 * the next honest report can put it right.
 */
const LEAST_SHARE = 1 / 8;

/**
 * The budget in our tokens that keeps to the provider's: one number for trigger, cut and display
 * [TOK-5]. `undefined` while nothing has to be corrected.
 */
export function correctedBudget(
  budget: TokenBudget,
  ledger: TokenLedger,
  overflow: OverflowState | undefined,
): TokenBudget | undefined {
  const leastTokens = Math.ceil(LEAST_SHARE * budget.inputTokens);
  const learnedTokens = Math.max(leastTokens, correctedInputTokens(ledger, budget));
  const limitTokens = overflow?.limitTokens ?? Number.POSITIVE_INFINITY;
  const inputTokens = Math.min(learnedTokens, limitTokens);
  if (inputTokens === budget.inputTokens) return undefined;
  const share = inputTokens / budget.inputTokens;
  // Where the provider counts fewer, its window holds more of ours; what is kept free stays the same.
  const moreTokens = Math.max(0, inputTokens - budget.inputTokens);
  return Object.freeze({
    ...budget,
    contextWindow: budget.contextWindow + moreTokens,
    inputTokens,
    highTokens: Math.floor(budget.highTokens * share),
    lowTokens: Math.floor(budget.lowTokens * share),
  });
}
