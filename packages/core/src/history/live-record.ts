import type { LivePlace } from '../live/live-placement.ts';
import type { ContextPlan } from '../plan/context-plan.ts';
import type { PlanItem } from '../plan/plan-item.ts';
import { archiveSectionsIn } from '../plan/with-archive-sections.ts';
import type { LiveRecord } from './history-record.ts';

/** One object for every context without live text: comparing two of them costs nothing. */
const NOTHING_LIVE: LiveRecord = Object.freeze({
  items: Object.freeze([]),
  withheld: Object.freeze([]),
});

/**
 * The live tier of a plan as history keeps it, behind the sections of the archive tier. `rewrittenTokens` of an item is left out where it
 * follows from the plan's `livePlacement`: it differs from call to call, and would have the same text
 * stored with each of them.
 */
export function liveRecordOf({ items, tiers, livePlacement, withheld }: ContextPlan): LiveRecord {
  const archive = archiveSectionsIn(items);
  if (archive.length + tiers.live.items + withheld.length === 0) return NOTHING_LIVE;
  // The live tier is the end of a plan; the rest of a long context is not walked.
  const live = items.slice(items.length - tiers.live.items);
  const costs = rewrittenTokensOf(live, livePlacement);
  const ofLive = live.map((item, at) => withoutCost(item, costs[at]));
  return { items: [...archive, ...ofLive], withheld };
}

/** The items of a live tier that history kept, as the plan had them that stood at this place. */
export function liveItemsOf({ items }: LiveRecord, place: LivePlace): readonly PlanItem[] {
  const live = items.filter(({ tier }) => tier === 'live');
  const costs = rewrittenTokensOf(live, place);
  return live.map((item, at) => withCost(item, costs[at]));
}

/** A change of one item makes those behind it be read anew, not those ahead of it. */
function rewrittenTokensOf(
  items: readonly PlanItem[],
  place: LivePlace,
): readonly (number | undefined)[] {
  let left = place.kind === 'none' ? undefined : place.rewrittenTokens;
  return items.map(({ decision }) => {
    const rewrittenTokens = left;
    if (left !== undefined) left -= decision.tokens.sent;
    return rewrittenTokens;
  });
}

function withoutCost(item: PlanItem, cost: number | undefined): PlanItem {
  const { rewrittenTokens, ...numbers } = item.decision.numbers;
  if (rewrittenTokens !== cost) return item;
  return { ...item, decision: { ...item.decision, numbers } };
}

function withCost(item: PlanItem, cost: number | undefined): PlanItem {
  const { decision } = item;
  if (cost === undefined || Object.hasOwn(decision.numbers, 'rewrittenTokens')) return item;
  const numbers = { ...decision.numbers, rewrittenTokens: cost };
  return { ...item, decision: { ...decision, numbers } };
}
