import { toolResultsOf } from '../../message/message.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../../platform/steps.ts';
import { answeredCallsOf } from '../../policies/answered-calls.ts';
import { resultLimit } from '../../policies/hint-for.ts';
import type { ToolHints } from '../../policies/tool-hints.ts';
import { OVER_HINT, OVER_SHARE } from '../shortening/trim-reasons.ts';
import type { CompactionStage, StageDecision, StageInput, StageUnit } from '../stage.ts';
import { steppedDecision } from './stage-steps.ts';

/**
 * Holds tool results ahead of the tail to their share of the budget, or to the limit of their tool
 * where it has one, oldest first, until the low watermark is reached.
 *
 * @example
 * const compaction: CompactionOptions = { stages: [trimResults(), condense()] };
 * createAgentMemory({ id: 'support', contextWindow: 128_000, compaction });
 */
export function trimResults(): CompactionStage {
  const decide = steppedDecision((input) => runToEnd(deciding(input)), deciding);
  return { name: 'trim', decide };
}

function* deciding(input: StageInput): Steps<StageDecision> {
  const { units, excessTokens, budget, limits: shares, toolHints } = input;
  const sharedTokens = Math.floor(shares.resultShare * budget.inputTokens);
  const trim: NonNullable<StageDecision['trim']>[number][] = [];
  let leftTokens = excessTokens;
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (unit.inTail) continue;
    const limits = ownLimits(unit, toolHints, sharedTokens);
    for (const member of unit.members) {
      if (leftTokens <= 0) return { trim };
      if (member.kind !== 'entry' || member.overlay) continue;
      const { message, seq } = member.entry;
      const maxTokens = limits.get(seq) ?? sharedTokens;
      if (toolResultsOf(message).length === 0 || member.tokens <= maxTokens) continue;
      const why = maxTokens === sharedTokens ? OVER_SHARE : OVER_HINT;
      trim.push({ seq, maxTokens, why });
      leftTokens -= member.tokens - maxTokens;
    }
  }
  return { trim };
}

/** By `seq`: what the tools whose results an entry holds allow it; the least of several. */
function ownLimits(
  { entries }: StageUnit,
  hints: ToolHints,
  sharedTokens: number,
): ReadonlyMap<number, number> {
  if (Object.keys(hints).length === 0) return new Map();
  return new Map(
    answeredCallsOf(entries).map(({ entry, calls }) => [
      entry.seq,
      Math.min(...calls.map(({ toolName }) => resultLimit(toolName, hints, sharedTokens))),
    ]),
  );
}
