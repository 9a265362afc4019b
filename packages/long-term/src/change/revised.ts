import type { EndReason, MemoryRecord } from '../records/memory-record.ts';
import { standingOf } from '../records/standing.ts';

/** The next version of a record. Times of versions never step back, so that `asOf` has one answer. */
export function revised(
  record: MemoryRecord,
  nowMs: number,
  fields: Partial<MemoryRecord>,
): MemoryRecord {
  return {
    ...record,
    ...fields,
    revision: record.revision + 1,
    updatedAtMs: Math.max(nowMs, record.updatedAtMs),
  };
}

/** The version that ends a record; what it said stays in its history. */
export function endedRecord(
  record: MemoryRecord,
  why: EndReason,
  nowMs: number,
  supersededBy?: string,
): MemoryRecord {
  const atMs = Math.max(nowMs, record.updatedAtMs);
  return revised(record, nowMs, {
    ended: { atMs, why },
    ...(supersededBy === undefined ? {} : { supersededBy }),
  });
}

/** Ends a record that another one replaces; one whose time was over ends for that. */
export function replacedRecord(record: MemoryRecord, by: string, nowMs: number): MemoryRecord {
  const standing = standingOf(record, nowMs);
  return standing === 'active'
    ? endedRecord(record, 'superseded', nowMs, by)
    : endedRecord(record, standing, nowMs);
}
