import { textOf } from '../message/message.ts';
import type { HostItem, LivePlace } from './live-placement.ts';

/** A context, as far as live text in it is looked for. */
export interface LiveContext {
  /** In send order; live ones last. */
  readonly items: readonly HostItem[];
  readonly livePlacement: LivePlace;
}

/**
 * The words of all live items as one text, in the order in which they are sent; '' where there are
 * none. For a format: `livePlacement` of the plan says where it stands [TIER-4].
 *
 * @example
 * const live = liveTextOf(memory.plan().items);
 */
export function liveTextOf(items: readonly HostItem[]): string {
  let text = '';
  for (let index = firstLiveIndex(items); index < items.length; index += 1) {
    const item = items[index];
    if (item) text += `${text && '\n\n'}${textOf(item.message)}`;
  }
  return text;
}

/** Index of the first live item; the number of items where there is none. They stand last. */
export function firstLiveIndex(items: readonly Pick<HostItem, 'tier'>[]): number {
  let index = items.length;
  while (items[index - 1]?.tier === 'live') index -= 1;
  return index;
}

/** Index of the item whose message live text stands in; -1 where it stands in none. */
export function liveHostIndex({ livePlacement, items }: LiveContext): number {
  if (livePlacement.kind !== 'inside') return -1;
  const { itemId } = livePlacement;
  return items.findLastIndex(
    ({ id, tier, kind }) => id === itemId && tier !== 'live' && kind !== 'tools',
  );
}

/** The figures that are read from a decision on a section. */
interface LiveFigures {
  readonly tokens: { readonly raw: number };
  readonly numbers: Readonly<Record<string, number>>;
}

/** Tokens that the live tier would fill if the rest of the context left it room: each section up to its share. */
export function liveTokensWanted(
  items: readonly { readonly tier: string; readonly decision: LiveFigures }[],
  withheld: readonly LiveFigures[],
): number {
  const sent = items.slice(firstLiveIndex(items)).map(({ decision }) => decision);
  return [...sent, ...withheld].reduce(
    (sum, { tokens, numbers }) => sum + Math.min(tokens.raw, numbers.shareTokens ?? tokens.raw),
    0,
  );
}
