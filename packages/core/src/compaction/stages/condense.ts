import { guardedChoice } from '../../policies/guarded-choice.ts';
import type { CompactionStage } from '../stage.ts';

/**
 * Takes out the units that the eviction policy names; a summary and their exact values stand for
 * them. The summariser writes the summary, the extractive one where none was given or none may be
 * asked now.
 *
 * @example
 * createAgentMemory({ id: 'support', contextWindow: 128_000, compaction: { stages: [condense()] } });
 */
export function condense(): CompactionStage {
  return {
    name: 'condense',
    takesUnits: true,
    decide: ({ units, leaveTokens, policy }) => ({
      leave: guardedChoice(policy, { units, excessTokens: leaveTokens }).map(({ start }) => start),
    }),
  };
}
