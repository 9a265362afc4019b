/** Bounds of the budget control, in tokens of input. */
export const MIN_BUDGET = 2_000;
export const MAX_BUDGET = 32_000;
export const DEFAULT_BUDGET = 8_000;

/** The marks under the slider; each is twice the one before it. */
export const BUDGET_MARKS = [2_000, 4_000, 8_000, 16_000, 32_000] as const;

/** Steps of the slider between two marks: the way to twice as much is as long everywhere. */
const STEPS_PER_DOUBLING = 8;
const ROUND_TO = 100;

export const SLIDER_STEPS = STEPS_PER_DOUBLING * (BUDGET_MARKS.length - 1);

/** The budget at a place of the slider, in round figures. */
export function budgetAt(step: number): number {
  const tokens = MIN_BUDGET * 2 ** (step / STEPS_PER_DOUBLING);
  return clampBudget(Math.round(tokens / ROUND_TO) * ROUND_TO);
}

/** The place of the slider nearest to a budget. */
export function stepOf(budget: number): number {
  return Math.round(Math.log2(clampBudget(budget) / MIN_BUDGET) * STEPS_PER_DOUBLING);
}

export function clampBudget(tokens: number): number {
  return Math.min(MAX_BUDGET, Math.max(MIN_BUDGET, Math.round(tokens)));
}

/** The reading of a text that somebody typed into the field of the budget. */
export type TypedBudget =
  | { readonly kind: 'budget'; readonly tokens: number }
  /** Why it is no budget, as the beginning of a sentence without its stop. */
  | { readonly kind: 'problem'; readonly problem: string };

const RANGE = `from ${MIN_BUDGET.toLocaleString('en-US')} to ${MAX_BUDGET.toLocaleString('en-US')}`;

/** Digits, as one run or in groups of three: `16000`, `16,000`, `16 000`, `16.000`. */
const WHOLE_NUMBER = /^(?:\d+|\d{1,3}(?:[\s,._'’]\d{3})+)$/;

/** Reads what somebody typed. Nothing is guessed: what is no budget is a problem, never another budget. */
export function parseBudget(typed: string): TypedBudget {
  const text = typed.trim();
  if (text === '') return problem(`A budget is a whole number of tokens ${RANGE}`);
  if (!WHOLE_NUMBER.test(text)) {
    return problem(`“${shortened(text)}” is not a whole number of tokens ${RANGE}`);
  }
  const tokens = Number(text.replace(/\D/g, ''));
  if (tokens < MIN_BUDGET)
    return problem(`${shortened(text)} is too small: a budget is ${RANGE} tokens`);
  if (tokens > MAX_BUDGET)
    return problem(`${shortened(text)} is too large: a budget is ${RANGE} tokens`);
  return { kind: 'budget', tokens };
}

function problem(words: string): TypedBudget {
  return { kind: 'problem', problem: words };
}

/** A sentence has room for this much of what was typed. */
const MOST_QUOTED = 16;

function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
}
