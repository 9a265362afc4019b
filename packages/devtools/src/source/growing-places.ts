import type { ContextPlan, PlanItem } from '@agent-memory/core';
import type { TracedPlace } from './call-facts.ts';

/** From the form that says most to the one that says least. */
const BEST_FIRST = ['message', 'shortened', 'summary', 'archive', 'live', 'system'] as const;
const NEWEST_FIRST = ['working', 'archive', 'live', 'system'] as const;

/** The place that says most; among those of one form, that of the newest tier. */
export function bestOf(places: readonly TracedPlace[]): TracedPlace {
  for (const where of BEST_FIRST) {
    const tiers = places.filter((place) => place.where === where).map(({ tier }) => tier);
    const tier = NEWEST_FIRST.find((one) => tiers.includes(one));
    if (tier) return { where, tier };
  }
  return { where: 'absent' };
}

/** The form in which an item says what it says. */
export function placeOf(item: Pick<PlanItem, 'kind' | 'tier' | 'decision'>): TracedPlace {
  const { kind, tier, decision } = item;
  if (kind === 'condensed') return { where: 'summary', tier };
  if (!isMessage(item)) return placeOfMade(item);
  const isCut = decision.fate === 'trimmed' || decision.fate === 'evicted';
  return { where: isCut ? 'shortened' : 'message', tier };
}

/** The form of text that is made for each call: system text, tools, and sections. */
export function placeOfMade({ tier }: Pick<PlanItem, 'tier'>): TracedPlace {
  return { where: tier === 'working' ? 'message' : tier, tier };
}

function isMessage({ kind }: Pick<PlanItem, 'kind'>): boolean {
  return kind === 'entry' || kind === 'repair';
}

/**
 * Places of a phrase in contexts that only grew, from the plan of the last of them. The function that
 * it gives is asked for one after another, with the entries of each; none has fewer than that before it.
 *
 * @param holding the items of that plan that hold the phrase
 */
export function growingPlaces(
  plan: ContextPlan | undefined,
  holding: readonly PlanItem[],
): (entries: number) => readonly TracedPlace[] {
  const workingStart = growingWorkingStart(plan);
  const said = holding.filter(isMessage);
  const settled = holding.filter(({ kind }) => kind === 'condensed').map(placeOf);
  const newest = new Map<TracedPlace['where'], number>();
  let at = 0;
  return (entries) => {
    for (let item = said[at]; item && (item.seq ?? 0) < entries; item = said[at]) {
      const place = placeOf(item);
      if (place.tier === 'system') settled.push(place);
      else newest.set(place.where, item.seq ?? 0);
      at += 1;
    }
    const start = workingStart(entries);
    const messages = [...newest].map(
      ([where, seq]): TracedPlace => ({ where, tier: seq >= start ? 'working' : 'archive' }),
    );
    return [...settled, ...messages];
  };
}

/** The working tier begins with the newest two turns, behind the first request and the last range that left. */
function growingWorkingStart(plan: ContextPlan | undefined): (entries: number) => number {
  const requests = (plan?.items ?? []).flatMap(({ kind, message, seq }) =>
    kind === 'entry' && message.role === 'user' && seq !== undefined ? seq : [],
  );
  const ends = (plan?.ranges ?? []).map(({ toSeq }) => toSeq);
  let heard = 0;
  let left = 0;
  return (entries) => {
    while ((requests[heard] ?? entries) < entries) heard += 1;
    while ((ends[left] ?? entries + 1) <= entries) left += 1;
    const afterAnchor = heard === 0 ? 0 : (requests[0] ?? 0) + 1;
    return Math.max(afterAnchor, ends[left - 1] ?? 0, requests[heard - 2] ?? 0);
  };
}
