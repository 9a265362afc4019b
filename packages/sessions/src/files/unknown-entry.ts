import type { HistoryRecord } from '@agent-memory/core';
import type { shape } from '@agent-memory/core/internal';

/** The first field of a record of a history that speaks of an entry which its session does not hold. */
export function unknownEntryIn(
  record: HistoryRecord,
  entryIds: ReadonlySet<string>,
): shape.ShapeFault | undefined {
  if ('headId' in record && record.headId !== null && !entryIds.has(record.headId)) {
    return { field: 'headId', problem: 'is the id of no entry' };
  }
  if (!('delta' in record) || !record.delta) return undefined;
  const { removedRanges, removedEntries } = record.delta;
  const isWithin = (seq: number) => seq < entryIds.size;
  const isRange = removedRanges.every(
    ({ fromSeq, toSeq }) => fromSeq < toSeq && isWithin(toSeq - 1),
  );
  if (!isRange) return { field: 'delta.removedRanges', problem: 'reach behind the last entry' };
  if (removedEntries.every(({ seq }) => isWithin(seq))) return undefined;
  return { field: 'delta.removedEntries', problem: 'has no such entry' };
}
