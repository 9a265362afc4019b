import { relationBetween } from '../../change/contradiction.ts';
import type { MemoryDraft } from '../../policy/memory-draft.ts';
import type { MemoryRecord } from '../../records/memory-record.ts';
import { isOfReplacedAlone, type SessionPlaces } from './choose-forgotten.ts';
import type { ExtractionReport } from './report.ts';

/** Ids of the records that a pass took from a message, and of those that the message had forgotten. */
export function tracesOf(
  entryId: string,
  log: readonly ExtractionReport[],
): { readonly taken: readonly string[]; readonly forgotten: readonly string[] } {
  const isOfMessage = ({ entryIds }: { readonly entryIds: readonly string[] }) =>
    entryIds.includes(entryId);
  const taken = log.flatMap((report) => report.taken.filter(isOfMessage));
  const forgotten = log
    .flatMap((report) => report.forgotten ?? [])
    .filter((one) => one.why === 'ASKED' && isOfMessage(one));
  const idsIn = (records: readonly { readonly recordId: string }[]) => [
    ...new Set(records.map(({ recordId }) => recordId)),
  ];
  return { taken: idsIn(taken), forgotten: idsIn(forgotten) };
}

/**
 * The records that one ended which is gone now; where nothing bears them out either, those that they had
 * ended themselves. `history`: every version, oldest first.
 */
export function endedBy(
  goneId: string,
  history: readonly MemoryRecord[],
  places: SessionPlaces,
): readonly MemoryRecord[] {
  const newest = [...new Map(history.map((version) => [version.id, version])).values()];
  return newest
    .filter(({ ended, supersededBy }) => ended?.why === 'superseded' && supersededBy === goneId)
    .flatMap((record) => {
      if (!isOfReplacedAlone(record, places)) return [record];
      const others = newest.filter((one) => one !== record);
      return endedBy(record.id, others, places);
    });
}

/** Whether nothing that holds says otherwise. */
export function mayHoldAgain(record: MemoryRecord, active: readonly MemoryRecord[]): boolean {
  return !active.some(
    (one) =>
      one.namespace === record.namespace &&
      one.type === record.type &&
      relationBetween(one, record) === 'replaces',
  );
}

/** A record as it was, under its own id: its history goes on. */
export function draftOfRestored(record: MemoryRecord): MemoryDraft {
  const { id, namespace, type, kind, text, source, evidence, pinned, metadata } = record;
  const { subject, key, value, validFromMs, expiresAtMs, deadlineMs } = record;
  return {
    ...{ id, namespace, type, kind, text, source, evidence, pinned, metadata, validFromMs },
    ...(subject !== undefined && { subject }),
    ...(key !== undefined && { key }),
    ...(value !== undefined && { value }),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(deadlineMs !== undefined && { deadlineMs }),
  };
}
