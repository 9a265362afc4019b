import type { Message } from '../message/message.ts';
import type { Entry } from './entry.ts';
import { nextUnit, type OpenUnit, placeOf } from './transcript.ts';
import { freeVersion, versionId } from './version-ids.ts';

/** A session as a store holds it: every entry of every branch in the order of appending, and where it ends. */
export interface StoredPath {
  readonly entries: readonly Entry[];
  readonly headId: string | null;
}

/** A session as one page holds it. */
export interface OwnPath extends StoredPath {
  /** So many of the entries, from the first, were stored when this page last looked. */
  readonly stored: number;
  /** Where the conversation ended in the store then. */
  readonly storedHeadId: string | null;
}

/** The entries of a page that a store lacks, as they can stand in it. */
export interface Rebased {
  /** `behind`: the head's, both sides having only gone on. `branch`: on a branch of their own. */
  readonly kind: 'behind' | 'branch';
  /** To be stored behind all that is, in this order. A message that the store holds is not among them. */
  readonly entries: readonly Entry[];
  /** Where the conversation ends with them. */
  readonly headId: string | null;
  /** The entry that each of the page's entries is now, by the id that it had; ids that stayed are among them. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Tells whether a message of this page is what a store holds under its id. */
export type IsStoredAs = (own: Message, stored: Message) => boolean;

/**
 * Places what a page has and a store lacks, where another page has written to the store meanwhile
 * [NS-2]. Nothing of either side is lost, and each side keeps its order.
 *
 * - Where both only went on from one end, what is this page's follows what is the other's.
 * - Elsewhere it stays where it was said, as a branch, and the conversation ends where the store
 *   says. What follows an entry that the store has not got stands behind the nearest one that it has.
 * - A message that both have is there once. Another one under an id that is taken becomes its next version.
 *
 * Pure; costs what the session costs.
 */
export function rebased(stored: StoredPath, own: OwnPath, isStoredAs: IsStoredAs): Rebased {
  const placing = new Placing(stored.entries, own.entries, isStoredAs);
  const mine = own.entries.slice(own.stored);
  const isLeft = () => mine.some((entry) => placing.isLeft(entry, stored.headId));
  if (!wentOn(stored, own) || !isOneWayOn(own, mine) || isLeft()) {
    for (const entry of mine) placing.place(entry, placing.parentOf(entry));
    return { ...placing.placed(), kind: 'branch', headId: stored.headId };
  }
  let headId = stored.headId;
  for (const entry of mine) headId = placing.placeOnPath(entry, headId);
  return { ...placing.placed(), kind: 'behind', headId };
}

/** Tells whether the conversation in the store continues, by new entries alone, from where the page saw it end. */
function wentOn({ entries, headId }: StoredPath, own: OwnPath): boolean {
  const { stored, storedHeadId } = own;
  const added = new Map(entries.slice(stored).map((entry) => [entry.id, entry]));
  let id = headId;
  while (id !== storedHeadId) {
    const entry = id === null ? undefined : added.get(id);
    if (!entry) return false;
    id = entry.parentId;
  }
  return true;
}

/** Tells whether what the page added is one run behind the end that it saw. */
function isOneWayOn({ headId, storedHeadId }: OwnPath, mine: readonly Entry[]): boolean {
  let end = storedHeadId;
  for (const { id, parentId } of mine) {
    if (parentId !== end) return false;
    end = id;
  }
  return end === headId;
}

/** Entries on their way into a session that holds others. */
class Placing {
  readonly #byId: Map<string, Entry>;
  readonly #ownById: ReadonlyMap<string, Entry>;
  readonly #isStoredAs: IsStoredAs;
  readonly #first: number;
  readonly #entries: Entry[] = [];
  readonly #ids = new Map<string, string>();
  readonly #units = new Map<string | null, OpenUnit | undefined>([[null, undefined]]);

  constructor(stored: readonly Entry[], own: readonly Entry[], isStoredAs: IsStoredAs) {
    this.#byId = new Map(stored.map((entry) => [entry.id, entry]));
    this.#ownById = new Map(own.map((entry) => [entry.id, entry]));
    this.#isStoredAs = isStoredAs;
    this.#first = stored.length;
  }

  placed(): Pick<Rebased, 'entries' | 'ids'> {
    return { entries: this.#entries, ids: this.#ids };
  }

  /** The nearest entry before one that is here. */
  parentOf({ parentId }: Entry): string | null {
    let id = parentId;
    while (id !== null) {
      const now = this.#ids.get(id) ?? id;
      if (this.#byId.has(now)) return now;
      id = this.#ownById.get(id)?.parentId ?? null;
    }
    return null;
  }

  /** Tells whether an entry is stored where it was said, and the conversation has left it since. */
  isLeft(entry: Entry, headId: string | null): boolean {
    const there = this.#known(entry, ({ parentId }) => parentId === entry.parentId);
    return there !== undefined && !this.#isOnPath(there, headId);
  }

  /** The same message elsewhere is another one: it follows something else. */
  place(entry: Entry, parentId: string | null): void {
    const there = this.#known(entry, (version) => version.parentId === parentId);
    if (there) this.#ids.set(entry.id, there.id);
    else this.#add(entry, parentId);
  }

  /** Gives the end of the path, where the same message stands anywhere on it. */
  placeOnPath(entry: Entry, headId: string | null): string | null {
    const there = this.#known(entry, (version) => this.#isOnPath(version, headId));
    if (!there) return this.#add(entry, headId);
    this.#ids.set(entry.id, there.id);
    return headId;
  }

  /** The version of a message that was stored already, by a try whose answer was lost for one. */
  #known({ id, message }: Entry, isInPlace: (there: Entry) => boolean): Entry | undefined {
    for (let version = 1; ; version += 1) {
      const there = this.#byId.get(versionId(id, version));
      if (!there) return undefined;
      const isStored = placeOf(there) < this.#first;
      if (isStored && this.#isStoredAs(message, there.message) && isInPlace(there)) return there;
    }
  }

  #isOnPath({ id, seq }: Entry, headId: string | null): boolean {
    let entry = headId === null ? undefined : this.#byId.get(headId);
    while (entry && entry.seq > seq) entry = this.#parent(entry);
    return entry?.id === id;
  }

  #add({ position: _, ...entry }: Entry, parentId: string | null): string {
    const id = freeVersion(entry.id, (version) => this.#byId.has(version));
    const parent = parentId === null ? undefined : this.#byId.get(parentId);
    const seq = parent ? parent.seq + 1 : 0;
    const unit = nextUnit(this.#unitBehind(parentId), seq, entry.message);
    const position = this.#first + this.#entries.length;
    const placed: Entry = {
      ...{ ...entry, id, seq, parentId },
      ...(position !== seq && { position }),
      unitStart: unit.start,
    };
    this.#entries.push(placed);
    this.#byId.set(id, placed);
    this.#units.set(id, unit);
    this.#ids.set(entry.id, id);
    return id;
  }

  /** The unit that is open behind an entry; it follows from the entries of that unit alone. */
  #unitBehind(id: string | null): OpenUnit | undefined {
    if (this.#units.has(id)) return this.#units.get(id);
    const members: Entry[] = [];
    let entry = id === null ? undefined : this.#byId.get(id);
    const start = entry?.unitStart ?? 0;
    for (; entry && entry.seq >= start; entry = this.#parent(entry)) members.push(entry);
    let unit: OpenUnit | undefined;
    for (const { seq, message } of members.reverse()) unit = nextUnit(unit, seq, message);
    this.#units.set(id, unit);
    return unit;
  }

  #parent({ parentId }: Entry): Entry | undefined {
    return parentId === null ? undefined : this.#byId.get(parentId);
  }
}
