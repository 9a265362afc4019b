/** The id of a version of a message: its own, then `id~2`, `id~3` and so on. */
export function versionId(id: string, version: number): string {
  return version === 1 ? id : `${id}~${version}`;
}

/**
 * The id itself where it is free, or else its next version. Versions follow one another, so the
 * search doubles its way to one that is free, and halves it back to the first behind those taken.
 */
export function freeVersion(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  let taken = 1;
  let free = 2;
  while (isTaken(versionId(id, free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2);
    if (isTaken(versionId(id, middle))) taken = middle;
    else free = middle;
  }
  return versionId(id, free);
}

/**
 * Messages under ids that are free: one whose id is taken, by an entry or further ahead in the list,
 * becomes its next version. Those without an id stay as they are.
 */
export function withFreeIds<Item extends { readonly id?: string }>(
  list: readonly Item[],
  isTaken: (id: string) => boolean,
): readonly Item[] {
  const given = new Set<string>();
  return list.map((item) => {
    if (item.id === undefined) return item;
    const id = freeVersion(item.id, (version) => given.has(version) || isTaken(version));
    given.add(id);
    return id === item.id ? item : { ...item, id };
  });
}
