/** The first `most` items in this order, without sorting all of them: n items cost n log `most` at most. */
export function firstBy<Item>(
  items: Iterable<Item>,
  most: number,
  order: (one: Item, other: Item) => number,
): Item[] {
  const first: Item[] = [];
  let last: Item | undefined;
  for (const item of items) {
    if (last !== undefined && order(last, item) <= 0) continue;
    first.push(item);
    if (first.length < 2 * most) continue;
    first.sort(order).splice(most);
    last = first.at(-1);
  }
  return first.sort(order).slice(0, most);
}
