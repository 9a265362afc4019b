import type { TokenBudget } from './budget/token-budget.ts';
import { predictedTokens, type TokenLedger, type TokenUsage } from './token-ledger.ts';

const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 2;
// A power of two, so that products of factors and counts are exact.
const FACTOR_STEP = 1 / 64;
const RESERVED_STEP_TOKENS = 32;
/** How far an observed factor is followed at once. */
const DAMPING = 0.5;
/** A prediction this near is right: the ledger stays, and with it the budget and the prompt cache. */
const TOLERATED_SHARE = 0.01;
const TOLERATED_TOKENS = 32;
/** Between two reports this far apart, framing and rounding do not pass for drift. */
const TELLING_DIFFERENCE_TOKENS = 512;
/** From here on a first report tells a drift from what a server adds to a short question. */
const TELLING_FIRST_TOKENS = 1_024;
const FAR_OFF = 100;

/**
 * Says why a report is not believed, or `undefined` if `withUsage` would learn from it: a figure is no
 * count, or it is 100 times more than predicted (or than 512 tokens, where that is more), or 100 times less
 * than planned.
 */
export function usageFaultOf(ledger: TokenLedger, usage: TokenUsage): string | undefined {
  const { plannedTokens, reportedTokens, cachedTokens } = usage;
  const areCounts = [plannedTokens, reportedTokens, cachedTokens ?? 0].every(isCount);
  const isSent = plannedTokens > 0 && reportedTokens > 0 && (cachedTokens ?? 0) <= reportedTokens;
  if (!areCounts || !isSent) {
    const cached = cachedTokens === undefined ? '' : `, ${cachedTokens} of them cached,`;
    return `${reportedTokens} tokens${cached} cannot be a count of what was sent`;
  }
  const expected = predictedTokens(ledger, plannedTokens);
  // A server's own text may be many times a short question, so only what is left of it is compared.
  const isFarAbove = reportedTokens > FAR_OFF * Math.max(expected, TELLING_DIFFERENCE_TOKENS);
  if (!isFarAbove && reportedTokens * FAR_OFF >= plannedTokens) return undefined;
  return `${reportedTokens} tokens for a context of ${plannedTokens} cannot be meant`;
}

/**
 * Learns from one report.
 *
 * - A report with a fault (`usageFaultOf`) is refused: the very same ledger comes back.
 * - A prediction within 1 % or 32 tokens was right: factor and reserved tokens stay as they are.
 * - Where reserved tokens were declared, the first report corrects them. Where none were, a first
 *   report on a long context corrects the factor.
 * - Later reports correct the factor by the difference to the one before, halfway each time, and
 *   the reserved tokens by what is left, so that the line goes through the newest report.
 */
export function withUsage(ledger: TokenLedger, usage: TokenUsage): TokenLedger {
  if (usageFaultOf(ledger, usage) !== undefined) return ledger;
  const { plannedTokens, reportedTokens } = usage;
  const noted = { ...ledger, last: usage, reports: ledger.reports + 1 };
  const error = Math.abs(reportedTokens - predictedTokens(ledger, plannedTokens));
  if (error <= Math.max(TOLERATED_TOKENS, TOLERATED_SHARE * reportedTokens)) return noted;
  return { ...noted, ...lineThrough(usage, learnedFactor(ledger, usage)) };
}

/** Gives the tokens that may arrive at the provider as input, the server's own included. */
export function providerInputTokens(budget: TokenBudget): number {
  return budget.inputTokens + budget.reservedTokens;
}

/**
 * The input budget in our count, rounded down, 0 if a server's own text fills it: up to here, and no
 * further, `predictedTokens` stays within `providerInputTokens`.
 */
export function correctedInputTokens(ledger: TokenLedger, budget: TokenBudget): number {
  const room = providerInputTokens(budget) - ledger.reservedTokens;
  return Math.max(0, Math.floor(room / ledger.factor));
}

/** The observed factor, followed halfway; the old one where the report does not tell. */
function learnedFactor(ledger: TokenLedger, usage: TokenUsage): number {
  const { factor, last, reservedTokens } = ledger;
  if (last === undefined) {
    const isDeclared = reservedTokens > 0;
    if (isDeclared || usage.plannedTokens < TELLING_FIRST_TOKENS) return factor;
    return clampedFactor(usage.reportedTokens / usage.plannedTokens);
  }
  const planned = usage.plannedTokens - last.plannedTokens;
  if (Math.abs(planned) < TELLING_DIFFERENCE_TOKENS) return factor;
  const observed = clampedFactor((usage.reportedTokens - last.reportedTokens) / planned);
  return factor + DAMPING * (observed - factor);
}

/** The line with about this factor through a report; less steep where it would begin below 0. */
function lineThrough(
  { plannedTokens, reportedTokens }: TokenUsage,
  wanted: number,
): Pick<TokenLedger, 'factor' | 'reservedTokens'> {
  const steepest = clampedFactor(reportedTokens / plannedTokens);
  const factor = quantised(Math.min(wanted, steepest));
  const rest = Math.max(0, reportedTokens - factor * plannedTokens);
  return {
    factor,
    reservedTokens: Math.ceil(rest / RESERVED_STEP_TOKENS) * RESERVED_STEP_TOKENS,
  };
}

function clampedFactor(factor: number): number {
  return Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor));
}

function quantised(factor: number): number {
  return Math.round(factor / FACTOR_STEP) * FACTOR_STEP;
}

function isCount(tokens: number): boolean {
  return Number.isSafeInteger(tokens) && tokens >= 0;
}
