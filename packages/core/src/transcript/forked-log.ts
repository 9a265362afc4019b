import type { Entry } from './entry.ts';
import { type Branch, EntryLog } from './entry-log.ts';
import { placeOf } from './transcript.ts';

/** The log of a conversation that went several ways: the entries of one, and what stands elsewhere. */
export class ForkedLog extends EntryLog {
  readonly #elsewhere: readonly Entry[];
  readonly #byId: ReadonlyMap<string, Entry>;

  /** @param elsewhere entries of other branches, in the order of appending */
  constructor(path: readonly Entry[], elsewhere: readonly Entry[]) {
    super(path);
    this.#elsewhere = elsewhere;
    this.#byId = new Map(elsewhere.map((entry) => [entry.id, entry]));
  }

  override get elsewhere(): readonly Entry[] {
    return this.#elsewhere;
  }

  override findElsewhere(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  override fork(length: number): EntryLog {
    return new ForkedLog(this.slice(0, length), this.#elsewhere);
  }

  /** In the order in which they ended; costs what stands elsewhere. */
  override branches(length: number): readonly Branch[] {
    const ends = new Map<string | null, Entry>();
    /** For each entry elsewhere, the last one on the way to it that is on this path. */
    const forks = new Map<string | null, string | null>();
    for (const entry of this.#elsewhere) {
      const { id, parentId } = entry;
      const fork = forks.get(parentId);
      forks.set(id, fork === undefined ? parentId : fork);
      ends.delete(parentId);
      ends.set(id, entry);
    }
    const others = [...ends.values()].map((entry) => {
      const { id: headId, seq } = entry;
      const forkedAfter = forks.get(headId) ?? null;
      const branch = { headId, entries: seq + 1, forkedAfter, isCurrent: false };
      return { place: placeOf(entry), branch };
    });
    const current = super.branches(length).map((branch) => {
      return { place: placeOf(this.at(length - 1)), branch };
    });
    return [...others, ...current].sort((a, b) => a.place - b.place).map(({ branch }) => branch);
  }

  /** Places on a path only rise, and are never less than where their entries stand. */
  override seqAt(place: number): number | undefined {
    let seq = Math.min(place, this.length - 1);
    while (seq >= 0 && placeOf(this.at(seq)) > place) seq -= 1;
    return seq >= 0 && placeOf(this.at(seq)) === place ? seq : undefined;
  }
}
