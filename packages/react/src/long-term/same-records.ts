import type { KnownRecord } from '@agent-memory/long-term';

/**
 * The records that were read, where each that is as it was is the object that it was; the list before,
 * if all of them are.
 */
export function sameRecords(
  before: readonly KnownRecord[],
  read: readonly KnownRecord[],
): readonly KnownRecord[] {
  if (read === before) return before;
  const known = new Map(before.map((one) => [one.record.id, one]));
  const kept = read.map((one) => {
    const old = known.get(one.record.id);
    return old && isSame(old, one) ? old : one;
  });
  const isSameList =
    kept.length === before.length && kept.every((one, index) => one === before[index]);
  return isSameList ? before : kept;
}

/** A use changes a record without another revision; time changes its confidence and labels. */
function isSame(one: KnownRecord, other: KnownRecord): boolean {
  return (
    one.record.revision === other.record.revision &&
    one.record.uses === other.record.uses &&
    one.record.lastUsedAtMs === other.record.lastUsedAtMs &&
    one.confidence === other.confidence &&
    one.labels.join() === other.labels.join()
  );
}
