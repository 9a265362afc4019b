import type { ContextPlan } from '../plan/context-plan.ts';
import { renderOpenAi } from '../plan/render-openai.ts';
import { type AbortSignalLike, throwIfAborted } from '../platform/abort.ts';
import type { Clock } from '../platform/clock.ts';
import { withDeadline } from '../platform/deadline.ts';
import { type ContextCounter, shouldConfirm } from '../tokens/context-counter.ts';
import { providerInputTokens } from '../tokens/ledger.ts';
import { correctedBudget } from './corrected-budget.ts';
import type { EffectRunner } from './effect-runner.ts';
import { late } from './late-transition.ts';
import { ledgerAfter } from './ledger-after.ts';
import { messageOf } from './message-of.ts';

/** A count that takes longer holds a call up more than it is worth. */
const COUNTER_TIMEOUT_MS = 10_000;

/**
 * Has the provider count a context that is close to its limit, learns the figure, and says whether it is too long [TOK-7]; then
 * the budget is corrected so that this very context does not fit it any more. A counter that fails or
 * hangs is reported, and the context goes out as it was counted here.
 */
export async function isFoundTooLong<Pad>(input: {
  readonly runner: EffectRunner<Pad>;
  readonly plan: ContextPlan;
  readonly counter: ContextCounter;
  readonly clock: Clock;
  readonly signal: AbortSignalLike | undefined;
}): Promise<boolean> {
  const { runner, plan, counter, clock, signal } = input;
  const mostTokens = providerInputTokens(runner.snapshot.budget);
  if (!shouldConfirm(plan.ledger.predictedTokens, mostTokens)) return false;
  try {
    const ask = (own: AbortSignalLike) => counter.count(renderOpenAi(plan), { signal: own });
    const counted = await withDeadline(ask, { limitMs: COUNTER_TIMEOUT_MS, clock, signal });
    void runner.dispatch(ledgerAfter(runner.snapshot, plan, { inputTokens: counted }));
    void runner.dispatch(late({ type: 'degradation-clear', code: 'COUNTER_FAILED' }));
    if (counted <= mostTokens) return false;
    keepBelow(runner, plan, mostTokens / counted);
    return true;
  } catch (error) {
    throwIfAborted(signal);
    const message = `The counter "${counter.name}" failed (${messageOf(error)}); the context goes out as it was counted here.`;
    const degradation = { code: 'COUNTER_FAILED', message } as const;
    void runner.dispatch({ type: 'degradation-set', degradation });
    return false;
  }
}

/** A ledger takes small differences for noise; at the limit they are not. */
function keepBelow<Pad>(runner: EffectRunner<Pad>, plan: ContextPlan, share: number): void {
  const { budget, corrected, ledger, overflow: before } = runner.snapshot;
  if (plan.totalTokens > (corrected ?? budget).inputTokens) return;
  const overflow = {
    attempts: before?.attempts ?? 0,
    limitTokens: Math.min(Math.floor(plan.totalTokens * share), plan.totalTokens - 1),
  };
  const after = correctedBudget(budget, ledger, overflow);
  void runner.dispatch(late({ type: 'overflow-set', overflow, corrected: after }));
}
