import type { HistoryRecord } from '@agent-memory/core';
import { isHistoryRecord } from '@agent-memory/sessions/stored';
import type { StoredInfo, StoredPart } from './schema.ts';

/** Something of a session, and a sentence for each thing that had to be left out of it. */
export interface Intact<Held> {
  readonly held: Held;
  readonly damaged: readonly string[];
}

/** Where a session's history begins and ends; `undefined` where its record says nothing sensible. */
export function historyBounds({
  historyFrom,
  historyEnd,
}: StoredInfo): { readonly from: number; readonly end: number } | undefined {
  if (historyFrom === undefined && historyEnd === undefined) return { from: 0, end: 0 };
  const isRun = isIndex(historyFrom) && isIndex(historyEnd) && historyFrom < historyEnd;
  return isRun ? { from: historyFrom, end: historyEnd } : undefined;
}

/** The record that stands at an index; `undefined` where none can be read. */
export function historyRecordAt(index: number, record: unknown): HistoryRecord | undefined {
  return isHistoryRecord(record) && record.index === index ? record : undefined;
}

/** Past contexts are told from the newest record backwards, so damage costs what stands before it. */
export function intactHistory(
  info: StoredInfo,
  records: ReadonlyMap<IDBValidKey, unknown>,
): Intact<readonly HistoryRecord[]> {
  const bounds = historyBounds(info);
  if (!bounds) return { held: [], damaged: ['Where its history begins and ends is not known.'] };
  const newestFirst: HistoryRecord[] = [];
  for (let index = bounds.end - 1; index >= bounds.from; index -= 1) {
    const record = historyRecordAt(index, records.get(index));
    if (!record) {
      const ahead = index - bounds.from;
      const damage = `Record ${index} of its history is damaged; it and the ${ahead} before it are left out.`;
      return { held: newestFirst.reverse(), damaged: [damage] };
    }
    newestFirst.push(record);
  }
  return { held: newestFirst.reverse(), damaged: [] };
}

/** The parts by name, unread. */
export function intactParts(
  records: ReadonlyMap<IDBValidKey, unknown>,
): Intact<ReadonlyMap<string, unknown>> {
  const held = new Map<string, unknown>();
  const damaged: string[] = [];
  for (const [name, record] of records) {
    if (typeof name === 'string' && isPart(record)) held.set(name, record.value);
    else damaged.push(`The part "${String(name)}" of its state is damaged and left out.`);
  }
  return { held, damaged };
}

function isPart(record: unknown): record is StoredPart {
  return typeof record === 'object' && record !== null && 'value' in record;
}

function isIndex(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}
