import { StoreUnavailableError } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';
import { RecordConflictError } from '../errors/record-errors.ts';
import type { MemoryKind, MemoryRecord } from '../records/memory-record.ts';
import { copyOfChange, copyOfRecord } from './copies.ts';
import type { LoggedEntry, RecordChange } from './record-change.ts';
import {
  afterCursor,
  cursorOf,
  entryOfCursor,
  isKey,
  matches,
  newestOf,
  placeOfCursor,
} from './record-page.ts';
import type {
  Page,
  PageOptions,
  RecordCallOptions,
  RecordDelta,
  RecordFilter,
  RecordStore,
} from './record-store.ts';
import { withHigherUses, withUse } from './record-uses.ts';
import { BEGUN_ANEW, isSameSecret } from './same-secret.ts';

const PAGE_ITEMS = 50;
const DELTA_ITEMS = 500;

/** A record, its versions by revision, and the store's revision at which it was put last. */
interface Held {
  readonly record: MemoryRecord;
  readonly versions: ReadonlyMap<number, MemoryRecord>;
  readonly putAt: number;
}

/**
 * Records that live as long as the page. For tests, and for an agent that forgets with the tab.
 *
 * @example
 * const memory = createLongTermMemory({ store: inMemoryRecordStore() });
 */
export function inMemoryRecordStore(): RecordStore {
  return new InMemoryRecordStore();
}

class InMemoryRecordStore implements RecordStore {
  readonly name = 'memory';
  readonly persistent = false;
  readonly #secret = crypto.getRandomValues(new Uint8Array(32));
  readonly #held = new Map<string, Held>();
  readonly #erased = new Map<string, number>();
  readonly #tombstones = new Set<string>();
  readonly #log: LoggedEntry[] = [];
  readonly #marks = new Map<string, number>();
  #revision = 0;
  #isClosed = false;

  async secret(options?: RecordCallOptions): Promise<Uint8Array> {
    this.#begin(options);
    return this.#secret.slice();
  }

  async revision(options?: RecordCallOptions): Promise<number> {
    this.#begin(options);
    return this.#revision;
  }

  async commit(change: RecordChange, options?: RecordCallOptions): Promise<number> {
    this.#begin(options);
    const copy = copyOfChange(change);
    this.#check(copy);
    const isRecordChange = (copy.puts?.length ?? 0) + (copy.erase?.length ?? 0) > 0;
    if (isRecordChange) this.#revision += 1;
    for (const record of copy.puts ?? []) this.#put(record);
    for (const version of copy.versions ?? []) this.#addVersion(version);
    for (const id of copy.use?.recordIds ?? []) this.#use(id, copy.use?.atMs ?? 0);
    for (const id of copy.erase ?? []) this.#erase(id);
    for (const hash of copy.tombstones ?? []) this.#tombstones.add(hash);
    for (const hash of copy.lifted ?? []) this.#tombstones.delete(hash);
    for (const entry of copy.audit ?? []) {
      this.#log.push({ ...entry, number: this.#log.length + 1 });
    }
    if (copy.mark) this.#marks.set(copy.mark.name, copy.mark.revision);
    return this.#revision;
  }

  async byIds(
    ids: readonly string[],
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    this.#begin(options);
    return ids.flatMap((id) => {
      const held = this.#held.get(id);
      return held ? [copyOfRecord(held.record)] : [];
    });
  }

  async byKeys(
    namespace: string,
    keys: readonly string[],
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    this.#begin(options);
    const wanted = new Set(keys.filter(isKey));
    const found = this.#standing(
      (record) => record.namespace === namespace && wanted.has(record.key ?? ''),
    );
    const byKey = new Map(found.map((record) => [record.key, record]));
    return [...wanted].flatMap((key) => byKey.get(key) ?? []);
  }

  async bySubject(
    namespace: string,
    subject: string | undefined,
    kind: MemoryKind,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    this.#begin(options);
    return this.#standing(
      (record) =>
        record.namespace === namespace && record.subject === subject && record.kind === kind,
    );
  }

  async page(filter: RecordFilter, options: PageOptions = {}): Promise<Page<MemoryRecord>> {
    this.#begin(options);
    const { limit = PAGE_ITEMS, after } = options;
    if (after !== undefined) placeOfCursor(after);
    const all = [...this.#held.values()]
      .map(({ record }) => record)
      .filter((record) => matches(record, filter) && afterCursor(record, after));
    const items = newestOf(all, limit).map(copyOfRecord);
    const last = items.at(-1);
    return { items, ...(last && all.length > limit ? { next: cursorOf(last) } : {}) };
  }

  async changesSince(
    revision: number,
    options: RecordCallOptions & { readonly limit?: number } = {},
  ): Promise<RecordDelta> {
    this.#begin(options);
    const { limit = DELTA_ITEMS } = options;
    const changes = this.#changedSince(revision);
    // A revision is told whole: its last record tells where the next question begins.
    const end = changes[limit - 1]?.at;
    const told = end === undefined ? changes : changes.filter(({ at }) => at <= end);
    const hasMore = told.length < changes.length;
    return {
      revision: hasMore && end !== undefined ? end : this.#revision,
      puts: told.flatMap(({ id }) => {
        const held = this.#held.get(id);
        return held ? [copyOfRecord(held.record)] : [];
      }),
      erased: told.map(({ id }) => id).filter((id) => !this.#held.has(id)),
      hasMore,
    };
  }

  async versions(
    ids: readonly string[],
    options?: RecordCallOptions,
  ): Promise<ReadonlyMap<string, readonly MemoryRecord[]>> {
    this.#begin(options);
    const held = ids.map((id) => [id, versionsOf(this.#held.get(id)).map(copyOfRecord)] as const);
    return new Map(held.filter(([, versions]) => versions.length > 0));
  }

  async versionsAt(
    namespaces: readonly string[],
    atMs: number,
    options?: RecordCallOptions,
  ): Promise<readonly MemoryRecord[]> {
    this.#begin(options);
    return [...this.#held.values()]
      .filter(({ record }) => namespaces.includes(record.namespace))
      .flatMap((held) => {
        const then = versionsOf(held).findLast((version) => version.updatedAtMs <= atMs);
        return then ? [copyOfRecord(then)] : [];
      });
  }

  async audit(options: PageOptions = {}): Promise<Page<LoggedEntry>> {
    this.#begin(options);
    const { limit = PAGE_ITEMS, after } = options;
    const end = after === undefined ? this.#log.length : entryOfCursor(after) - 1;
    const start = Math.max(0, end - limit);
    const items = this.#log.slice(start, end).reverse();
    return {
      items: items.map((entry) => ({ ...entry, recordIds: [...entry.recordIds] })),
      ...(start > 0 ? { next: String(start + 1) } : {}),
    };
  }

  async tombstones(
    hashes: readonly string[],
    options?: RecordCallOptions,
  ): Promise<ReadonlySet<string>> {
    this.#begin(options);
    return new Set(hashes.filter((hash) => this.#tombstones.has(hash)));
  }

  async namespaces(options?: RecordCallOptions): Promise<readonly string[]> {
    this.#begin(options);
    return [...new Set([...this.#held.values()].map(({ record }) => record.namespace))].sort();
  }

  async mark(name: string, options?: RecordCallOptions): Promise<number | undefined> {
    this.#begin(options);
    return this.#marks.get(name);
  }

  async damaged(options?: RecordCallOptions): Promise<readonly string[]> {
    this.#begin(options);
    return [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#held.clear();
  }

  #begin(options: RecordCallOptions | undefined): void {
    if (this.#isClosed) {
      throw new StoreUnavailableError('This store was closed; nothing was done. Make a new one.');
    }
    throwIfAborted(options?.signal);
  }

  #check({ basis = this.#revision, keyedBy, puts }: RecordChange): void {
    if (keyedBy && !isSameSecret(keyedBy, this.#secret)) {
      throw new RecordConflictError(basis, this.#revision, BEGUN_ANEW);
    }
    if (basis !== this.#revision) throw new RecordConflictError(basis, this.#revision);
    for (const { id, revision } of puts ?? []) {
      const stored = this.#held.get(id)?.record.revision ?? 0;
      if (revision <= stored) throw new RecordConflictError(revision - 1, stored, `Record "${id}"`);
    }
  }

  #standing(isWanted: (record: MemoryRecord) => boolean): MemoryRecord[] {
    const found: MemoryRecord[] = [];
    for (const { record } of this.#held.values()) {
      if (record.ended === undefined && isWanted(record)) found.push(copyOfRecord(record));
    }
    return found;
  }

  /** Asked after each write: nothing is made of what did not change. */
  #changedSince(revision: number): { readonly id: string; readonly at: number }[] {
    const changes: { readonly id: string; readonly at: number }[] = [];
    for (const [id, { putAt }] of this.#held) {
      if (putAt > revision) changes.push({ id, at: putAt });
    }
    for (const [id, at] of this.#erased) if (at > revision) changes.push({ id, at });
    return changes.sort((one, other) => one.at - other.at);
  }

  #put(record: MemoryRecord): void {
    const held = this.#held.get(record.id);
    const kept = withHigherUses(record, held?.record);
    const versions = new Map(held?.versions ?? []).set(kept.revision, kept);
    this.#held.set(record.id, { record: kept, versions, putAt: this.#revision });
    this.#erased.delete(record.id);
  }

  #addVersion(version: MemoryRecord): void {
    const held = this.#held.get(version.id);
    if (!held || held.versions.has(version.revision)) return;
    const versions = new Map(held.versions).set(version.revision, version);
    this.#held.set(version.id, { ...held, versions });
  }

  #use(id: string, atMs: number): void {
    const held = this.#held.get(id);
    if (held) this.#held.set(id, { ...held, record: withUse(held.record, atMs) });
  }

  #erase(id: string): void {
    if (this.#held.delete(id)) this.#erased.set(id, this.#revision);
  }
}

function versionsOf(held: Held | undefined): readonly MemoryRecord[] {
  return [...(held?.versions.values() ?? [])].sort((one, other) => one.revision - other.revision);
}
