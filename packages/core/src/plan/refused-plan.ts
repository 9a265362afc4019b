import { madeOnce } from '../message/per-message.ts';
import type { ContextPlan } from './context-plan.ts';
import type { Decision } from './decision.ts';

/**
 * A plan that does not fit and is not sent: every item of it says so [HIS-4]. Its figures stay those of
 * what would have been sent. The same plan gives the same one again.
 */
export const refusedPlan = madeOnce(({ cache: _, ...plan }: ContextPlan): ContextPlan => {
  const items = plan.items.map((item) => ({ ...item, decision: refused(item.decision) }));
  return { ...plan, items: Object.freeze(items), isRefused: true };
});

function refused({ itemId, tier, tokens }: Decision): Decision {
  return {
    itemId,
    tier,
    fate: 'not-selected',
    rule: 'CONTEXT_REFUSED',
    tokens,
    numbers: {},
  };
}
