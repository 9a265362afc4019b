import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { isPinnedUnit } from '../policies/hint-for.ts';
import { newestUnitStart } from '../transcript/transcript.ts';
import { type Tail, tailOf } from './room.ts';
import type { StageInput, StageUnit } from './stage.ts';
import type { Workbench } from './workbench.ts';

/** Gives a stage its view of the work as it stands. */
export function* stageInputOf(bench: Workbench): Steps<StageInput> {
  const { input, room } = bench;
  const { budget, limits, policy, toolHints, notes, asksModel } = input;
  return {
    units: yield* stageUnits(bench),
    excessTokens: bench.tokens - budget.lowTokens,
    leaveTokens: bench.originalTokens + room.derivedTokens - budget.lowTokens,
    budget,
    limits,
    policy,
    toolHints,
    notes,
    asksModel,
  };
}

/** Derived text never gives more than this part of its share to a tail that would be thin. */
const STRETCH_PART_OF_DERIVED = 0.6;

export function* stageUnits(bench: Workbench): Steps<readonly StageUnit[]> {
  const { toolHints } = bench.input;
  const tail = tailOn(bench);
  const stretched = tailOn(bench, bench.room.derivedTokens * STRETCH_PART_OF_DERIVED);
  const tailStart = Math.min(...tail.starts);
  const keepsTail = !isPolicyDue(bench);
  const units: StageUnit[] = [];
  for (const [index, unit] of bench.units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { start } = unit;
    const inTail = tail.starts.has(start) || (start > tailStart && isPinnedUnit(unit, toolHints));
    const isKept = unit.protected || (keepsTail && stretched.starts.has(start));
    units.push(Object.freeze({ ...unit, inTail, protected: isKept }));
  }
  return units;
}

/** The tail of the view; what is protected or pinned further up counts with the head. */
export function tailOn({ input, room, units }: Workbench, stretchTokens = 0): Tail {
  const newest = newestUnitStart(input.transcript);
  const free = units.filter((unit) => unit.start >= newest || !unit.protected);
  const { wantedTailTokens: wantedTokens, tailTokens: mostTokens } = room;
  return tailOf(free, { wantedTokens, mostTokens, stretchTokens });
}

/** Whether the policy wants units to leave whatever room there is; then it may name the tail too. */
export function isPolicyDue({ input, units }: Workbench): boolean {
  // A policy may write into the list that it is shown.
  return input.policy.isDue?.([...units]) === true;
}
