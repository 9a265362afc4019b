import { runToEnd, type Steps } from '../platform/steps.ts';
import { oldestFirst } from '../policies/eviction-policy.ts';
import { refusedPromise } from '../policies/guarded-choice.ts';
import { carryOut } from './carry-out.ts';
import { type CompactionDraft, draftFrom } from './compaction-draft.ts';
import type { CompactionInput } from './compaction-input.ts';
import { fitTail } from './shortening/fit-protected.ts';
import { CROWDS_OUT } from './shortening/trim-reasons.ts';
import type { CompactionStage, StageDecision, StageUnit } from './stage.ts';
import { isPolicyDue, stageInputOf, stageUnits, tailOn } from './stage-input.ts';
import { stepsOfStage } from './stages/stage-steps.ts';
import { Workbench } from './workbench.ts';

/**
 * Decides a compaction [CMP-1]: what is protected is made to fit its share, then the stages run in
 * their order. Measures after each and stops as soon as the low watermark is reached [CMP-2]; what
 * is still over the input budget after the last leaves oldest first [BUD-3]. Pure.
 */
export function draftCompaction(input: CompactionInput): CompactionDraft {
  return runToEnd(draftingCompaction(input));
}

/** The same in steps. What a stage of the caller's decides is one of them, however long it takes. */
export function* draftingCompaction(input: CompactionInput): Steps<CompactionDraft> {
  const bench = yield* Workbench.laidOut(input);
  for (const stage of input.stages) {
    const isOver = bench.tokens > input.budget.lowTokens;
    if (isOver || (stage.takesUnits && isPolicyDue(bench))) yield* runStage(bench, stage);
  }
  yield* forceUnderBudget(bench);
  return yield* draftFrom(bench);
}

function* runStage(bench: Workbench, stage: CompactionStage): Steps<void> {
  if (stage.takesUnits) {
    yield* bench.fit(yield* fitTail(bench.input, tailOn(bench)), CROWDS_OUT);
  }
  const stageInput = yield* stageInputOf(bench);
  // A stage may write into the list that it is shown.
  const shown = { ...stageInput, units: [...stageInput.units] };
  try {
    const inSteps = stepsOfStage(stage);
    const decision: unknown = inSteps ? yield* inSteps(shown) : stage.decide(shown);
    yield;
    if (decision instanceof Promise) throw refusedPromise(decision, 'The stage');
    yield* carryOutOn(bench, stage.name, decision as StageDecision, stageInput.units);
  } catch (error) {
    bench.passOver(stage.name, error);
  }
}

function* carryOutOn(
  bench: Workbench,
  stage: string,
  decision: StageDecision,
  units: readonly StageUnit[],
): Steps<void> {
  const { entries, leaving, summary } = yield* carryOut(stage, decision, units, bench.input);
  yield* bench.shorten(stage, entries);
  yield* bench.takeOut(stage, leaving, summary);
}

/** Whatever the stages left over the input budget leaves, oldest first. */
function* forceUnderBudget(bench: Workbench): Steps<void> {
  const { input, room } = bench;
  const hasLeft = bench.left.length > 0;
  const derivedTokens = hasLeft || bench.hasCondensed ? room.derivedTokens : 0;
  const overTokens = bench.originalTokens - input.budget.inputTokens;
  if (overTokens + derivedTokens > 0) {
    const units = yield* stageUnits(bench);
    // Whatever leaves, what will stand for it needs its room too.
    const excessTokens = overTokens + room.derivedTokens;
    const leave = oldestFirst({ units, excessTokens });
    const stage = (hasLeft ? bench.reports.at(-1)?.stage : undefined) ?? 'condense';
    yield* carryOutOn(bench, stage, { leave }, units);
    if (leave.length > 0) return;
  }
  // The condensed text was made for more room than there is now, and is in the way of originals.
  if (bench.hasCondensed && bench.tokens > input.budget.inputTokens) bench.condenseAnew();
}
