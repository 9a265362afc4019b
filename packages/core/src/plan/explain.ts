import { entryOf, seqOf } from '../transcript/transcript.ts';
import { rangeAt } from '../view/range-at.ts';
import type { BarePlan } from './context-plan.ts';
import { leftTheView } from './decide.ts';
import type { Decision } from './decision.ts';
import type { PlanInput } from './make-plan.ts';

/**
 * Why one entry is where it is: the plan's own decision for an entry that is sent, one made on
 * demand for an entry that left or stands on another branch. `undefined` for an id that the
 * session does not hold.
 */
export function explainEntry(
  plan: BarePlan,
  input: Pick<PlanInput, 'transcript' | 'overlays' | 'budget'>,
  entryId: string,
): Decision | undefined {
  const { transcript, overlays, budget } = input;
  const entry = entryOf(transcript, entryId);
  if (!entry) return undefined;
  const sent = plan.items.find((item) => item.kind === 'entry' && item.id === entryId);
  if (sent) return sent.decision;
  const isElsewhere = seqOf(transcript, entryId) === undefined;
  if (!isElsewhere && !rangeAt(overlays, entry.seq)) return undefined;
  const left = leftTheView(entry.tokens, isElsewhere ? undefined : overlays.condensed, budget);
  return { itemId: entryId, tier: 'archive', ...left, ...(isElsewhere && OTHER_BRANCH) };
}

const OTHER_BRANCH = { fate: 'not-selected', rule: 'OTHER_BRANCH', numbers: {} } as const;
