// @ts-check

/**
 * `Map.groupBy`, which the oldest Node that this repository runs on does not have.
 *
 * @template Item
 * @template Key
 * @param {readonly Item[]} items
 * @param {(item: Item) => Key} keyOf
 * @returns {Map<Key, Item[]>} in the order in which the keys come up
 */
export function grouped(items, keyOf) {
  /** @type {Map<Key, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
