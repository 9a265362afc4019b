import type { CompactionStats } from '../pacing/schedule.ts';
import { viewOf } from '../plan/view.ts';
import { measuredUnits, type ShownUnit } from '../policies/measured-units.ts';
import { resultsOverLimit } from '../policies/over-limit.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { hasLimits } from './plan-stats.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What can only be said of units, and only a policy or a hint asks. */
export type AskedOfUnits = Pick<CompactionStats, 'policyIsDue' | 'hasOverLimitResult'>;

/** Looks at every unit of the view. Costs what the context costs. */
export function askedOfUnits(
  { transcript, overlays, policy, rules }: SessionSnapshot<unknown>,
  measurer: Measurer,
): AskedOfUnits {
  const view = viewOf(transcript, overlays, measurer);
  const units = measuredUnits(view, transcript, rules.toolHints);
  const isOver = (unit: ShownUnit) =>
    resultsOverLimit(unit, rules.toolHints, (text) => measurer.text(text)).length > 0;
  return {
    policyIsDue: policy.isDue?.(units) ?? false,
    hasOverLimitResult: hasLimits(rules.toolHints) && units.some(isOver),
  };
}
