import type { HistoryRecord, LiveRecord } from '../history/history-record.ts';
import { unknownEntryIn } from '../history/unknown-entry.ts';
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
  const unknown = unknownEntryIn(record, entryIds);
  if (unknown) refuse(`${field}.${unknown.field}`, unknown.problem);
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
