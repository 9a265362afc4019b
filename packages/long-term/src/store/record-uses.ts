import type { MemoryRecord } from '../records/memory-record.ts';

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
