import { InvalidOptionError } from '@agent-memory/core';
import { firstBy } from '../platform/first-by.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordFilter } from './record-store.ts';

/** The order of pages: newest first, then by id downwards. */
export function byNewest(one: MemoryRecord, other: MemoryRecord): number {
  if (one.createdAtMs !== other.createdAtMs) return other.createdAtMs - one.createdAtMs;
  return one.id < other.id ? 1 : -1;
}

/** The newest of a list, in the order of pages, without sorting all of it. */
export function newestOf(records: readonly MemoryRecord[], most: number): MemoryRecord[] {
  // From the end: the newest are mostly put last, and the others are passed over at once.
  return firstBy(records.toReversed(), most, byNewest);
}

/** Where the page behind a record begins. */
export function cursorOf({ createdAtMs, id }: MemoryRecord): string {
  return `${createdAtMs}:${id}`;
}

/**
 * Time and id of a cursor.
 * @throws InvalidOptionError if it is not one.
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

/** The record after it was given out once more. */
export function withUse(record: MemoryRecord, atMs: number): MemoryRecord {
  const lastUsedAtMs = Math.max(atMs, record.lastUsedAtMs ?? atMs);
  return { ...record, uses: record.uses + 1, lastUsedAtMs };
}

/** The record with the uses of the stored one, where those are higher: another tab may have counted. */
export function withHigherUses(
  record: MemoryRecord,
  stored: MemoryRecord | undefined,
): MemoryRecord {
  if (stored === undefined) return record;
  const last = [record.lastUsedAtMs, stored.lastUsedAtMs].filter((time) => time !== undefined);
  return {
    ...record,
    uses: Math.max(record.uses, stored.uses),
    ...(last.length === 0 ? {} : { lastUsedAtMs: Math.max(...last) }),
  };
}

/** The subject of the error about a change that is keyed by the secret of a store that is gone. */
export const BEGUN_ANEW = 'The store was deleted and begun again, and its records';

/** Whether two secrets are those of one store: a store whose data was deleted has another one. */
export function isSameSecret(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
