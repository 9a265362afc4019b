import {
  deltaOf,
  type History,
  historyOf,
  type NewRecord,
  recorded,
  recordsOf,
} from '../history/history.ts';
import type { ContextSurroundings, HistoryRecord } from '../history/history-record.ts';
import { surroundingsAfter } from '../history/surroundings.ts';
import type { KeptRecords } from './news-overlays.ts';

/** Records of this page that a store lacks, and what they follow there. */
export interface OwnRecords {
  /** The history of this page, its own records included. */
  readonly history: History;
  /** The index of the first that the store lacks. */
  readonly from: number;
  /** The history that they are to follow. */
  readonly stored: readonly HistoryRecord[];
  /** Entries that stand elsewhere now, or whose place has other entries ahead of it. */
  readonly isMoved: (entryId: string) => boolean;
  readonly keeps: KeptRecords;
  /** Goes ahead of them. */
  readonly first: NewRecord | undefined;
}

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

/**
 * A history with the records of this page behind those of other tabs, under their new numbers [HIS-3].
 * The record of a context that could not be shown any more is not kept: one of entries that stand
 * elsewhere now.
 */
export function withOwnRecords({
  history,
  from,
  stored,
  isMoved,
  keeps,
  first,
}: OwnRecords): History {
  let grown = historyOf(stored);
  if (first) grown = recorded(grown, first).history;
  let known: ContextSurroundings | undefined;
  let isFirst = true;
  /** The new number of each call that stays. */
  const calls = new Map<number, number>();
  for (const record of recordsOf(history)) {
    if (record.kind === 'context') known = surroundingsAfter(known, record.changed);
    if (record.index < from) {
      if (record.kind === 'context') calls.set(record.call, record.call);
      continue;
    }
    if (!mayStay(record, isMoved, keeps)) continue;
    const placed = renumbered(record, grown, calls);
    if (!placed) continue;
    const isWhole = isFirst && placed.kind === 'context';
    grown = recorded(grown, isWhole && known ? { ...placed, changed: known } : placed).history;
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
