import { StoreConflictError } from '../ground/errors/store-errors.ts';
import type { HistoryRecord } from '../history/history-record.ts';
import { isSameValue } from '../message/same-value.ts';
import type { SessionChange } from './memory-store.ts';

/** The history that a store has of a session. */
export interface StoredHistory {
  /** Index of the oldest record. */
  readonly from: number;
  /** Index behind the newest; equal to `from` where there is none. */
  readonly end: number;
  /** The record at an index from `from` up to `end`; `undefined` for one that cannot be read. */
  readonly at: (index: number) => HistoryRecord | undefined;
}

/** The history that a store has after a change, and how it gets there. */
export interface HistoryWrite {
  readonly from: number;
  readonly end: number;
  /** Records to be put, each at its index. */
  readonly added: readonly HistoryRecord[];
  /** Nothing that is stored can be read: all of it goes before the records are put. */
  readonly isAnew: boolean;
}

/**
 * The effect of a change on a stored history, by the contract of `MemoryStore`. For stores, which carry it
 * out: drop what is before `from`, put what is added. Asks for the stored records at the indices of
 * the change, and for the newest where the change does not begin right behind it.
 *
 * @throws StoreConflictError if a record leaves a gap, or the place of another one.
 */
export function historyWrite(
  sessionId: string,
  stored: StoredHistory,
  { history = [], historyFrom = 0 }: Pick<SessionChange, 'history' | 'historyFrom'>,
): HistoryWrite {
  const isAnew = beginsAnew(stored, history[0]);
  let { from, end } = isAnew ? { from: 0, end: 0 } : stored;
  const added: HistoryRecord[] = [];
  for (const record of history) {
    const { index } = record;
    const isPlace = Number.isSafeInteger(index) && index >= 0;
    if (isPlace && from === end) from = end = index;
    if (isPlace && index < from) continue;
    if (index === end) {
      added.push(record);
      end += 1;
      continue;
    }
    const isThere = isPlace && index < end;
    const there = isThere ? (added[index - end + added.length] ?? stored.at(index)) : undefined;
    if (!there || !isSameHistoryRecord(there, record)) {
      throw new StoreConflictError(sessionId, index, 'of its history');
    }
  }
  from = Math.max(from, Math.min(historyFrom, end));
  return { from, end, added: added.filter(({ index }) => index >= from), isAnew };
}

/** Tells whether a change begins a history again, since none of the stored one can be read. */
function beginsAnew({ from, end, at }: StoredHistory, first: HistoryRecord | undefined): boolean {
  return first !== undefined && first.index !== end && from < end && at(end - 1) === undefined;
}

/**
 * Tells whether two records say the same, their time apart: one was stored before, by a commit whose
 * answer was lost or by another tab that did the same.
 */
function isSameHistoryRecord(a: HistoryRecord, b: HistoryRecord): boolean {
  return isSameValue({ ...a, atMs: 0 }, { ...b, atMs: 0 });
}
