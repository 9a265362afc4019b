import { isSameValue } from '@agent-memory/core/internal';
import { bareText } from './bare-text.ts';
import type { MemoryRecord } from './memory-record.ts';

type Saying = Pick<MemoryRecord, 'text' | 'subject' | 'key' | 'value'>;

/** Whether nothing ends a record by itself: a pin keeps what it says, a mark against recall keeps it out. */
export function isKept({ pinned, muted }: Pick<MemoryRecord, 'pinned' | 'muted'>): boolean {
  return pinned || muted === true;
}

/** A record takes over the mark against recall of those whose place it takes; a pin yields to it. */
export function withMarkOf(
  record: MemoryRecord,
  before: readonly (MemoryRecord | undefined)[],
): MemoryRecord {
  const isMuted = [record, ...before].some((one) => one?.muted === true);
  return isMuted ? { ...record, muted: true, pinned: false } : record;
}

/** The record without its mark against recall. */
export function unmuted({ muted: _, ...record }: MemoryRecord): MemoryRecord {
  return record;
}

/** The record with a mark against recall that says the same in the same words, whatever its kind and namespace. */
export function mutedTwin<Marked extends Saying>(
  record: Saying,
  marked: readonly Marked[],
): Marked | undefined {
  if (marked.length === 0) return undefined;
  const said = bareText(record.text);
  return marked.find(
    (one) =>
      isCompatible(one.subject, record.subject) &&
      isCompatible(one.key, record.key) &&
      (one.value === undefined ||
        record.value === undefined ||
        isSameValue(one.value, record.value)) &&
      bareText(one.text) === said,
  );
}

/** Names one of them where the other names none, or the same in both. */
function isCompatible(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
