import { isSameValue } from '../message/same-value.ts';
import type { HistoryRecord } from './history-record.ts';

/**
 * Tells whether two records say the same, their time apart: one was stored before, by a commit whose
 * answer was lost or by another tab that did the same.
 */
export function isSameHistoryRecord(a: HistoryRecord, b: HistoryRecord): boolean {
  return isSameValue({ ...a, atMs: 0 }, { ...b, atMs: 0 });
}
