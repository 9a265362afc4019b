import type { TokenBudget } from '../budget/token-budget.ts';
import type { BarePlan, Degradation, Tier, TierTotal } from './context-plan.ts';
import { type Live, liveOf } from './live-item.ts';
import type { LivePlacement } from './live-placement.ts';
import { type BodyInput, planBody, type SentTotals } from './plan-body.ts';

export type { FixedContext } from './fixed-context.ts';

export interface PlanInput extends BodyInput {
  readonly sessionId: string;
  readonly scratchpad: unknown;
  /** The scratchpad as it was when the run began; `run-start` sends it. Absent: as it is now. */
  readonly runStartPad?: unknown;
  /** Where live state travels [TIER-4]. Default: `auto`. */
  readonly placement?: LivePlacement;
  readonly degraded: readonly Degradation[];
}

/**
 * The context array and the reason for every item of it. Pure: reads its input, decides nothing
 * that overlays have not decided, and changes nothing.
 */
export function planContext(input: PlanInput): BarePlan {
  const { transcript, budget, placement = 'auto' } = input;
  const { items, ranges, totals } = planBody(input);
  const live = liveOf({
    scratchpad: input.scratchpad,
    runStartPad: input.runStartPad,
    placement,
    measurer: input.measurer,
    items,
    freeTokens: budget.inputTokens - totals.tokens,
    lastUserSeq: transcript.lastUserSeq,
  });
  const sent = live?.item;
  const totalTokens = totals.tokens + (sent?.decision.tokens.sent ?? 0);
  return {
    version: 1,
    sessionId: input.sessionId,
    transcriptLength: transcript.length,
    epoch: input.overlays.epoch,
    budget,
    items: Object.freeze(sent ? [...items, sent] : [...items]),
    ranges: Object.freeze([...ranges]),
    withheld: Object.freeze(live?.withheld ? [live.withheld] : []),
    totalTokens,
    tokenSource: isCounted(totals, live) ? 'counted' : 'estimated',
    tiers: tierTotals(totals, live, budget),
    freeTokens: budget.inputTokens - totalTokens,
    livePlacement: live?.place ?? { kind: 'none' },
    degraded: input.degraded,
  };
}

function isCounted(totals: SentTotals, live: Live | undefined): boolean {
  const isLiveCounted = !live?.item || live.item.decision.tokens.source === 'counted';
  return totals.estimatedItems === 0 && isLiveCounted;
}

function tierTotals(
  { tiers }: SentTotals,
  live: Live | undefined,
  budget: TokenBudget,
): Readonly<Record<Tier, TierTotal>> {
  return {
    system: tiers.system,
    archive: tiers.archive,
    working: tiers.working,
    live: { tokens: live?.item?.decision.tokens.sent ?? 0, items: live?.item ? 1 : 0 },
    headroom: { tokens: budget.contextWindow - budget.inputTokens, items: 0 },
  };
}
