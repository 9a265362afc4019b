import type { ContextPlan } from '../plan/context-plan.ts';
import type { SessionEvent } from '../state/session-event.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import { providerInputTokens } from '../tokens/ledger.ts';
import { usageEvent } from './usage.ts';

/** The lesson from the provider's own count of a context. */
export interface Confirmation {
  readonly events: readonly SessionEvent<never>[];
  /** True if the provider would refuse the context. */
  readonly isTooLong: boolean;
}

/** @throws InvalidUsageError if the count cannot be meant. */
export function confirmationOf(
  plan: ContextPlan,
  snapshot: SessionSnapshot<unknown>,
  countedTokens: number,
  atMs: number,
): Confirmation {
  return {
    events: [
      usageEvent(snapshot, plan, { inputTokens: countedTokens }, atMs),
      { type: 'degradation-clear', code: 'COUNTER_FAILED' },
    ],
    isTooLong: countedTokens > providerInputTokens(snapshot.budget),
  };
}

/**
 * Keeps the budget below a context that was found too long, where what was learned of the count does
 * not: a ledger takes small differences for noise, and at the limit they are not.
 */
export function keptBelow(
  plan: ContextPlan,
  { budget, corrected, overflow }: SessionSnapshot<unknown>,
  countedTokens: number,
  atMs: number,
): readonly SessionEvent<never>[] {
  if (plan.totalTokens > (corrected ?? budget).inputTokens) return [];
  const share = providerInputTokens(budget) / countedTokens;
  const limitTokens = Math.min(Math.floor(plan.totalTokens * share), plan.totalTokens - 1);
  const attempts = overflow?.attempts ?? 0;
  return [{ type: 'overflow-set', overflow: { attempts, limitTokens, isCounted: true }, atMs }];
}
