import { tokenBudget } from '../../policies/eviction-policy.ts';
import type { CompactionStage, StageDecision, StageInput } from '../stage.ts';

/**
 * Lets the agent's own notes serve as the summary: units that were there when the scratchpad was
 * last changed leave, and its text stands for them, so that no model has to be asked. It acts only
 * where a model would be asked otherwise, and where these units free enough.
 */
export function sessionMemory(): CompactionStage {
  return { name: 'session-memory', takesUnits: true, decide };
}

function decide({ units, leaveTokens, notes, asksModel }: StageInput): StageDecision {
  if (!asksModel || !notes) return {};
  const known = units.filter((unit) => unit.end <= notes.coversToSeq);
  const leave = tokenBudget().choose({ units: known, excessTokens: leaveTokens });
  const starts = new Set(leave);
  const freed = known.reduce((sum, { start, tokens }) => sum + (starts.has(start) ? tokens : 0), 0);
  return freed >= leaveTokens ? { leave, summary: notes.text } : {};
}
