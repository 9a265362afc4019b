import type { CompactionStats } from '../pacing/schedule.ts';
import type { EvictionPolicy } from '../policies/eviction-policy.ts';
import { measuredUnits, type ShownUnit } from '../policies/measured-units.ts';
import { resultsOverLimit } from '../policies/over-limit.ts';
import { hasLimits } from '../policies/tool-hints.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { viewOf } from '../view/view.ts';

/** The answers that only a walk over the units gives, and only a policy or a hint asks for. */
export type AnswersOfUnits = Pick<CompactionStats, 'policyIsDue' | 'hasOverLimitResult'>;

/**
 * Looks at every unit of the view where the policy or a hint asks about units, and at none where
 * neither does. Costs what the context costs.
 */
export function answersOfUnits(
  { transcript, overlays, rules }: SessionSnapshot<unknown>,
  policy: EvictionPolicy,
  measurer: Measurer,
): AnswersOfUnits {
  const { toolHints } = rules;
  const asksForLimits = hasLimits(toolHints);
  if (!policy.isDue && !asksForLimits) return { policyIsDue: false, hasOverLimitResult: false };
  const units = measuredUnits(viewOf(transcript, overlays, measurer), transcript, toolHints);
  const isOver = (unit: ShownUnit) =>
    resultsOverLimit(unit, toolHints, (text) => measurer.text(text)).length > 0;
  return {
    policyIsDue: policy.isDue?.(units) ?? false,
    hasOverLimitResult: asksForLimits && units.some(isOver),
  };
}
