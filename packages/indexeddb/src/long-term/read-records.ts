import type {
  AuditEntry,
  LoggedEntry,
  MemoryRecord,
  Page,
  RecordDelta,
  RecordFilter,
} from '@agent-memory/long-term';
import { recordStore } from '@agent-memory/long-term/internal';
import type { Transaction } from '../connection.ts';
import { RECORD_STORE } from '../schema.ts';
import { revisionIn } from './meta.ts';
import { erasedAtOf, putAtOf, recordOfRow, recordsOfRows, versionsOf } from './record-rows.ts';

/** As many requests cost more than one that may be in vain. */
const MANY = 32;

type Reading = Transaction<'readonly'>;

/** A page of records: the newest of each namespace, put together. */
export async function readPage(
  tx: Reading,
  filter: RecordFilter,
  limit: number,
  after: string | undefined,
): Promise<Page<MemoryRecord>> {
  if (after !== undefined) recordStore.placeOfCursor(after);
  const found: MemoryRecord[] = [];
  for (const namespace of new Set(filter.namespaces)) {
    found.push(...(await newestOf(tx, namespace, filter, limit + 1, after)));
  }
  found.sort(recordStore.byNewest);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, ...(last && found.length > limit ? { next: recordStore.cursorOf(last) } : {}) };
}

async function newestOf(
  tx: Reading,
  namespace: string,
  filter: RecordFilter,
  most: number,
  after: string | undefined,
): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  const index = tx.objectStore(RECORD_STORE.records).index('page');
  let cursor = await index.openCursor(pageRange(namespace, after), 'prev');
  while (cursor && found.length < most) {
    const record = recordOfRow(cursor.value);
    if (record && recordStore.matches(record, filter)) found.push(record);
    cursor = await cursor.continue();
  }
  return found;
}

function pageRange(namespace: string, after: string | undefined): IDBKeyRange {
  if (after === undefined) return IDBKeyRange.bound([namespace], [namespace, []]);
  const { createdAtMs, id } = recordStore.placeOfCursor(after);
  return IDBKeyRange.bound([namespace], [namespace, createdAtMs, id], false, true);
}

/** Changes behind a revision; a revision is told whole, so that the next question begins behind it. */
export async function readChangesSince(
  tx: Reading,
  since: number,
  limit: number,
): Promise<RecordDelta> {
  const puts = tx.objectStore(RECORD_STORE.records).index('putAt');
  const erasures = tx.objectStore(RECORD_STORE.erased).index('at');
  const newer = IDBKeyRange.lowerBound(since, true);
  const [revision, firstPuts, firstErasures] = await Promise.all([
    revisionIn(tx),
    puts.getAll(newer, limit),
    erasures.getAll(newer, limit),
  ]);
  const times = [...firstPuts.map(putAtOf), ...firstErasures.map(erasedAtOf)];
  const end = times.sort((one, other) => one - other)[limit - 1] ?? revision;
  const told = end > since ? IDBKeyRange.bound(since, end, true, false) : undefined;
  const [rows, erased] = told
    ? await Promise.all([puts.getAll(told), erasures.getAllKeys(told)])
    : [[], []];
  return { revision: end, puts: recordsOfRows(rows), erased, hasMore: end < revision };
}

/** Every version of each record, the newest last. Its requests go out at once. */
export async function readVersions(
  tx: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly MemoryRecord[]>> {
  const rows = tx.objectStore(RECORD_STORE.versions);
  const versions = await Promise.all(
    ids.map(async (id) => [id, recordsOfRows(await rows.getAll(versionsOf(id)))] as const),
  );
  return new Map(versions.filter(([, some]) => some.length > 0));
}

/** For each record its newest version that was written by a time. */
export async function readVersionsAt(
  tx: Reading,
  namespaces: readonly string[],
  atMs: number,
): Promise<MemoryRecord[]> {
  const index = tx.objectStore(RECORD_STORE.versions).index('at');
  const newest = new Map<string, MemoryRecord>();
  for (const namespace of new Set(namespaces)) {
    const range = IDBKeyRange.bound([namespace], [namespace, atMs]);
    for (const version of recordsOfRows(await index.getAll(range))) {
      const known = newest.get(version.id);
      if (!known || known.revision < version.revision) newest.set(version.id, version);
    }
  }
  return [...newest.values()];
}

/** The log from its end. */
export async function readAudit(
  tx: Reading,
  limit: number,
  after: string | undefined,
): Promise<Page<LoggedEntry>> {
  const range =
    after === undefined ? null : IDBKeyRange.upperBound(recordStore.entryOfCursor(after), true);
  const items: LoggedEntry[] = [];
  let cursor = await tx.objectStore(RECORD_STORE.audit).openCursor(range, 'prev');
  while (cursor && items.length < limit) {
    const { value, key } = cursor;
    if (isAuditEntry(value)) items.push({ ...value, number: key });
    cursor = await cursor.continue();
  }
  const last = items.at(-1);
  return { items, ...(cursor && last ? { next: String(last.number) } : {}) };
}

function isAuditEntry(value: unknown): value is AuditEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'action') === 'string' &&
    Array.isArray(Reflect.get(value, 'recordIds'))
  );
}

/** Those of the hashes that stand. A few are asked for one by one, many where more stand than they are. */
export async function readTombstones(
  tx: Reading,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const stones = tx.objectStore(RECORD_STORE.tombstones);
  const first = hashes.length < MANY ? undefined : await stones.getAllKeys(null, hashes.length);
  const keys =
    first !== undefined && first.length < hashes.length
      ? first
      : await Promise.all(hashes.map((hash) => stones.getKey(hash)));
  const standing = new Set(keys);
  return new Set(hashes.filter((hash) => standing.has(hash)));
}

/** Every namespace once: from each its first key, then past all of it. */
export async function readNamespaces(tx: Reading): Promise<string[]> {
  const names: string[] = [];
  // A damaged row may have any key here; that of a whole one is a list that begins with text.
  const lists = IDBKeyRange.lowerBound([]);
  let cursor = await tx.objectStore(RECORD_STORE.records).index('page').openKeyCursor(lists);
  while (cursor) {
    const [namespace]: readonly unknown[] = cursor.key;
    if (typeof namespace !== 'string') {
      cursor = await cursor.continue();
      continue;
    }
    if (names.at(-1) !== namespace) names.push(namespace);
    const next: [string, number, string] = [namespace, Number.POSITIVE_INFINITY, ''];
    const isAhead = indexedDB.cmp(next, cursor.key) > 0;
    cursor = await (isAhead ? cursor.continue(next) : cursor.continue());
  }
  return names;
}

/** A sentence for each record that cannot be read. */
export async function readDamaged(tx: Reading): Promise<string[]> {
  const rows = tx.objectStore(RECORD_STORE.records);
  const [ids, values] = await Promise.all([rows.getAllKeys(), rows.getAll()]);
  return ids
    .filter((_, index) => recordOfRow(values[index]) === undefined)
    .map((id) => `Record "${id}" is damaged and is left out; nothing else is lost.`);
}
