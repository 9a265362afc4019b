/** Index of the item whose span `[from, to)` holds a place, by halving a list in order; -1 if none does. */
export function indexOfSpanAt<Item extends object>(
  items: readonly Item[],
  place: number,
  spanOf: (item: Item, index: number) => readonly [from: number, to: number],
): number {
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (!item) break;
    const [from, to] = spanOf(item, middle);
    if (place < from) high = middle - 1;
    else if (place >= to) low = middle + 1;
    else return middle;
  }
  return -1;
}
