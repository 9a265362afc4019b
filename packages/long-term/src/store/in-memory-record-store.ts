import { StoreUnavailableError } from '@agent-memory/core';
import { throwIfAborted } from '@agent-memory/core/internal';
import { RecordConflictError } from '../errors/record-errors.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { LoggedEntry, RecordChange } from './record-change.ts';
import {
  afterCursor,
  BEGUN_ANEW,
  cursorOf,
  entryOfCursor,
  isKey,
  isSameSecret,
  matches,
  newestOf,
  placeOfCursor,
  withHigherUses,
  withUse,
} from './record-page.ts';
import type { RecordCallOptions, RecordStore } from './record-store.ts';

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
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const byId = new Map<string, Held>();
  const erased = new Map<string, number>();
  const tombstones = new Set<string>();
  const log: LoggedEntry[] = [];
  const marks = new Map<string, number>();
  let latest = 0;
  let isClosed = false;

  function begin(options: RecordCallOptions | undefined): void {
    if (isClosed) {
      throw new StoreUnavailableError('This store was closed; nothing was done. Make a new one.');
    }
    throwIfAborted(options?.signal);
  }

  function check({ basis = latest, keyedBy, puts }: RecordChange): void {
    if (keyedBy && !isSameSecret(keyedBy, secret)) {
      throw new RecordConflictError(basis, latest, BEGUN_ANEW);
    }
    if (basis !== latest) throw new RecordConflictError(basis, latest);
    for (const { id, revision } of puts ?? []) {
      const stored = byId.get(id)?.record.revision ?? 0;
      if (revision <= stored) throw new RecordConflictError(revision - 1, stored, `Record "${id}"`);
    }
  }

  function standing(isWanted: (record: MemoryRecord) => boolean): MemoryRecord[] {
    const found: MemoryRecord[] = [];
    for (const { record } of byId.values()) {
      if (record.ended === undefined && isWanted(record)) found.push(structuredClone(record));
    }
    return found;
  }

  /** Asked after each write: nothing is made of what did not change. */
  function changedSince(revision: number): { readonly id: string; readonly at: number }[] {
    const changes: { readonly id: string; readonly at: number }[] = [];
    for (const [id, { putAt }] of byId) {
      if (putAt > revision) changes.push({ id, at: putAt });
    }
    for (const [id, at] of erased) if (at > revision) changes.push({ id, at });
    return changes.sort((one, other) => one.at - other.at);
  }

  function put(record: MemoryRecord): void {
    const held = byId.get(record.id);
    const kept = withHigherUses(record, held?.record);
    const versions = new Map(held?.versions ?? []).set(kept.revision, kept);
    byId.set(record.id, { record: kept, versions, putAt: latest });
    erased.delete(record.id);
  }

  function addVersion(version: MemoryRecord): void {
    const held = byId.get(version.id);
    if (!held || held.versions.has(version.revision)) return;
    const versions = new Map(held.versions).set(version.revision, version);
    byId.set(version.id, { ...held, versions });
  }

  function use(id: string, atMs: number): void {
    const held = byId.get(id);
    if (held) byId.set(id, { ...held, record: withUse(held.record, atMs) });
  }

  function erase(id: string): void {
    if (byId.delete(id)) erased.set(id, latest);
  }

  return {
    name: 'memory',
    persistent: false,
    async secret(options) {
      begin(options);
      return secret.slice();
    },
    async revision(options) {
      begin(options);
      return latest;
    },
    async commit(change, options) {
      begin(options);
      const copy = structuredClone(change);
      check(copy);
      const isRecordChange = (copy.puts?.length ?? 0) + (copy.erase?.length ?? 0) > 0;
      if (isRecordChange) latest += 1;
      for (const record of copy.puts ?? []) put(record);
      for (const version of copy.versions ?? []) addVersion(version);
      for (const id of copy.use?.recordIds ?? []) use(id, copy.use?.atMs ?? 0);
      for (const id of copy.erase ?? []) erase(id);
      for (const hash of copy.tombstones ?? []) tombstones.add(hash);
      for (const hash of copy.lifted ?? []) tombstones.delete(hash);
      for (const entry of copy.audit ?? []) {
        log.push({ ...entry, number: log.length + 1 });
      }
      if (copy.mark) marks.set(copy.mark.name, copy.mark.revision);
      return latest;
    },
    async byIds(ids, options) {
      begin(options);
      return ids.flatMap((id) => {
        const held = byId.get(id);
        return held ? [structuredClone(held.record)] : [];
      });
    },
    async byKeys(namespace, keys, options) {
      begin(options);
      const wanted = new Set(keys.filter(isKey));
      const found = standing(
        (record) => record.namespace === namespace && wanted.has(record.key ?? ''),
      );
      const byKey = new Map(found.map((record) => [record.key, record]));
      return [...wanted].flatMap((key) => byKey.get(key) ?? []);
    },
    async bySubject(namespace, subject, kind, options) {
      begin(options);
      return standing(
        (record) =>
          record.namespace === namespace && record.subject === subject && record.kind === kind,
      );
    },
    async page(filter, options = {}) {
      begin(options);
      const { limit = PAGE_ITEMS, after } = options;
      if (after !== undefined) placeOfCursor(after);
      const all = [...byId.values()]
        .map(({ record }) => record)
        .filter((record) => matches(record, filter) && afterCursor(record, after));
      const items = newestOf(all, limit).map((record) => structuredClone(record));
      const last = items.at(-1);
      return { items, ...(last && all.length > limit ? { next: cursorOf(last) } : {}) };
    },
    async changesSince(revision, options = {}) {
      begin(options);
      const { limit = DELTA_ITEMS } = options;
      const changes = changedSince(revision);
      // A revision is told whole: its last record tells where the next question begins.
      const end = changes[limit - 1]?.at;
      const told = end === undefined ? changes : changes.filter(({ at }) => at <= end);
      const hasMore = told.length < changes.length;
      return {
        revision: hasMore && end !== undefined ? end : latest,
        puts: told.flatMap(({ id }) => {
          const held = byId.get(id);
          return held ? [structuredClone(held.record)] : [];
        }),
        erased: told.map(({ id }) => id).filter((id) => !byId.has(id)),
        hasMore,
      };
    },
    async versions(ids, options) {
      begin(options);
      const held = ids.map(
        (id) => [id, versionsOf(byId.get(id)).map((record) => structuredClone(record))] as const,
      );
      return new Map(held.filter(([, versions]) => versions.length > 0));
    },
    async versionsAt(namespaces, atMs, options) {
      begin(options);
      return [...byId.values()]
        .filter(({ record }) => namespaces.includes(record.namespace))
        .flatMap((held) => {
          const then = versionsOf(held).findLast((version) => version.updatedAtMs <= atMs);
          return then ? [structuredClone(then)] : [];
        });
    },
    async audit(options = {}) {
      begin(options);
      const { limit = PAGE_ITEMS, after } = options;
      const end = after === undefined ? log.length : entryOfCursor(after) - 1;
      const start = Math.max(0, end - limit);
      const items = log.slice(start, end).reverse();
      return {
        items: items.map((entry) => ({ ...entry, recordIds: [...entry.recordIds] })),
        ...(start > 0 ? { next: String(start + 1) } : {}),
      };
    },
    async tombstones(hashes, options) {
      begin(options);
      return new Set(hashes.filter((hash) => tombstones.has(hash)));
    },
    async namespaces(options) {
      begin(options);
      return [...new Set([...byId.values()].map(({ record }) => record.namespace))].sort();
    },
    async mark(name, options) {
      begin(options);
      return marks.get(name);
    },
    async damaged(options) {
      begin(options);
      return [];
    },
    async close() {
      isClosed = true;
      byId.clear();
    },
  };
}

function versionsOf(held: Held | undefined): readonly MemoryRecord[] {
  return [...(held?.versions.values() ?? [])].sort((one, other) => one.revision - other.revision);
}
