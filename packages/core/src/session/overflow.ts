import { ContextOverflowError } from '../errors/context-overflow-error.ts';
import type { ContextPlan, PlanItem } from '../plan/context-plan.ts';

const LARGEST_NAMED = 3;

/** The error that says by how much a plan is over budget and which items are largest [BUD-3]. */
export function overflowError(plan: ContextPlan): ContextOverflowError {
  const largest = [...plan.items]
    .sort((a, b) => b.decision.tokens.sent - a.decision.tokens.sent)
    .slice(0, LARGEST_NAMED)
    .map((item) => ({ itemId: nameOf(item), tokens: item.decision.tokens.sent }));
  return new ContextOverflowError({
    neededTokens: plan.totalTokens,
    inputTokens: plan.budget.inputTokens,
    largest,
  });
}

function nameOf(item: PlanItem): string {
  return item.seq === undefined ? item.id : `message #${item.seq} (${item.message.role})`;
}
