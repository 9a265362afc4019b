import type { DevtoolsState } from '../source/devtools-source.ts';
import { type BarSegment, budgetBar } from './budget-bar.ts';
import { formatCount, formatWhole } from './format.ts';
import { notices } from './notices.ts';

/** The pill of the devtools: how full the context is, and how much a person should look at. */
export interface PillFacts {
  /** As in the panel's bar; empty before the first plan. */
  readonly segments: readonly BarSegment[];
  /** `1,988 / 8,000` */
  readonly text: string;
  /** Faults and warnings; what is only told does not count. */
  readonly findings: number;
  readonly severity: 'error' | 'warning' | 'none';
  /** All of it for those who listen. */
  readonly label: string;
}

/** The figures and words of a pill for a state. */
export function pillFacts(name: string, state: DevtoolsState): PillFacts {
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
    segments: plan ? budgetBar(plan).segments : [],
    text: size,
    findings: found.length,
    severity: isFault ? 'error' : found.length > 0 ? 'warning' : 'none',
    label: `Memory of ${name}: ${spoken}${findings}`,
  };
}
