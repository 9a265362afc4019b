import type { LiveHosts } from '../formats/message-format.ts';
import type { BarePlan, Degradation } from './context-plan.ts';
import { liveOf } from './live-item.ts';
import type { LivePlacement } from './live-placement.ts';
import { type BodyInput, planBody } from './plan-body.ts';
import { totalsWith } from './sent-totals.ts';

export type { FixedContext } from './fixed-context.ts';

export interface PlanInput extends BodyInput {
  readonly sessionId: string;
  readonly scratchpad: unknown;
  /** The scratchpad as it was when the run began; `run-start` sends it. Absent: as it is now. */
  readonly runStartPad?: unknown;
  /** Where live state travels [TIER-4]. Default: `auto`. */
  readonly placement?: LivePlacement;
  /** Where the format that is asked for may have it. Default: `any`. */
  readonly hosts?: LiveHosts;
  readonly degraded: readonly Degradation[];
}

/**
 * The context array and the reason for every item of it. Pure: reads its input, decides nothing
 * that overlays have not decided, and changes nothing.
 */
export function planContext(input: PlanInput): BarePlan {
  const { transcript, budget, placement = 'auto', hosts = 'any' } = input;
  const { items, ranges, totals } = planBody(input);
  const live = liveOf({
    scratchpad: input.scratchpad,
    runStartPad: input.runStartPad,
    placement,
    hosts,
    measurer: input.measurer,
    items,
    freeTokens: budget.inputTokens - totals.tokens,
    lastUserSeq: transcript.lastUserSeq,
  });
  const sent = live?.item ? [live.item] : [];
  const whole = totalsWith(totals, sent, 'live');
  const totalTokens = whole.tokens;
  return {
    version: 1,
    sessionId: input.sessionId,
    transcriptLength: transcript.length,
    epoch: input.overlays.epoch,
    budget,
    items: Object.freeze([...items, ...sent]),
    ranges: Object.freeze([...ranges]),
    withheld: Object.freeze(live?.withheld ? [live.withheld] : []),
    totalTokens,
    tokenSource: whole.estimatedItems === 0 ? 'counted' : 'estimated',
    tiers: {
      ...whole.tiers,
      headroom: { tokens: budget.contextWindow - budget.inputTokens, items: 0 },
    },
    freeTokens: budget.inputTokens - totalTokens,
    livePlacement: live?.place ?? { kind: 'none' },
    degraded: input.degraded,
  };
}
