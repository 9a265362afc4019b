import type { TokenBudget } from '../../tokens/budget/token-budget.ts';

/** A budget of so many input tokens, its marks at the same shares. */
export function budgetOf(budget: TokenBudget, inputTokens: number): TokenBudget {
  const marked = (tokens: number) => Math.floor(shareOf(tokens, budget.inputTokens) * inputTokens);
  return {
    ...budget,
    contextWindow: budget.contextWindow + inputTokens - budget.inputTokens,
    inputTokens,
    highTokens: marked(budget.highTokens),
    lowTokens: marked(budget.lowTokens),
  };
}

/** The shortest decimal of which these tokens are the share, rounded down. */
function shareOf(tokens: number, ofTokens: number): number {
  for (let digits = 1; ; digits *= 10) {
    const share = Math.ceil((tokens * digits) / ofTokens) / digits;
    if (Math.floor(share * ofTokens) === tokens) return share;
  }
}

/** Beyond so many times the budget there is none that helps. */
const MOST_TIMES = 4_096;

/** The least figure over `fails` that holds, where all of them do from some figure on. */
export async function leastThatHolds(
  fails: number,
  isHeldBy: (tokens: number) => Promise<boolean>,
): Promise<number | undefined> {
  let [least, most] = [fails, 2 * fails];
  for (; !(await isHeldBy(most)); most *= 2) {
    if (most >= MOST_TIMES * fails) return undefined;
    least = most;
  }
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (await isHeldBy(middle)) most = middle;
    else least = middle;
  }
  return most;
}
