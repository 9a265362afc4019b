import { dueAtTokens } from '../compactions/schedule-words.ts';
import type { PlanFacts } from '../source/devtools-source.ts';
import { formatWhole } from '../words/format.ts';
import { SEND_ORDER } from '../words/item-words.ts';

/** One stretch of the budget bar: a tier, `free` or `headroom`. */
export type BarPart = string;

export interface BarSegment {
  readonly part: BarPart;
  readonly tokens: number;
}

export interface BarTick {
  /** `due` is where the next compaction comes if the context continues growing. */
  readonly mark: 'low' | 'high' | 'limit' | 'due';
  readonly tokens: number;
  /** Place on the bar, 0…1. */
  readonly at: number;
  /** The next compaction is due here, at a watermark or the limit. */
  readonly isDue?: true;
}

/** The context window as one bar: what is sent by tier, what is free, what is kept free. */
export interface BudgetBar {
  /** The whole bar: the window, or what is sent where that is more. */
  readonly totalTokens: number;
  readonly segments: readonly BarSegment[];
  readonly ticks: readonly BarTick[];
  /** Tokens over the input budget; 0 when it holds. */
  readonly overTokens: number;
}

/** Lays a plan out as a bar. Segments add up to `totalTokens`, always. */
export function budgetBar(plan: PlanFacts): BudgetBar {
  const { contextWindow, inputTokens, highTokens, lowTokens } = plan.budget;
  const tiers = tokensByTier(plan);
  const sentTokens = tiers.reduce((all, { tokens }) => all + tokens, 0);
  const totalTokens = Math.max(contextWindow, sentTokens);
  const filledOrFree = Math.max(inputTokens, sentTokens);
  const segments: readonly BarSegment[] = [
    ...tiers,
    { part: 'free', tokens: filledOrFree - sentTokens },
    { part: 'headroom', tokens: totalTokens - filledOrFree },
  ];
  return {
    totalTokens,
    segments,
    ticks: ticks({
      lowTokens,
      highTokens,
      inputTokens,
      totalTokens,
      dueTokens: dueAtTokens(plan.schedule, plan.budget),
    }),
    overTokens: Math.max(0, sentTokens - inputTokens),
  };
}

/** The known tiers in send order; then others that the plan fills, so that none of it is missing. */
function tokensByTier({ tiers, items }: PlanFacts): readonly BarSegment[] {
  const totals: Readonly<Record<string, { readonly tokens: number }>> = tiers;
  const names = new Set<string>([...SEND_ORDER, ...Object.keys(totals)]);
  for (const { tier } of items) names.add(tier);
  names.delete('headroom');
  return [...names].map((part) => ({ part, tokens: totals[part]?.tokens ?? sentIn(items, part) }));
}

function sentIn(items: PlanFacts['items'], part: BarPart): number {
  return items
    .filter(({ tier }) => tier === part)
    .reduce((all, { decision }) => all + decision.tokens.sent, 0);
}

function ticks(figures: {
  readonly lowTokens: number;
  readonly highTokens: number;
  readonly inputTokens: number;
  readonly totalTokens: number;
  readonly dueTokens: number | undefined;
}): readonly BarTick[] {
  const { lowTokens, highTokens, inputTokens, totalTokens, dueTokens } = figures;
  const tick = (mark: BarTick['mark'], tokens: number): BarTick => ({
    mark,
    tokens,
    at: totalTokens === 0 ? 0 : tokens / totalTokens,
    ...(tokens === dueTokens && { isDue: true }),
  });
  const marks = [
    tick('low', lowTokens),
    ...(highTokens === inputTokens ? [] : [tick('high', highTokens)]),
    tick('limit', inputTokens),
  ];
  if (dueTokens === undefined || marks.some(({ isDue }) => isDue)) return marks;
  return [...marks, tick('due', dueTokens)].sort((a, b) => a.tokens - b.tokens);
}

/** `1,234 of 8,000 tokens · counted`, with the window where it is not the budget, and a refusal. */
export function totalsLine({ totalTokens, budget, tokenSource, isRefused }: PlanFacts): string {
  const { inputTokens, contextWindow } = budget;
  const window = contextWindow === inputTokens ? '' : ` · window ${formatWhole(contextWindow)}`;
  const outcome = isRefused ? ' · refused, nothing was sent' : '';
  return `${formatWhole(totalTokens)} of ${formatWhole(inputTokens)} tokens · ${tokenSource}${outcome}${window}`;
}
