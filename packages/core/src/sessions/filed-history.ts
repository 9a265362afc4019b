import type { HistoryRecord, LiveRecord } from '../history/history-record.ts';
import type { Message } from '../message/message.ts';
import type { RefuseAt } from './json-values.ts';

/** The session that the history of a file is checked against. */
export interface FiledSurroundings {
  /** Ids of every entry, on whichever branch. */
  readonly entryIds: ReadonlySet<string>;
  /** @throws SessionFileError naming the field of the message at fault. */
  readonly readMessage: (message: unknown, field: string) => Message;
  readonly refuse: RefuseAt;
}

/**
 * The history of a file whose records are each of their kind: one run, that speaks of entries which
 * the file holds. Records of a kind that is not known here are taken as they are.
 */
export function historyOfFile(
  records: readonly HistoryRecord[],
  surroundings: FiledSurroundings,
): readonly HistoryRecord[] {
  const [first] = records;
  return records.map((record, offset) => {
    const field = `session.history.${offset}`;
    if (first && record.index !== first.index + offset) {
      surroundings.refuse(`${field}.index`, 'does not follow the one ahead of it');
    }
    return checkedRecord(record, field, surroundings);
  });
}

function checkedRecord(
  record: HistoryRecord,
  field: string,
  surroundings: FiledSurroundings,
): HistoryRecord {
  const { entryIds, refuse } = surroundings;
  if ('headId' in record && record.headId !== null && !entryIds.has(record.headId)) {
    refuse(`${field}.headId`, 'is the id of no entry');
  }
  if ('delta' in record && record.delta) {
    const { removedRanges, removedEntries } = record.delta;
    const isWithin = (seq: number) => seq < entryIds.size;
    const isRange = removedRanges.every(
      ({ fromSeq, toSeq }) => fromSeq < toSeq && isWithin(toSeq - 1),
    );
    if (!isRange) refuse(`${field}.delta.removedRanges`, 'reach behind the last entry');
    if (!removedEntries.every(({ seq }) => isWithin(seq))) {
      refuse(`${field}.delta.removedEntries`, 'has no such entry');
    }
  }
  if (record.kind !== 'context' || !record.changed.live) return record;
  const live = checkedLive(record.changed.live, `${field}.changed.live`, surroundings);
  return { ...record, changed: { ...record.changed, live } };
}

function checkedLive(
  live: LiveRecord,
  field: string,
  { readMessage }: FiledSurroundings,
): LiveRecord {
  const items = live.items.map((item, index) => ({
    ...item,
    message: readMessage(item.message, `${field}.items.${index}.message`),
  }));
  return { ...live, items };
}
