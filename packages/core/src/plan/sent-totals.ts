import type { TierTotal } from './context-plan.ts';
import type { PlanItem } from './plan-item.ts';
import type { SentTier } from './tier.ts';

/** The totals up to some place in the context. */
export interface SentTotals {
  readonly tokens: number;
  /** Items whose figure is no exact count. */
  readonly estimatedItems: number;
  readonly tiers: Readonly<Record<SentTier, TierTotal>>;
}

const NONE: TierTotal = { tokens: 0, items: 0 };

export const NOTHING_SENT: SentTotals = {
  tokens: 0,
  estimatedItems: 0,
  tiers: { system: NONE, archive: NONE, working: NONE, live: NONE },
};

/** The totals with some more items, all of one tier. */
export function totalsWith(
  totals: SentTotals,
  added: readonly PlanItem[],
  tier: SentTier,
): SentTotals {
  let addedTokens = 0;
  let { estimatedItems } = totals;
  for (const { decision } of added) {
    addedTokens += decision.tokens.sent;
    if (decision.tokens.source !== 'counted') estimatedItems += 1;
  }
  const { system, archive, working, live } = totals.tiers;
  const grown = {
    tokens: totals.tiers[tier].tokens + addedTokens,
    items: totals.tiers[tier].items + added.length,
  };
  // Spelled out: plans are made on every append, and a computed name would cost more than all the rest.
  const tiers = {
    system: tier === 'system' ? grown : system,
    archive: tier === 'archive' ? grown : archive,
    working: tier === 'working' ? grown : working,
    live: tier === 'live' ? grown : live,
  };
  return { tokens: totals.tokens + addedTokens, estimatedItems, tiers };
}
