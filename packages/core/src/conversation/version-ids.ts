/** The id of a version of a message: its own, then `id~2`, `id~3` and so on. */
export function versionId(id: string, version: number): string {
  return version === 1 ? id : `${id}~${version}`;
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
    let version = 1;
    let id = item.id;
    while (given.has(id) || isTaken(id)) {
      version += 1;
      id = versionId(item.id, version);
    }
    given.add(id);
    return id === item.id ? item : { ...item, id };
  });
}
