import type { ContextPlan } from './context-plan.ts';
import type { Decision } from './decision.ts';

const known = new WeakMap<ContextPlan, ContextPlan>();

/**
 * A plan that does not fit and is not sent: every item of it says so [HIS-4]. Its figures stay those of
 * what would have been sent. The same plan gives the same one again.
 */
export function refusedPlan(planned: ContextPlan): ContextPlan {
  const made = known.get(planned);
  if (made) return made;
  const { cache: _, ...plan } = planned;
  const items = plan.items.map((item) => ({ ...item, decision: refused(item.decision) }));
  const whole: ContextPlan = { ...plan, items: Object.freeze(items), isRefused: true };
  known.set(planned, whole);
  return whole;
}

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
