import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordFilter } from './record-store.ts';

/** The order of pages: newest first, then by id downwards. */
export function byNewest(one: MemoryRecord, other: MemoryRecord): number {
  if (one.createdAtMs !== other.createdAtMs) return other.createdAtMs - one.createdAtMs;
  return one.id < other.id ? 1 : -1;
}

/** Where the page behind a record begins. */
export function cursorOf({ createdAtMs, id }: MemoryRecord): string {
  return `${createdAtMs}:${id}`;
}

/** Time and id of a cursor. */
export function placeOfCursor(cursor: string): {
  readonly createdAtMs: number;
  readonly id: string;
} {
  const end = cursor.indexOf(':');
  return { createdAtMs: Number(cursor.slice(0, end)), id: cursor.slice(end + 1) };
}

/** Whether a record stands behind a cursor in the order of pages. */
export function afterCursor(record: MemoryRecord, cursor: string | undefined): boolean {
  if (cursor === undefined) return true;
  const place = placeOfCursor(cursor);
  if (record.createdAtMs !== place.createdAtMs) return record.createdAtMs < place.createdAtMs;
  return record.id < place.id;
}

/** Whether a record is among those that a filter wants. */
export function matches(record: MemoryRecord, filter: RecordFilter): boolean {
  const { types, kinds, sources, subject, keyPrefix, fromMs, toMs } = filter;
  return (
    filter.namespaces.includes(record.namespace) &&
    (filter.withEnded === true || record.ended === undefined) &&
    (types?.includes(record.type) ?? true) &&
    (kinds?.includes(record.kind) ?? true) &&
    (sources?.includes(record.source) ?? true) &&
    (subject === undefined || record.subject === subject) &&
    (keyPrefix === undefined || (record.key?.startsWith(keyPrefix) ?? false)) &&
    (fromMs === undefined || record.createdAtMs >= fromMs) &&
    (toMs === undefined || record.createdAtMs < toMs)
  );
}

/** Whether something can be a key: records without one are not found by it. */
export function isKey(key: unknown): key is string {
  return typeof key === 'string' && key !== '';
}
