import type { JsonValue, MemoryRecord, RecordSource } from '../records/memory-record.ts';

/** A record as it stood when a change was proposed. */
export interface RecordThen {
  readonly id: string;
  readonly text: string;
  readonly source: RecordSource;
  readonly pinned: boolean;
}

/** A change of what is remembered, as data: nothing has happened yet [EXT-9]. */
export interface ProposedChange {
  /** The same for the same change of the same records. */
  readonly id: string;
  /**
   * `merge`: the second record ends, because the first says the same. `replace`: it ends, because the first says
   * otherwise. `end`: the one record ends. `summarize`: `text` is stored beside the records.
   */
  readonly action: 'merge' | 'replace' | 'end' | 'summarize';
  /** Why, in a sentence for people. */
  readonly reason: string;
  /** The records that it is about; another one that says something else by now makes it stale. */
  readonly before: readonly RecordThen[];
  /** What is stored, for `summarize` alone. */
  readonly text?: string;
  /** The model that wrote `text`. */
  readonly by?: string;
}

/** PERSISTED. In the metadata of a record: ids of changes that a person has declined. */
const DECLINED = 'consolidation/declined';
/** PERSISTED. In the metadata of a summary: ids of the records that it was made of. */
const SUMMARY_OF = 'consolidation/summary-of';
/** PERSISTED. In the metadata of a summary: the model that wrote it. */
const SUMMARY_BY = 'consolidation/summary-by';
/** Most declined changes that a record names: the newest. */
const MOST_DECLINED = 50;

/** Makes a change of its parts. */
export function changeOf(
  action: ProposedChange['action'],
  records: readonly MemoryRecord[],
  reason: string,
): ProposedChange {
  const before = records.map(({ id, text, source, pinned }) => ({ id, text, source, pinned }));
  return { id: changeId(action, records), action, reason, before };
}

/** The name of a change: ids are made from content, so that another text makes another change. */
export function changeId(
  action: ProposedChange['action'],
  records: readonly Pick<MemoryRecord, 'id'>[],
): string {
  const ids = records.map(({ id }) => id);
  // Whichever of two records ends, it was declined to choose between them.
  return [action, ...ids.toSorted()].join(' ');
}

/** The changes that a record says were declined. */
export function declinedIn({ metadata }: Pick<MemoryRecord, 'metadata'>): readonly string[] {
  return textsIn(metadata[DECLINED]);
}

/** The metadata of a record by which it remembers one more. */
export function withDeclined(record: MemoryRecord, changeId: string): MemoryRecord['metadata'] {
  const all = [...new Set([...declinedIn(record), changeId])];
  return { [DECLINED]: all.slice(-MOST_DECLINED) };
}

/** The ids of the records that a summary was made of; `undefined`: it is no summary. */
export function summarizedBy({ metadata }: MemoryRecord): readonly string[] | undefined {
  return Object.hasOwn(metadata, SUMMARY_OF) ? textsIn(metadata[SUMMARY_OF]) : undefined;
}

export function summaryMetadata(ids: readonly string[], by: string): MemoryRecord['metadata'] {
  return { [SUMMARY_OF]: ids, [SUMMARY_BY]: by };
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Whether a record says what it said when the change was proposed. */
export function isAsProposed({ text, source, pinned }: MemoryRecord, then: RecordThen): boolean {
  return text === then.text && source === then.source && pinned === then.pinned;
}
