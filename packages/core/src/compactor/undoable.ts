import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { UndoRefusedError } from '../errors/undo-refused-error.ts';

/** The record to take back. @throws UndoRefusedError */
export function undoable(
  compactions: readonly CompactionRecord[],
  epoch: number,
  id: string | undefined,
): CompactionRecord {
  const undone = new Set(compactions.map(({ undoes }) => undoes));
  const candidates = compactions.filter(
    (record) => record.trigger !== 'undo' && !undone.has(record.id) && record.epoch === epoch,
  );
  const found =
    id === undefined ? candidates.at(-1) : candidates.find((record) => record.id === id);
  if (found) return found;
  if (id === undefined) throw new UndoRefusedError(id, 'there is none to take back');
  const known = compactions.find((record) => record.id === id);
  const why = !known
    ? 'no compaction of that id is known'
    : undone.has(id) || known.trigger === 'undo'
      ? 'it was taken back already'
      : 'it was made under other settings or on another branch and is of no effect any more';
  throw new UndoRefusedError(id, why);
}
