import type { MemoryRecord } from '@agent-memory/long-term';
import { isMemoryRecord } from '@agent-memory/long-term/internal';
import type { StoredErasure, StoredRecord, StoredVersion } from '../schema.ts';

/** The row of a record, with what its indexes read. */
export function rowOf(record: MemoryRecord, putAt: number): StoredRecord {
  const { namespace, createdAtMs, id, key, subject = '', kind } = record;
  const holds = record.ended === undefined;
  return {
    record,
    putAt,
    page: [namespace, createdAtMs, id],
    ...(holds && key !== undefined ? { key: [namespace, key] } : {}),
    ...(holds ? { subject: [namespace, subject, kind] } : {}),
  };
}

export function versionRowOf(record: MemoryRecord): StoredVersion {
  return { record, at: [record.namespace, record.updatedAtMs] };
}

/** Every version of a record: arrays sort behind every number. */
export function versionsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

/** The record of a row, or `undefined` where the row is damaged: it costs itself alone [STO-6]. */
export function recordOfRow(row: unknown): MemoryRecord | undefined {
  const record = isFields(row) ? row.record : undefined;
  return isMemoryRecord(record) ? record : undefined;
}

/** The records of those rows that can be read. */
export function recordsOfRows(rows: readonly unknown[]): MemoryRecord[] {
  return rows.flatMap((row) => recordOfRow(row) ?? []);
}

/** The revision of all records at which a row was written. */
export function putAtOf(row: unknown): number {
  return isFields(row) && typeof row.putAt === 'number' ? row.putAt : 0;
}

export function erasedAtOf(row: unknown): number {
  return isErasure(row) ? row.at : 0;
}

function isErasure(row: unknown): row is StoredErasure {
  return isFields(row) && typeof row.at === 'number';
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
