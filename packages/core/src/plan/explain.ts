import type { Entry } from '../transcript/entry.ts';
import { entryOf, seqOf } from '../transcript/transcript.ts';
import { rangeAt } from '../view/range-at.ts';
import type { BarePlan } from './context-plan.ts';
import type { Decision } from './decision.ts';
import type { PlanInput } from './make-plan.ts';

/**
 * Why one entry is where it is: the plan's own decision for an entry that is sent, that of its range
 * for one that left, and one made on demand for an entry of another branch. `undefined` for an id that
 * the session does not hold.
 */
export function explainEntry(
  plan: BarePlan,
  { transcript }: Pick<PlanInput, 'transcript'>,
  itemId: string,
): Decision | undefined {
  const entry = entryOf(transcript, itemId);
  if (!entry) return undefined;
  if (seqOf(transcript, itemId) === undefined) {
    const rule = 'OTHER_BRANCH';
    const tokens = tokensOfUnsent(entry);
    return { itemId, tier: 'archive', fate: 'not-selected', rule, tokens, numbers: {} };
  }
  return decisionOn(plan, entry);
}

/** The decision of a plan on an entry of its conversation; `undefined` for one that came later. */
export function decisionOn(plan: BarePlan, entry: Entry): Decision | undefined {
  const { id: itemId, seq } = entry;
  const sent = plan.items.find((item) => item.kind === 'entry' && item.id === itemId);
  if (sent) return sent.decision;
  const range = rangeAt(plan, seq);
  return range && { ...range.decision, itemId, tokens: tokensOfUnsent(entry) };
}

function tokensOfUnsent({ tokens: { value: raw, source } }: Entry): Decision['tokens'] {
  return { raw, sent: 0, source };
}
