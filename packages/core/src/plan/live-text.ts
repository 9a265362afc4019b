import type { BarePlan, PlanItem } from './context-plan.ts';

/** The words of the live items, as they are sent; '' where there are none. Live items stand last. */
export function liveTextOf(items: readonly PlanItem[]): string {
  const texts: string[] = [];
  for (let index = items.length - 1; items[index]?.tier === 'live'; index -= 1) {
    const parts = items[index]?.message.parts ?? [];
    texts.unshift(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'));
  }
  return texts.join('\n\n');
}

/** Index of the item whose message live text stands in; -1 where it stands in none. */
export function liveHostIndex({ livePlacement, items }: BarePlan): number {
  if (livePlacement.kind !== 'inside') return -1;
  const { itemId } = livePlacement;
  return items.findLastIndex(
    ({ id, tier, kind }) => id === itemId && tier !== 'live' && kind !== 'tools',
  );
}
