import { OverflowPersistsError } from '../errors/provider-errors.ts';
import { correctedBudget } from './corrected-budget.ts';
import type { EffectRunner } from './effect-runner.ts';
import type { SessionSnapshot } from './snapshot.ts';
import type { SessionEvent } from './transition.ts';

type OverflowSet = Extract<SessionEvent<never>, { type: 'overflow-set' }>;

/** A refused context is followed by one of this share. */
const STEP = 0.9;
const MOST_REFUSALS = 5;

/** Steps the budget down after a refusal, and says so. @throws OverflowPersistsError */
export function stepDown<Pad>(runner: EffectRunner<Pad>): void {
  const refused = afterRefusal(runner.snapshot);
  const { limitTokens } = refused.overflow;
  const message = `The provider called the context too long, so it is kept to ${limitTokens} tokens until a budget is configured.`;
  void runner.dispatch(refused);
  void runner.dispatch({ type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' });
  const degradation = { code: 'BUDGET_STEPPED_DOWN', message } as const;
  void runner.dispatch({ type: 'degradation-set', degradation });
}

/**
 * What a provider's refusal teaches [BUD-4]: a limit a tenth below what was refused, so that no
 * retry is the same request.
 *
 * @throws OverflowPersistsError after five refusals in a row.
 */
function afterRefusal({
  overflow: before,
  assembled,
  budget,
  ledger,
}: Pick<SessionSnapshot<unknown>, 'overflow' | 'assembled' | 'budget' | 'ledger'>): OverflowSet {
  const attempts = (before?.attempts ?? 0) + 1;
  const refusedTokens = Math.min(
    assembled?.totalTokens ?? budget.inputTokens,
    before?.limitTokens ?? budget.inputTokens,
  );
  if (attempts > MOST_REFUSALS) throw new OverflowPersistsError(attempts, refusedTokens);
  const overflow = { attempts, limitTokens: Math.max(1, Math.floor(STEP * refusedTokens)) };
  return { type: 'overflow-set', overflow, corrected: correctedBudget(budget, ledger, overflow) };
}
