import { type NewRecord, recorded } from '../history/history.ts';
import type { SessionChange } from '../storage/memory-store.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** The session with one more record of its history, and what of that is to be stored [HIS-3]. */
export function withRecord<Pad>(
  snapshot: SessionSnapshot<Pad>,
  given: NewRecord,
): readonly [SessionSnapshot<Pad>, Pick<SessionChange, 'history' | 'historyFrom'>] {
  const { history, record, droppedBefore } = recorded(snapshot.history, given);
  return [
    { ...snapshot, history },
    { history: [record], ...(droppedBefore !== undefined && { historyFrom: droppedBefore }) },
  ];
}
