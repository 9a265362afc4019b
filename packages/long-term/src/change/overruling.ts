import type { Refusal } from '../policy/refusal.ts';
import type { MemoryRecord } from '../records/memory-record.ts';
import { confidenceAt, standingOf } from '../records/standing.ts';

/** Whether somebody put a record right. */
export function isCorrection({ source }: Pick<MemoryRecord, 'source'>): boolean {
  return source === 'user_correction' || source === 'in_session_correction';
}

/** Whether a record holds and is surer than what would replace it. Corrections always win [LTM-5]. */
export function overrules(
  known: MemoryRecord,
  by: Pick<MemoryRecord, 'source' | 'confidence'>,
  nowMs: number,
): boolean {
  if (isCorrection(by)) return false;
  return standingOf(known, nowMs) === 'active' && confidenceAt(known, nowMs) > by.confidence;
}

export function overruled(by: MemoryRecord): Refusal {
  return {
    rule: 'OVERRULED',
    sentence: 'A surer record says something else, and stays.',
    remedy: 'Correct that record, or store this with the source `user_correction`.',
    recordId: by.id,
  };
}
