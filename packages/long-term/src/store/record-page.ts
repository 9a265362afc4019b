import { InvalidOptionError } from '@agent-memory/core';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordFilter } from './record-store.ts';

/** The order of pages: newest first, then by id downwards. */
export function byNewest(one: MemoryRecord, other: MemoryRecord): number {
  if (one.createdAtMs !== other.createdAtMs) return other.createdAtMs - one.createdAtMs;
  return one.id < other.id ? 1 : -1;
}

/** The newest of a list, in the order of pages, without sorting all of it. */
export function newestOf(records: readonly MemoryRecord[], most: number): MemoryRecord[] {
  const newest: MemoryRecord[] = [];
  // From the end: what was put last is mostly the newest, and the rest falls behind at once.
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index];
    const last = newest[most - 1];
    if (record === undefined || (last !== undefined && byNewest(last, record) < 0)) continue;
    newest.splice(placeIn(newest, record), 0, record);
    if (newest.length > most) newest.pop();
  }
  return newest;
}

function placeIn(sorted: readonly MemoryRecord[], record: MemoryRecord): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && byNewest(other, record) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the page behind a record begins. */
export function cursorOf({ createdAtMs, id }: MemoryRecord): string {
  return `${createdAtMs}:${id}`;
}

/**
 * Time and id of a cursor.
 * @throws InvalidOptionError if it is none.
 */
export function placeOfCursor(cursor: string): {
  readonly createdAtMs: number;
  readonly id: string;
} {
  const end = cursor.indexOf(':');
  const createdAtMs = Number(cursor.slice(0, end));
  if (end < 1 || Number.isNaN(createdAtMs)) throw noCursor();
  return { createdAtMs, id: cursor.slice(end + 1) };
}

/**
 * The number of the entry of the audit log that a cursor names.
 * @throws InvalidOptionError if it names none.
 */
export function entryOfCursor(cursor: string): number {
  if (!/^\d+$/u.test(cursor)) throw noCursor();
  return Number(cursor);
}

function noCursor(): InvalidOptionError {
  return new InvalidOptionError('after', 'must be the `next` of the page before.');
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
    (filter.endedAs === undefined
      ? filter.withEnded === true || record.ended === undefined
      : record.ended?.why === filter.endedAs) &&
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
