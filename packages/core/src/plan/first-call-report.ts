import type { CacheBreakCause, CacheReport } from './cache-report.ts';
import type { BarePlan } from './context-plan.ts';
import type { PlanItem } from './plan-item.ts';

/** Gives the cache report of a session's first context: there is nothing to read again. */
export function firstCallReport({ totalTokens, items }: BarePlan): CacheReport {
  const change = changeTo(items[0], 'first-call');
  return { keptTokens: 0, newTokens: totalTokens, lostTokens: 0, ...change };
}

/** The item from which on a context is another; nothing where there is none. */
export function changeTo(
  item: PlanItem | undefined,
  cause: CacheBreakCause,
): Pick<CacheReport, 'firstChange'> {
  return item ? { firstChange: { itemId: item.id, cause } } : {};
}
