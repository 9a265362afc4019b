import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { CompactionStats, LastCompaction } from '../pacing/schedule.ts';
import type { BarePlan } from '../plan/context-plan.ts';
import { type View, viewOf } from '../plan/view.ts';
import { measuredUnits, type ShownUnit } from '../policies/measured-units.ts';
import { resultsOverLimit } from '../policies/over-limit.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What the schedule has to know of a plan and its session. Costs what the context costs. */
export function planStats(
  plan: BarePlan,
  snapshot: SessionSnapshot<unknown>,
  measurer: Measurer,
  summariserTokens: number,
): CompactionStats {
  const last = lastCompactionOf(snapshot.compactions, plan.epoch);
  const { transcript } = snapshot;
  const figures = itemFigures(plan, transcript.anchorSeq, last?.transcriptLength ?? 0);
  return {
    ...figures,
    ...askedOfUnits(snapshot, measurer),
    budget: plan.budget,
    viewTokens: plan.totalTokens - plan.tiers.live.tokens,
    summariserTokens,
    last: last && lastOf(last),
    isMidRun: isMidRun(snapshot),
  };
}

/** Whether an agent is at work: the user has spoken and something has come after it. */
export function isMidRun({ transcript }: Pick<SessionSnapshot<unknown>, 'transcript'>): boolean {
  const { length, lastUserSeq } = transcript;
  return lastUserSeq !== undefined && lastUserSeq < length - 1;
}

/** The last compaction under today's settings that made room for all; one that held a tool to its limit is none. */
function lastCompactionOf(
  compactions: readonly CompactionRecord[],
  epoch: number,
): CompactionRecord | undefined {
  const last = compactions.findLast(({ reason }) => reason !== 'TOOL_LIMIT');
  return last?.epoch === epoch ? last : undefined;
}

function lastOf({ tokensBefore, tokensAfter, trigger }: CompactionRecord): LastCompaction {
  return { tokensBefore, tokensAfter, isUndo: trigger === 'undo' };
}

type ItemFigures = Pick<CompactionStats, 'headTokens' | 'derivedTokens' | 'liveTokens' | 'calls'>;

function itemFigures(plan: BarePlan, anchorSeq: number | undefined, since: number): ItemFigures {
  let headTokens = 0;
  let derivedTokens = 0;
  let liveTokens = 0;
  let calls = 1;
  for (const { kind, tier, seq, message, decision } of plan.items) {
    const { raw, sent } = decision.tokens;
    if (tier === 'live') liveTokens += raw;
    else if (kind === 'condensed') derivedTokens += sent;
    else if (tier === 'system' || seq === anchorSeq) headTokens += sent;
    if (kind === 'entry' && message.role === 'assistant' && (seq ?? 0) >= since) calls += 1;
  }
  for (const { tokens } of plan.withheld) liveTokens += tokens.raw;
  return { headTokens, derivedTokens, liveTokens, calls };
}

/** What can only be said of units; they are looked at only where a policy or a hint asks. */
function askedOfUnits(
  { transcript, overlays, policy, rules }: SessionSnapshot<unknown>,
  measurer: Measurer,
): Pick<CompactionStats, 'policyIsDue' | 'hasOverLimitResult'> {
  const hasLimits = Object.values(rules.toolHints).some(({ maxTokens }) => maxTokens !== undefined);
  if (!policy.isDue && !hasLimits) return { policyIsDue: false, hasOverLimitResult: false };
  const view: View = viewOf(transcript, overlays, measurer);
  const units = measuredUnits(view, transcript, rules.toolHints);
  const isOver = (unit: ShownUnit) =>
    resultsOverLimit(unit, rules.toolHints, (text) => measurer.text(text)).length > 0;
  return {
    policyIsDue: policy.isDue?.(units) ?? false,
    hasOverLimitResult: hasLimits && units.some(isOver),
  };
}
