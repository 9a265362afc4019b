import { checkGiven, checkOption } from '../errors/check-option.ts';
import { type KnownNames, refuseUnknown } from '../errors/refuse-unknown.ts';
import { type BudgetOptions, createBudget, type TokenBudget } from './token-budget.ts';

const FIGURES = {
  contextWindow: true,
  replyTokens: true,
  safetyTokens: true,
  toolResultTokens: true,
  reservedTokens: true,
  inputTokens: true,
  highTokens: true,
  lowTokens: true,
  pacing: true,
} as const satisfies KnownNames<TokenBudget>;

/**
 * A budget from either form: options are worked out, a ready budget is checked.
 *
 * @throws InvalidOptionError if it is neither, or its figures make no sense.
 */
export function resolveBudget(budget: TokenBudget | BudgetOptions): TokenBudget {
  checkGiven(typeof budget === 'object' && budget !== null, 'budget', 'an object', budget);
  if (!('inputTokens' in budget)) return createBudget(budget);
  refuseUnknown(budget, FIGURES, 'budget');
  const { inputTokens, highTokens, lowTokens, contextWindow } = budget;
  const figures = [inputTokens, highTokens, lowTokens, contextWindow];
  checkOption(
    figures.every(Number.isFinite),
    'budget',
    'must hold numbers, as `createBudget` gives them.',
  );
  const isWhole = figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0);
  const isOrdered = lowTokens <= highTokens && highTokens <= inputTokens;
  checkOption(
    isWhole && isOrdered && inputTokens > 0 && inputTokens <= contextWindow,
    'budget',
    `makes no sense: low ${lowTokens} ≤ high ${highTokens} ≤ input ${inputTokens} ≤ window ${contextWindow} must hold, in whole tokens.`,
  );
  return budget;
}
