import { closedBreaker } from '../pacing/breaker.ts';
import type { PartHandle } from '../storage/stored-part.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { StoredMilestone, StoredStep } from './checkpoint-parts.ts';
import type { CheckpointSlots } from './step-keeper.ts';

/** The stored parts that checkpoints are read from. */
export interface CheckpointShelf extends CheckpointSlots {
  readonly milestones: PartHandle<readonly StoredMilestone[]>;
}

/** Which of them are of use. */
interface CheckpointUse {
  /** Those of before are over. */
  readonly fromMs: number;
  /** The newest so many of those of steps are kept. */
  readonly limit: number;
  /** Tells whether the session holds the entry. */
  holds(entryId: string): boolean;
}

/**
 * The checkpoints that can be gone back to, oldest first: neither expired nor of an entry that is not there,
 * and each with the scratchpad that it was made with.
 */
export function keptCheckpoints(
  shelf: CheckpointShelf,
  { fromMs, limit, holds }: CheckpointUse,
): readonly Checkpoint[] {
  const pads = new Map(valuesOf(shelf.pads).map(({ number, pad }) => [number, pad]));
  const steps = valuesOf(shelf.steps)
    .toSorted((a, b) => a.number - b.number)
    .slice(-limit);
  return [
    ...steps.flatMap((step) => ofStep(step, pads)),
    ...shelf.milestones.get().map(ofMilestone),
  ]
    .filter(({ atMs, entryId }) => atMs >= fromMs && (entryId === null || holds(entryId)))
    .toSorted(byAge);
}

/** By what happened in the session: a clock can stand still, and be set back. */
function byAge(a: Checkpoint, b: Checkpoint): number {
  return a.historyIndex - b.historyIndex || a.step - b.step || a.atMs - b.atMs;
}

function ofStep(
  { number, pad, breaker = closedBreaker, ...step }: StoredStep,
  pads: ReadonlyMap<number, unknown>,
): readonly Checkpoint[] {
  if (pad !== undefined && !pads.has(pad)) return [];
  return [{ ...step, id: `step-${number}`, scratchpad: pads.get(pad ?? -1), breaker }];
}

function ofMilestone({ number, ...milestone }: StoredMilestone): Checkpoint {
  return { ...milestone, id: `milestone-${number}`, kind: 'milestone' };
}

function valuesOf<Item>(slots: readonly PartHandle<Item | undefined>[]): readonly Item[] {
  return slots.flatMap((slot) => slot.get() ?? []);
}
