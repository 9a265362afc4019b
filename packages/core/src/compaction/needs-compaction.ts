import type { ContextPlan } from '../plan/context-plan.ts';
import type { CompactionRecord } from './compaction-record.ts';

/** Live state may ask for this share of the input budget ahead of older messages. */
const LIVE_SHARE = 0.1;

/**
 * A compaction that ended close to the watermark, because much of the context is protected, is not
 * followed by another one before the view has grown by this share of the input budget.
 */
const LEAST_GROWTH = 0.1;

/**
 * Whether what would be sent now has to be compacted first: it is over the high watermark, or live
 * state, which gives way to everything else, would have to give way to messages that can leave.
 * The latter only where the last compaction of the epoch shows that another one makes the room.
 */
export function needsCompaction(
  plan: ContextPlan,
  lastCompaction: CompactionRecord | undefined,
): boolean {
  const { highTokens, inputTokens } = plan.budget;
  const viewTokens = plan.totalTokens - plan.tiers.live.tokens;
  const isOfThisEpoch = lastCompaction?.epoch === plan.epoch;
  if (viewTokens > inputTokens) return true;
  if (viewTokens > highTokens) {
    const grownTokens = isOfThisEpoch ? viewTokens - lastCompaction.tokensAfter : viewTokens;
    return grownTokens >= LEAST_GROWTH * inputTokens;
  }
  const wholeLive = wholeLiveTokens(plan);
  const wantedTokens = Math.min(wholeLive, Math.floor(LIVE_SHARE * inputTokens));
  if (viewTokens + wantedTokens <= inputTokens) return false;
  return !isOfThisEpoch || lastCompaction.tokensAfter + wantedTokens <= inputTokens;
}

/** What live state would take if nothing of it had to give way. */
function wholeLiveTokens(plan: ContextPlan): number {
  const sent = plan.items.filter((item) => item.tier === 'live').map((item) => item.decision);
  return [...sent, ...plan.withheld].reduce((sum, decision) => sum + decision.tokens.raw, 0);
}
