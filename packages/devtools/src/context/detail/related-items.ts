import type { Decision } from '@agent-memory/core';
import type { ItemFacts, PlanFacts } from '../../source/devtools-source.ts';
import { formatCount, formatPlaces } from '../../words/format.ts';
import { itemTitle } from '../../words/item-words.ts';
import { entryKey, itemKey, rangeAt, rangeKey } from '../context-rows.ts';

/** A way from one row to another that explains it. `key` is that row's. */
export interface RelatedItem {
  readonly key: string;
  readonly relation: string;
  readonly title: string;
}

/** Ways from an item to the messages it stands for, to whatever displaced it, and to the message it travels in. */
export function relatedToItem(plan: PlanFacts, item: ItemFacts): readonly RelatedItem[] {
  return [
    ...(item.kind === 'condensed' ? rangesStoodForBy(plan, item.id) : []),
    ...relatedToDecision(plan, item.decision),
    ...livePlaces(plan, item),
  ];
}

/** The range that an original left with. */
export function relatedToEntry(plan: PlanFacts, seq: number): readonly RelatedItem[] {
  const range = rangeAt(plan, seq);
  if (!range) return [];
  const places = formatPlaces(range.fromSeq, range.toSeq);
  const title = `${formatCount(range.toSeq - range.fromSeq, 'message')} ${places}`;
  return [{ key: rangeKey(range.fromSeq), relation: 'Out of context with', title }];
}

function rangesStoodForBy(plan: PlanFacts, itemId: string): readonly RelatedItem[] {
  return plan.ranges
    .filter((range) => range.decision.by?.includes(itemId))
    .map(({ fromSeq, toSeq }) => ({
      key: rangeKey(fromSeq),
      relation: 'Stands for',
      title: `${formatCount(toSeq - fromSeq, 'message')} ${formatPlaces(fromSeq, toSeq)}`,
    }));
}

/** Ways to the items that are sent in place of the one that a decision is about. */
export function relatedToDecision(plan: PlanFacts, decision: Decision): readonly RelatedItem[] {
  return (decision.by ?? []).flatMap((id): readonly RelatedItem[] => {
    const item = plan.items.find((candidate) => candidate.id === id);
    if (!item) return [];
    const relation = item.kind === 'condensed' ? 'Summarised in' : 'Superseded by';
    return [{ key: itemKey(id), relation, title: itemTitle(item) }];
  });
}

function livePlaces(plan: PlanFacts, item: ItemFacts): readonly RelatedItem[] {
  const placement = plan.livePlacement;
  if (placement.kind !== 'inside') return [];
  if (item.tier === 'live') {
    const host = plan.items.find((candidate) => candidate.id === placement.itemId);
    return host
      ? [{ key: itemKey(host.id), relation: 'Travels inside', title: itemTitle(host) }]
      : [];
  }
  if (item.id !== placement.itemId) return [];
  return plan.items
    .filter((candidate) => candidate.tier === 'live')
    .map((live) => ({ key: itemKey(live.id), relation: 'Carries', title: itemTitle(live) }));
}

/** The way to a displacing entry that is itself not sent. */
export function relatedOriginal(seq: number): RelatedItem {
  return { key: entryKey(seq), relation: 'Superseded by', title: `Message #${seq}` };
}

/** Divides the parts of a live section; one that sends tokens is inside, whatever its fate is called. */
export function partsInOrder(parts: readonly Decision[]) {
  const isInside = ({ fate, tokens }: Decision) => fate === 'sent' || tokens.sent > 0;
  return { inside: parts.filter(isInside), leftOut: parts.filter((part) => !isInside(part)) };
}
