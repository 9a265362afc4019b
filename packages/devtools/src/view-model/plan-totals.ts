import type { DevtoolsState } from '../source/devtools-source.ts';
import type { PlanFacts } from '../source/plan-facts.ts';
import { formatWhole } from './format.ts';

/** `1,234 of 8,000 tokens · counted`, and that nothing was sent where the context was refused. */
export function totalsLine(plan: PlanFacts): string {
  const sent = formatWhole(plan.totalTokens);
  const outcome = plan.isRefused ? ' · refused, nothing was sent' : '';
  return `${sent} of ${formatWhole(plan.budget.inputTokens)} tokens · ${plan.tokenSource}${outcome}`;
}

/** The change since the plan before: `+312 tokens, +2 items`; `undefined` when none is known. */
export function changeSincePreviousPlan(state: DevtoolsState): string | undefined {
  const [previous, current] = state.history.slice(-2);
  if (!previous || !current) return undefined;
  const tokens = current.totalTokens - previous.totalTokens;
  const items = current.items - previous.items;
  if (tokens === 0 && items === 0) return 'unchanged since the plan before';
  const noun = Math.abs(items) === 1 ? 'item' : 'items';
  return `${signed(tokens)} tokens, ${signed(items)} ${noun} since the plan before`;
}

function signed(value: number): string {
  if (value === 0) return '±0';
  return `${value > 0 ? '+' : '−'}${formatWhole(Math.abs(value))}`;
}
