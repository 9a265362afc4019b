import { ContextOverflowError } from '../errors/context-overflow-error.ts';
import { OverflowPersistsError } from '../errors/provider-errors.ts';
import { correctedBudget } from './corrected-budget.ts';
import type { EffectRunner } from './effect-runner.ts';
import { type LateEvent, late } from './late-transition.ts';
import type { OverflowState, SessionSnapshot } from './snapshot.ts';

type OverflowSet = Extract<LateEvent, { type: 'overflow-set' }> & {
  readonly overflow: OverflowState;
};

/** A refused context is followed by one of this share. */
const STEP = 0.9;
const MOST_REFUSALS = 5;

/**
 * Assembles under a budget that is stepped down after a refusal, and says so. Where nothing can be
 * sent under it, it has taught nothing and is taken back.
 *
 * @throws OverflowPersistsError after more than five refusals in a row; what `assemble` throws.
 */
export async function steppedDown<Pad, Context>(
  runner: EffectRunner<Pad>,
  assemble: () => Promise<Context>,
): Promise<Context> {
  const { overflow, corrected } = runner.snapshot;
  const refused = afterRefusal(runner.snapshot);
  const { limitTokens } = refused.overflow;
  const message = `The provider called the context too long, so it is kept to ${limitTokens} tokens until a budget is configured.`;
  void runner.dispatch(late(refused));
  void runner.dispatch(late({ type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' }));
  const degradation = { code: 'BUDGET_STEPPED_DOWN', message } as const;
  void runner.dispatch({ type: 'degradation-set', degradation });
  try {
    return await assemble();
  } catch (error) {
    if (!(error instanceof ContextOverflowError)) throw error;
    void runner.dispatch(late({ type: 'overflow-set', overflow, corrected }));
    if (!overflow)
      void runner.dispatch(late({ type: 'degradation-clear', code: 'BUDGET_STEPPED_DOWN' }));
    throw error;
  }
}

/**
 * What a provider's refusal teaches [BUD-4]: a limit a tenth below what was refused, so that no
 * retry is the same request.
 *
 * @throws OverflowPersistsError after more than five refusals in a row.
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
