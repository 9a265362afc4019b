import {
  ContextOverflowError,
  type LargeItem,
} from '../../ground/errors/context-overflow-error.ts';
import { toolCallsOf, toolResultsOf } from '../../message/message.ts';
import type { ContextPlan } from '../../plan/context-plan.ts';
import type { PlanItem } from '../../plan/plan-item.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';

const LARGEST_NAMED = 3;

/** The error that says by how much a plan is over budget and which items are largest [BUD-3]. */
export function overflowError(
  plan: ContextPlan,
  { budget, model }: Pick<SessionSnapshot<unknown>, 'budget' | 'model'>,
): ContextOverflowError {
  const largest = [...plan.items]
    .sort((a, b) => b.decision.tokens.sent - a.decision.tokens.sent)
    .slice(0, LARGEST_NAMED)
    .map((item) => largeItem(item, plan));
  return new ContextOverflowError({
    neededTokens: plan.totalTokens,
    inputTokens: plan.budget.inputTokens,
    largest,
    ...(plan.budget.inputTokens < budget.inputTokens && {
      configuredTokens: budget.inputTokens,
      ...(model !== undefined && { model }),
    }),
  });
}

function largeItem(item: PlanItem, plan: ContextPlan): LargeItem {
  const { seq, message, decision } = item;
  const tokens = decision.tokens.sent;
  if (seq === undefined) return { itemId: item.id, tokens };
  const results = toolResultsOf(message);
  if (results.length === 0) return { itemId: `message #${seq} (${message.role})`, tokens };
  const answered = new Set(results.map(({ callId }) => callId));
  const calls = plan.items.flatMap((each) => toolCallsOf(each.message));
  const names = calls.filter(({ callId }) => answered.has(callId)).map(({ toolName }) => toolName);
  const resultsOf = [...new Set(names)];
  const whose = resultsOf.length > 0 ? `result of ${resultsOf.join(', ')}` : 'result of a tool';
  return { itemId: `message #${seq} (${whose})`, tokens, resultsOf };
}
