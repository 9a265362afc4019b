/** Gives out ids, each of them once. */
export class FreeIds {
  readonly #taken: Set<string>;

  /** @param reserved ids that are never given out; default: none. */
  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved);
  }

  /** The preferred id if it is free, else the first of `id_2`, `id_3` … that is. */
  take(preferred: string): string {
    let id = preferred;
    for (let copy = 2; this.#taken.has(id); copy += 1) id = `${preferred}_${copy}`;
    this.#taken.add(id);
    return id;
  }
}
