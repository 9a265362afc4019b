import { oldestFirst } from '../../policies/eviction-policy.ts';
import type { CompactionStage, StageDecision, StageInput, StageUnit } from '../stage.ts';

/**
 * Lets the agent's own notes serve as the summary: units that were there when the scratchpad was
 * last changed leave, and its text stands for them, so that no model has to be asked. It acts only
 * where a model would be asked otherwise, and where these units free as much as has to leave and may.
 *
 * @example
 * const compaction: CompactionOptions = { stages: [trimResults(), sessionMemory(), condense()] };
 * createAgentMemory({ id: 'support', contextWindow: 128_000, compaction });
 */
export function sessionMemory(): CompactionStage {
  return { name: 'session-memory', takesUnits: true, decide };
}

function decide({ units, leaveTokens, notes, asksModel }: StageInput): StageDecision {
  if (!asksModel || !notes) return {};
  const known = units.filter((unit) => unit.end <= notes.coversToSeq);
  const starts = new Set(
    oldestFirst({ units: known, excessTokens: leaveTokens }).map(({ start }) => start),
  );
  const freedTokens = tokensOf(known.filter(({ start }) => starts.has(start)));
  // Where the tail keeps more than the low watermark allows, all the rest is as much as can leave.
  const enoughTokens = Math.min(leaveTokens, tokensOf(units.filter((unit) => !unit.protected)));
  if (freedTokens < enoughTokens) return {};
  const why = { rule: 'COVERED_BY_NOTES', keptByRoom: true };
  return { leave: [...starts].map((start) => ({ start, why })), summary: notes.text };
}

function tokensOf(units: readonly StageUnit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
