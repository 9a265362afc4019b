import type { CompactionFacts } from '../source/compaction-facts.ts';

/** Whether a compaction can be taken back, and if not, why. */
export type UndoOffer =
  | { readonly kind: 'offered' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Tells the memory's answer to an undo of this record before anybody presses the button.
 *
 * @param epoch that of the plan that stands; `undefined` while there is none.
 */
export function undoOffer(
  record: CompactionFacts,
  compactions: readonly CompactionFacts[],
  epoch: number | undefined,
): UndoOffer {
  if (record.trigger === 'undo') return refused('This took a compaction back; compact again.');
  if (compactions.some(({ undoes }) => undoes === record.id)) return refused('Undone already.');
  if (epoch !== undefined && record.epoch !== epoch) {
    return refused('Made under other settings or on another branch; it is of no effect any more.');
  }
  return { kind: 'offered' };
}

function refused(reason: string): UndoOffer {
  return { kind: 'refused', reason };
}
