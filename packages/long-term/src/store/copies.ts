import type { MemoryRecord } from '../records/memory-record.ts';
import type { RecordChange } from './record-change.ts';

/** A copy that shares nothing changeable with the original. Records are plain data by their check. */
export function copyOfRecord(record: MemoryRecord): MemoryRecord {
  return structuredClone(record);
}

export function copyOfChange(change: RecordChange): RecordChange {
  return structuredClone(change);
}
