import { deltaOf, type History, historyOf, type NewRecord, recorded } from '../history/history.ts';
import type { ContextSurroundings, HistoryRecord } from '../history/history-record.ts';
import { surroundingsAfter } from '../history/surroundings.ts';
import type { KeptRecords, OverlaysAfter } from './merge-overlays.ts';

/** The index of the first record that is in one of these changes; `nextIndex` where none is. */
export function firstOwnIndex(
  changes: readonly { readonly history?: readonly HistoryRecord[] }[],
  nextIndex: number,
): number {
  return changes.reduce(
    (first, { history }) => Math.min(first, history?.[0]?.index ?? first),
    nextIndex,
  );
}

/** Tells whether somebody else changed the overlays since; where that is not known any more, it is taken to be so. */
export function changedSince(records: readonly HistoryRecord[], from: number): boolean {
  const isChange = (record: HistoryRecord) => record.index >= from && 'delta' in record;
  return !reach(records, from) || records.some(isChange);
}

/** Tells whether stored records go on from those that this page has up to an index. */
function reach(records: readonly HistoryRecord[], from: number): boolean {
  return (records[0]?.index ?? 0) <= from && (records.at(-1)?.index ?? -1) >= from - 1;
}

/**
 * A history with the records of this page behind those of other tabs, under their new numbers [HIS-3].
 * The record of a context that could not be shown any more is not kept: one of entries that stand
 * elsewhere now.
 *
 * @param own the history of this page; the store lacks its records from the index `from` on.
 * @param isMoved tells of entries that stand elsewhere now, or whose place has other entries before it.
 */
export function historyAfter(
  own: History,
  stored: readonly HistoryRecord[],
  from: number,
  { keeps, record: first }: Pick<OverlaysAfter, 'keeps' | 'record'>,
  isMoved: (entryId: string) => boolean,
): History {
  // The records that this page has already stay its own: those of a store may have been redacted.
  const known = own.records.filter(({ index }) => index < from);
  const others = stored.filter(({ index }) => index >= from);
  let grown = historyOf(reach(stored, from) ? [...known, ...others] : stored);
  if (first) grown = recorded(grown, first).history;
  let surroundings: ContextSurroundings | undefined;
  let isFirst = true;
  /** The new number of each call that stays. */
  const calls = new Map<number, number>();
  for (const record of own.records) {
    if (record.kind === 'context') surroundings = surroundingsAfter(surroundings, record.changed);
    if (record.index < from) {
      if (record.kind === 'context') calls.set(record.call, record.call);
      continue;
    }
    if (!mayStay(record, isMoved, keeps)) continue;
    const placed = renumbered(record, grown, calls);
    if (!placed) continue;
    const isWhole = isFirst && placed.kind === 'context';
    const whole = isWhole && surroundings ? { ...placed, changed: surroundings } : placed;
    grown = recorded(grown, whole).history;
    if (isWhole) isFirst = false;
  }
  return grown;
}

function mayStay(
  record: HistoryRecord,
  isMoved: (entryId: string) => boolean,
  keeps: KeptRecords,
): boolean {
  if (keeps !== 'unchanged') return keeps === 'all';
  if (deltaOf(record) || record.kind === 'head-move' || record.kind === 'settings') return false;
  const { headId } = 'headId' in record ? record : { headId: null };
  return headId === null || !isMoved(headId);
}

/** A report of usage goes with its call. */
function renumbered(
  { index: _, ...record }: HistoryRecord,
  { calls, overlayVersion }: History,
  known: Map<number, number>,
): NewRecord | undefined {
  if (record.kind === 'context') {
    known.set(record.call, calls + 1);
    return { ...record, call: calls + 1, overlayVersion };
  }
  if (record.kind !== 'usage') return record;
  const call = known.get(record.call);
  return call === undefined ? undefined : { ...record, call };
}
