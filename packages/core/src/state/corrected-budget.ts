import type { TokenBudget } from '../budget/token-budget.ts';
import { correctedInputTokens } from '../tokens/ledger.ts';
import type { TokenLedger } from '../tokens/token-ledger.ts';
import type { OverflowState } from './snapshot.ts';

/**
 * However far off a report was, the budget keeps this share, so that contexts go on being made and
 * the next honest report can put it right.
 */
const LEAST_SHARE = 1 / 8;

/**
 * The budget in our tokens that keeps to the provider's: one number for trigger, cut and display
 * [TOK-5]. `undefined` while nothing has to be corrected.
 */
export function correctedBudget(
  budget: TokenBudget,
  ledger: TokenLedger,
  overflow: OverflowState | undefined,
): TokenBudget | undefined {
  const leastTokens = Math.ceil(LEAST_SHARE * budget.inputTokens);
  const learnedTokens = Math.max(leastTokens, correctedInputTokens(ledger, budget));
  const limitTokens = overflow?.limitTokens ?? Number.POSITIVE_INFINITY;
  const inputTokens = Math.min(learnedTokens, limitTokens);
  if (inputTokens === budget.inputTokens) return undefined;
  const share = inputTokens / budget.inputTokens;
  // Where the provider counts fewer, its window holds more of ours; what is kept free stays the same.
  const moreTokens = Math.max(0, inputTokens - budget.inputTokens);
  return Object.freeze({
    ...budget,
    contextWindow: budget.contextWindow + moreTokens,
    inputTokens,
    highTokens: Math.floor(budget.highTokens * share),
    lowTokens: Math.floor(budget.lowTokens * share),
  });
}
