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

/** The budget somebody typed; `undefined` for what is no number. */
export function parseBudget(text: string): number | undefined {
  const digits = text.replace(/[\s,._']/g, '');
  if (!/^\d+$/.test(digits)) return undefined;
  return clampBudget(Number(digits));
}
