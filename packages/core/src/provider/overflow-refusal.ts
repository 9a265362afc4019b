import { OverflowPersistsError } from '../errors/overflow-persists-error.ts';
import { correctedBudget } from '../state/corrected-budget.ts';
import { PATIENCE } from '../state/learn.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { OverflowState, SessionSnapshot } from '../state/snapshot.ts';

/** A refused context is followed by one of this share. */
const STEP = 0.9;
const MOST_REFUSALS = 5;
const MOST_PATIENCE = 64;

/**
 * Gives the events of a provider's refusal [BUD-4]: a limit a tenth below the refused size, so that
 * no retry is the same request.
 *
 * @throws OverflowPersistsError after more than five refusals in a row.
 */
export function refusalEvents(
  {
    overflow: before,
    assembled,
    budget,
  }: Pick<SessionSnapshot<unknown>, 'overflow' | 'assembled' | 'budget'>,
  atMs: number,
): readonly SessionEvent<never>[] {
  const attempts = (before?.attempts ?? 0) + 1;
  const refusedTokens = Math.min(
    assembled?.totalTokens ?? budget.inputTokens,
    before?.limitTokens ?? budget.inputTokens,
  );
  if (attempts > MOST_REFUSALS) throw new OverflowPersistsError(attempts, refusedTokens);
  const limitTokens = Math.max(1, Math.floor(STEP * refusedTokens));
  const patience = patienceAfter(before);
  return [{ type: 'overflow-set', overflow: { attempts, limitTokens, patience }, atMs }];
}

/** A limit that was raised too far is left in peace for twice as long. */
function patienceAfter(before: OverflowState | undefined): number {
  const { patience = PATIENCE, isRaised = false } = before ?? {};
  return isRaised ? Math.min(MOST_PATIENCE, 2 * patience) : patience;
}

/**
 * Gives the events by which a learned limit gives way to a context that cannot be smaller: a refusal of
 * one context is a weaker reason than the figures of the budget [BUD-6]. None where those do not let it
 * through either.
 */
export function raisedTo(
  neededTokens: number,
  { overflow, budget, ledger }: SessionSnapshot<unknown>,
  atMs: number,
): readonly SessionEvent<never>[] {
  const { inputTokens } = correctedBudget(budget, ledger, undefined) ?? budget;
  if (!overflow || overflow.isCounted) return [];
  if (neededTokens > inputTokens || neededTokens <= overflow.limitTokens) return [];
  const raised = { ...overflow, limitTokens: neededTokens, isRaised: true };
  return [{ type: 'overflow-set', overflow: raised, atMs }];
}

/** Nothing can be sent under the limit, so the refusal has taught nothing: what was learned before stands again. */
export function refusalTakenBack(
  { overflow }: Pick<SessionSnapshot<unknown>, 'overflow'>,
  atMs: number,
): readonly SessionEvent<never>[] {
  return [{ type: 'overflow-set', overflow, atMs }];
}
