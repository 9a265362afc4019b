import { correctedIds } from '../records/given-id.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { type KnownRecord, standingOf } from '../records/standing.ts';
import type { LoggedEntry } from '../store/record-change.ts';
import { matches } from '../store/record-page.ts';
import type { Page, RecordStore } from '../store/record-store.ts';
import type { CallOptions, ListFilter, ListOptions, MemoryFilter } from './long-term-memory.ts';
import type { MemoryParts } from './memory-parts.ts';
import type { Readable } from './readable.ts';

/** Most records that a correction leads back through; a circle of corrections ends sooner. */
const LONGEST_CHAIN = 1000;

/** Lists what is known, and what was known. */
export class Listing {
  readonly #parts: MemoryParts;
  readonly #store: RecordStore;
  readonly #readable: Readable;

  constructor(parts: MemoryParts, readable: Readable) {
    this.#parts = parts;
    this.#store = parts.settings.store;
    this.#readable = readable;
  }

  async list(filter: ListFilter, options: ListOptions): Promise<Page<KnownRecord>> {
    const { namespaces: wanted, ...rest } = filter;
    const namespaces = await this.#readable.namespaces(wanted, options);
    const { items, next } = await this.#store.page({ ...rest, namespaces }, options);
    return {
      items: this.#active(items, this.#parts.nowMs()),
      ...(next === undefined ? {} : { next }),
    };
  }

  async asOf(
    timeMs: number,
    { namespaces: wanted, ...rest }: MemoryFilter,
    { signal }: CallOptions,
  ): Promise<readonly KnownRecord[]> {
    const namespaces = await this.#readable.namespaces(wanted, { signal });
    const then = await this.#store.versionsAt(namespaces, timeMs, { signal });
    return this.#active(
      then.filter((record) => matches(record, { ...rest, namespaces })),
      timeMs,
    );
  }

  /** Covers the record and all that it corrects, directly or not. */
  async history(id: string, { signal }: CallOptions): Promise<readonly MemoryRecord[]> {
    const record = await this.#readable.find(id, { signal });
    const ids = await this.chainOf(record?.id ?? id, { signal });
    const chains = await this.#store.versions(ids, { signal });
    return [...chains.values()].flat().sort(byTime);
  }

  /** The record's id and those of the records that it corrects, where they may be read. */
  async chainOf(id: string, { signal }: CallOptions): Promise<readonly string[]> {
    const seen = new Set<string>();
    const waiting = [id];
    while (waiting.length > 0 && seen.size < LONGEST_CHAIN) {
      const next = waiting.pop();
      if (next === undefined || seen.has(next)) continue;
      const versions = (await this.#store.versions([next], { signal })).get(next) ?? [];
      if (versions.some(({ namespace }) => !this.#readable.includes(namespace))) continue;
      // One that holds again is a record of its own, and no part of what corrected it for a while.
      if (next !== id && versions.at(-1)?.ended === undefined) continue;
      if (versions.length > 0) seen.add(next);
      waiting.push(...versions.flatMap(correctedIds));
    }
    return [...seen];
  }

  #active(records: readonly MemoryRecord[], atMs: number): readonly KnownRecord[] {
    return records
      .filter((record) => standingOf(record, atMs) === 'active')
      .map((record) => this.#parts.settings.people.read(record, atMs));
  }

  async audit(options: ListOptions): Promise<Page<LoggedEntry>> {
    const { items, next } = await this.#store.audit(options);
    const own = items.filter(({ namespace }) => this.#readable.includes(namespace));
    return { items: own, ...(next === undefined ? {} : { next }) };
  }
}

/** An ending comes before its replacement in the same moment. */
function byTime(one: MemoryRecord, other: MemoryRecord): number {
  const order = (record: MemoryRecord) => (record.ended === undefined ? 1 : 0);
  if (one.updatedAtMs !== other.updatedAtMs) return one.updatedAtMs - other.updatedAtMs;
  return one.id === other.id ? one.revision - other.revision : order(one) - order(other);
}
