import { budgetBar } from '../context/budget-bar.ts';
import { notices } from '../findings/notices.ts';
import type { DevtoolsState } from '../source/devtools-source.ts';
import { formatCount, formatWhole } from '../words/format.ts';

/** The figures and words of a pill for a state. */
export function pillFacts(name: string, state: DevtoolsState) {
  const found = notices(state).filter(({ severity }) => severity !== 'info');
  const isFault = found.some(({ severity }) => severity === 'error');
  const { plan } = state;
  const findings = found.length === 0 ? '' : `, ${formatCount(found.length, 'finding')}`;
  const size = plan
    ? `${formatWhole(plan.totalTokens)} / ${formatWhole(plan.budget.inputTokens)}`
    : 'no context yet';
  const spoken = plan
    ? `${formatWhole(plan.totalTokens)} of ${formatCount(plan.budget.inputTokens, 'token')}`
    : size;
  return {
    /** As in the panel's bar; empty before the first plan. */
    segments: plan ? budgetBar(plan).segments : [],
    /** `1,988 / 8,000` */
    text: size,
    /** Faults and warnings; what is only told does not count. */
    findings: found.length,
    severity: isFault ? 'error' : found.length > 0 ? 'warning' : 'none',
    /** All of it for those who listen. */
    label: `Memory of ${name}: ${spoken}${findings}`,
  };
}
