import {
  type BudgetOptions,
  createBudget,
  fixedBudget,
  type TokenBudget,
} from '@agent-memory/core';

/** Room of a window that is not filled, in tokens. */
export type Headroom = Required<
  Pick<BudgetOptions, 'maxReplyTokens' | 'safetyTokens' | 'toolResultTokens'>
>;

/** The budget of this much input, in a window that keeps the headroom free besides. */
export function inputBudget(inputTokens: number, headroom?: Headroom): TokenBudget {
  if (!headroom) return fixedBudget(inputTokens);
  const { maxReplyTokens, safetyTokens, toolResultTokens } = headroom;
  const contextWindow = inputTokens + maxReplyTokens + safetyTokens + toolResultTokens;
  return createBudget({ contextWindow, ...headroom });
}
