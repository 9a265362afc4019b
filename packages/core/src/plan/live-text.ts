import { textOf } from '../message/message.ts';
import type { BarePlan, PlanItem } from './context-plan.ts';

/** The words of the live item, as they are sent; '' where there is none. It stands last. */
export function liveTextOf(items: readonly PlanItem[]): string {
  const last = items.at(-1);
  return last?.tier === 'live' ? textOf(last.message) : '';
}

/** Index of the item whose message live text stands in; -1 where it stands in none. */
export function liveHostIndex({ livePlacement, items }: BarePlan): number {
  if (livePlacement.kind !== 'inside') return -1;
  const { itemId } = livePlacement;
  return items.findLastIndex(
    ({ id, tier, kind }) => id === itemId && tier !== 'live' && kind !== 'tools',
  );
}
