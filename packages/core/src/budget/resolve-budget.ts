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

/** The memory that a budget is for, as far as defaults depend on it. */
export interface BudgetHost {
  /** The model is given tools, so results of theirs may come in the middle of a run. */
  readonly hasTools: boolean;
  /** A model may have to summarise, which takes time and room. */
  readonly hasSummarizer: boolean;
}

/** Where a model may have to summarise, it is asked from this share of the input budget on [BUD-2]. */
const MODEL_HIGH = 0.85;

/**
 * A budget from either form: options are worked out, a ready budget is checked. Marks that nobody
 * chose are the same for both forms.
 *
 * @throws InvalidOptionError if it is neither, or its figures make no sense.
 */
export function resolveBudget(
  given: TokenBudget | BudgetOptions,
  { hasTools, hasSummarizer }: BudgetHost,
): TokenBudget {
  checkGiven(typeof given === 'object' && given !== null, 'budget', 'an object', given);
  const budget =
    'inputTokens' in given ? checked(given) : createBudget(optionsFor(given, hasTools));
  const { inputTokens, highTokens, lowTokens, pacing } = budget;
  const isMarked = pacing === 'watermarks' || highTokens < inputTokens;
  if (!hasSummarizer || isMarked) return budget;
  return Object.freeze({
    ...budget,
    highTokens: Math.max(lowTokens, Math.floor(MODEL_HIGH * inputTokens)),
  });
}

/** Nothing is kept free for results of tools that there are not [BUD-6]. */
function optionsFor(options: BudgetOptions, hasTools: boolean): BudgetOptions {
  const mayHaveTools = hasTools || options.reserved?.tools !== undefined;
  return mayHaveTools ? options : { ...options, toolResultTokens: options.toolResultTokens ?? 0 };
}

function checked(budget: TokenBudget): TokenBudget {
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
