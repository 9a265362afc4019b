import { rangeAt } from '../compaction/range-at.ts';
import { seqOf } from '../transcript/transcript.ts';
import type { BarePlan } from './context-plan.ts';
import { leftTheView } from './decide.ts';
import type { Decision } from './decision.ts';
import type { PlanInput } from './plan-context.ts';

/**
 * Why one entry is where it is: the plan's own decision for an entry that is sent, one made on
 * demand for an entry that left. `undefined` for an id that the transcript does not hold.
 */
export function explainEntry(
  plan: BarePlan,
  input: Pick<PlanInput, 'transcript' | 'overlays' | 'budget'>,
  entryId: string,
): Decision | undefined {
  const seq = seqOf(input.transcript, entryId);
  if (seq === undefined) return undefined;
  const sent = plan.items.find((item) => item.kind === 'entry' && item.id === entryId);
  if (sent) return sent.decision;
  if (!rangeAt(input.overlays, seq)) return undefined;
  const { tokens } = input.transcript.log.at(seq);
  const left = leftTheView(tokens, input.overlays.condensed, input.budget);
  return { itemId: entryId, tier: 'archive', ...left };
}
