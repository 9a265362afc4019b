import type { TokenCount } from '../tokens/token-counter.ts';
import type { Entry } from './entry.ts';

/** One of the ways a conversation went; each ends in an entry that nothing follows. */
export interface Branch {
  /** The entry it ends with; `moveHead` takes it up. */
  readonly headId: string;
  /** Entries from the start to its end. */
  readonly entries: number;
  /** The last entry that it shares with the current one; `null` for the current one itself, and where they share none. */
  readonly forkedAfter: string | null;
  readonly isCurrent: boolean;
}

const NOTHING: readonly Entry[] = [];

/** An entry that is stored and not read yet was asked for. */
export class EntriesNotLoaded extends RangeError {}

/**
 * The append-only list of entries that all snapshots of a conversation share. In a session with
 * several branches it is a `ForkedLog`, which knows the entries that stand elsewhere; what this
 * class says of branches holds for a session that has but one.
 *
 * - Appending costs the same however long the log is; no snapshot copies it.
 * - A snapshot reads only up to its own length, so what comes later does not change it.
 * - Extending an old snapshot forks the log; the newer entries stay with the snapshots that have them.
 * - An entry's token count may be measured better; that is a measurement, not a decision, and every
 *   snapshot sees it [TOK-3].
 * - Entries may be missing that are stored and not read yet. They are filled in once; that is no
 *   decision either, and every snapshot sees it [STO-9].
 */
export class EntryLog {
  readonly #entries: (Entry | undefined)[];
  readonly #seqById = new Map<string, number>();
  readonly #measured: number[] = [];
  #unloaded: number;

  /** @param entries `undefined` for one that is not read yet */
  constructor(entries: readonly (Entry | undefined)[] = []) {
    this.#entries = [...entries];
    this.#unloaded = entries.length;
    this.fill(0, entries);
  }

  get length(): number {
    return this.#entries.length;
  }

  /** How often a count was replaced: who remembers entries of this log looks here whether they still hold. */
  get measurements(): number {
    return this.#measured.length;
  }

  /** The places whose counts were replaced since there had been so many `measurements`. */
  measuredSince(measurements: number): readonly number[] {
    return this.#measured.slice(measurements);
  }

  /** How many entries are stored and not read yet. */
  get unloaded(): number {
    return this.#unloaded;
  }

  /** The first place from this one on that is not of an entry that is still to be read. */
  loadedFrom(seq: number): number {
    let loaded = seq;
    while (loaded < this.length && !this.#entries[loaded]) loaded += 1;
    return loaded;
  }

  /** Entries that were read, in their places. */
  fill(fromSeq: number, entries: readonly (Entry | undefined)[]): void {
    let seq = fromSeq;
    for (const entry of entries) {
      if (entry) {
        this.#entries[seq] = entry;
        this.#seqById.set(entry.id, seq);
        this.#unloaded -= 1;
      }
      seq += 1;
    }
  }

  /** @throws EntriesNotLoaded if it is still to be read. */
  at(seq: number): Entry {
    const entry = this.#entries[seq];
    if (entry) return entry;
    const isStored = seq >= 0 && seq < this.length;
    throw new (isStored ? EntriesNotLoaded : RangeError)(`No entry at ${seq}.`);
  }

  /** Entries of other branches, in the order of appending; one shared empty list where there are none. */
  get elsewhere(): readonly Entry[] {
    return NOTHING;
  }

  /** The entry of this id on another branch. */
  findElsewhere(_id: string): Entry | undefined {
    return undefined;
  }

  /** Every way the conversation went, seen from the one that ends with the first `length` entries. */
  branches(length: number): readonly Branch[] {
    const headId = this.#entries[length - 1]?.id;
    if (headId === undefined) return [];
    return [{ headId, entries: length, forkedAfter: null, isCurrent: true }];
  }

  /** Position of the entry with this id, wherever it is in the log. */
  seqOf(id: string): number | undefined {
    return this.#seqById.get(id);
  }

  /** Those among them that are read. */
  slice(fromSeq: number, toSeq: number): readonly Entry[] {
    const entries = this.#entries.slice(fromSeq, toSeq);
    return (this.#unloaded > 0 ? entries.filter(Boolean) : entries) as Entry[];
  }

  /** The log with `entry` behind the first `length` entries: this one, or a fork when it has more. */
  extended(length: number, entry: Entry): EntryLog {
    const log = length === this.length ? this : this.fork(length);
    log.#entries.push(entry);
    log.#seqById.set(entry.id, entry.seq);
    return log;
  }

  /** Another log of the first `length` entries. */
  fork(length: number): EntryLog {
    return new EntryLog(this.#entries.slice(0, length));
  }

  /** Replaces the token count of one entry by a better one. */
  measure(seq: number, tokens: TokenCount): void {
    this.#entries[seq] = { ...this.at(seq), tokens };
    this.#measured.push(seq);
  }

  /** Where the entry of this place in the order of appending stands; `undefined`: on another branch. */
  seqAt(place: number): number | undefined {
    return place;
  }
}
