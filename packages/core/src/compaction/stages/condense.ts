import { runToEnd, type Steps } from '../../platform/steps.ts';
import { choosingGuarded } from '../../policies/guarded-choice.ts';
import type { CompactionStage, StageDecision, StageInput } from '../stage.ts';
import { steppedDecision } from './stage-steps.ts';

/**
 * Takes out the units that the eviction policy names; a summary and their exact values stand for
 * them. The summariser writes the summary, the extractive one where none was given or none may be
 * asked now.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, compaction: { stages: [condense()] } });
 */
export function condense(): CompactionStage {
  const decide = steppedDecision((input) => runToEnd(deciding(input)), deciding);
  return { name: 'condense', takesUnits: true, decide };
}

function* deciding({ units, leaveTokens, policy }: StageInput): Steps<StageDecision> {
  const leave = yield* choosingGuarded(policy, { units, excessTokens: leaveTokens });
  return { leave };
}
