import type { Message } from '@agent-memory/core';

/** An object that holds a message: an item of a plan, or an original with its id. */
interface HoldsMessage {
  readonly message: Message;
}

/** Items whose messages are one message in the format that they came in, in their order; often a single one. */
export type JoinedItems<Item> = readonly [Item, ...Item[]];

/**
 * Neighbours in groups: what a format had in one message, and what is kept apart here, is together
 * again. A message continues from the one before it where it `continues` and both came in the same
 * format. The items are given as they are, so that each keeps its id.
 *
 * @param belongs a format's own word on it, given the first of the group and the one that continues.
 * In a view the piece in between may have left, and what stands ahead may then be another message.
 */
export function joinedMessages<Item extends HoldsMessage>(
  items: readonly Item[],
  belongs: (first: Message, next: Message) => boolean = () => true,
): readonly JoinedItems<Item>[] {
  const groups: [Item, ...Item[]][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    const goesOn = group && continuesFrom(group[0].message, item.message);
    if (group && goesOn && belongs(group[0].message, item.message)) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

function continuesFrom(first: Message, next: Message): boolean {
  return next.continues === true && next.format !== undefined && next.format === first.format;
}

/** Items in the order in which they stood in one message: those of `places` were read ahead of the others. */
export function inTheirPlaces<Item>(items: readonly Item[], places: unknown): readonly Item[] {
  if (!Array.isArray(places)) return items;
  let ahead = 0;
  let behind = places.length;
  return items.flatMap((_, index) => {
    const from = places.includes(index) ? ahead++ : behind++;
    return items.slice(from, from + 1);
  });
}
