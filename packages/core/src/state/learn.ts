import type { TokenBudget } from '../budget/token-budget.ts';
import type { BreakerState } from '../pacing/breaker.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import { correctedBudget } from './corrected-budget.ts';
import { LEARNED_PART, learnedOf } from './learned.ts';
import { withRecord } from './record-history.ts';
import type { LedgerEvent } from './session-event.ts';
import type { OverflowState, SessionSnapshot } from './snapshot.ts';
import { emit, recording, type Step } from './step.ts';

/** The session with what a report of usage taught, and the budget that follows from it [TOK-5]. */
export function withLedger<Pad>(
  snapshot: SessionSnapshot<Pad>,
  { ledger, reported, atMs }: LedgerEvent,
): Step<Pad> {
  const learned = corrected({ ...snapshot, ledger });
  const { calls } = snapshot.history;
  if (!reported || calls === 0) return storing(learned, atMs, { ledger });
  const [next, history] = withRecord(learned, { kind: 'usage', atMs, call: calls, ...reported });
  return recording(next, { atMs, ...history, parts: learnedParts(next) }, [
    { type: 'usage-report', ledger },
  ]);
}

/** The session with the limit that a refusal taught, or without one [BUD-4]. */
export function withOverflow<Pad>(
  snapshot: SessionSnapshot<Pad>,
  overflow: OverflowState | undefined,
  atMs: number,
): Step<Pad> {
  return storing(corrected({ ...snapshot, overflow }), atMs);
}

/** The session with another state of the breaker [CMP-6]. */
export function withBreaker<Pad>(
  snapshot: SessionSnapshot<Pad>,
  breaker: BreakerState,
  atMs: number,
): Step<Pad> {
  if (breaker === snapshot.breaker) return [snapshot, []];
  const [next, effects] = storing({ ...snapshot, breaker }, atMs);
  return [next, [...effects, emit({ type: 'breaker-update', breaker })]];
}

function storing<Pad>(
  snapshot: SessionSnapshot<Pad>,
  atMs: number,
  told?: { readonly ledger: TokenLedger },
): Step<Pad> {
  const events = told ? [{ type: 'usage-report', ...told } as const] : [];
  return recording(snapshot, { atMs, parts: learnedParts(snapshot) }, events);
}

function learnedParts(snapshot: SessionSnapshot<unknown>): ReadonlyMap<string, unknown> {
  return new Map([[LEARNED_PART, learnedOf(snapshot)]]);
}

/** The old object where its figures hold still, so that nothing is planned anew for it. */
export function corrected<Pad>(snapshot: SessionSnapshot<Pad>): SessionSnapshot<Pad> {
  const { budget, ledger, overflow, corrected: before } = snapshot;
  const after = correctedBudget(budget, ledger, overflow);
  return hasSameFigures(before, after) ? snapshot : { ...snapshot, corrected: after };
}

function hasSameFigures(a: TokenBudget | undefined, b: TokenBudget | undefined): boolean {
  return a?.inputTokens === b?.inputTokens && a?.contextWindow === b?.contextWindow;
}
