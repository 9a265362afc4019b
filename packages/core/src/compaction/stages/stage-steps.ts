import type { Steps } from '../../platform/steps.ts';
import type { CompactionStage, StageDecision, StageInput } from '../stage.ts';

type Decide = CompactionStage['decide'];

/** By the function itself: a stage that is made of another one's fields may decide otherwise. */
const stepsOf = new WeakMap<Decide, (input: StageInput) => Steps<StageDecision>>();

/** A function that decides, and how it comes to the same decision in steps. */
export function steppedDecision(
  decide: Decide,
  inSteps: (input: StageInput) => Steps<StageDecision>,
): Decide {
  stepsOf.set(decide, inSteps);
  return decide;
}

/** The steps in which a stage can decide; absent where it knows but one go. */
export function stepsOfStage({ decide }: CompactionStage) {
  return stepsOf.get(decide);
}
