import type { CompactionRecord } from '../../compaction/compaction-record.ts';
import {
  type CompactionStats,
  type LastCompaction,
  scheduleOf,
} from '../../compaction/pacing/schedule.ts';
import type { EvictionPolicy } from '../../compaction/policies/eviction-policy.ts';
import { measuredUnits } from '../../compaction/policies/measured-units.ts';
import { hasLimits } from '../../compaction/policies/tool-hints.ts';
import { hintedResults } from '../../compaction/policies/tool-results.ts';
import { liveTokensWanted } from '../../live/live-text.ts';
import type { BarePlan, ContextPlan, PlanLedger } from '../../plan/context-plan.ts';
import { makePlan, type PlanInput } from '../../plan/make-plan.ts';
import type { SessionSnapshot } from '../../state/snapshot.ts';
import type { Measurer } from '../../tokens/measurer.ts';
import { predictedTokens } from '../../tokens/token-ledger.ts';
import type { Transcript } from '../../transcript/transcript.ts';
import type { Overlays } from '../../view/overlay.ts';
import { viewOf } from '../../view/view.ts';

/** The plan of a session as it stands: what would be sent, whether it is compacted first, what it costs. */
export function explainedPlan(
  input: PlanInput,
  snapshot: SessionSnapshot<unknown>,
  asking: { readonly policy: EvictionPolicy; readonly hasSummarizer: boolean },
): ContextPlan {
  const bare = makePlan(input);
  const stats = compactionStats(bare, snapshot, { ...asking, measurer: input.measurer });
  const { headMoves } = snapshot;
  const schedule = scheduleOf(stats, snapshot.budget.pacing ?? 'cost');
  const ledger = ledgerOf(snapshot, bare.totalTokens);
  // One literal each: a copy with fields that may be missing is slow to make, and this is made with every plan.
  return headMoves > 0 ? { ...bare, headMoves, schedule, ledger } : { ...bare, schedule, ledger };
}

/** Gives a plan its ledger; the provider counts `reserved + factor × ours`. */
function ledgerOf(
  { ledger, overflow }: SessionSnapshot<unknown>,
  plannedTokens: number,
): PlanLedger {
  const { factor, reservedTokens, last } = ledger;
  return {
    factor,
    reservedTokens,
    predictedTokens: predictedTokens(ledger, plannedTokens),
    ...(last && { reportedTokens: last.reportedTokens }),
    ...(overflow && { limitTokens: overflow.limitTokens }),
  };
}

/** The summariser that is asked when a compaction is due. */
interface Asking {
  readonly policy: EvictionPolicy;
  readonly hasSummarizer: boolean;
  readonly measurer: Measurer;
}

/** Gives the figures that the schedule needs of a plan and its session. Costs what the context costs. */
function compactionStats(
  plan: BarePlan,
  snapshot: SessionSnapshot<unknown>,
  asking: Asking,
): CompactionStats {
  const { compactions, transcript, overlays } = snapshot;
  const { budget, items, tiers, withheld, epoch, totalTokens } = plan;
  const last = lastCompactionOf(compactions, epoch);
  const { policyIsDue, hasOverLimitResult } = answersOfUnits(snapshot, asking);
  // Spelled out: this is made with every plan, and an object that begins with another is slow to make.
  return {
    budget,
    viewTokens: totalTokens - tiers.live.tokens,
    liveTokens: liveTokensWanted(items, withheld),
    headTokens: tiers.system.tokens + anchorTokens(items, transcript),
    derivedTokens: condensedTokens(items, overlays),
    calls: callsSince(items, last?.transcriptLength ?? 0),
    // A summariser reads about as much as it stands for.
    summariserTokens: asking.hasSummarizer ? totalTokens : 0,
    last: lastOf(snapshot, epoch, last),
    policyIsDue,
    hasOverLimitResult,
  };
}

/** Looks at every unit of the view where the policy or a hint asks about units, and at none where neither does. */
function answersOfUnits(
  { transcript, overlays, rules }: SessionSnapshot<unknown>,
  { policy, measurer }: Asking,
): Pick<CompactionStats, 'policyIsDue' | 'hasOverLimitResult'> {
  const { toolHints } = rules;
  const asksForLimits = hasLimits(toolHints);
  if (!policy.isDue && !asksForLimits) return { policyIsDue: false, hasOverLimitResult: false };
  const units = measuredUnits(viewOf(transcript, overlays, measurer), transcript, toolHints);
  return {
    policyIsDue: policy.isDue?.(units) ?? false,
    hasOverLimitResult:
      asksForLimits && hintedResults(units, toolHints, (text) => measurer.text(text)).length > 0,
  };
}

type Items = BarePlan['items'];

/** The last compaction under today's settings that made room for all; one that held a tool to its limit is not one. */
function lastCompactionOf(
  compactions: readonly CompactionRecord[],
  epoch: number,
): CompactionRecord | undefined {
  const last = compactions.findLast(({ reason }) => reason !== 'TOOL_LIMIT');
  return last?.epoch === epoch ? last : undefined;
}

/** An attempt that would have freed nothing counts like a compaction that freed nothing. */
function lastOf(
  { useless }: SessionSnapshot<unknown>,
  epoch: number,
  last: CompactionRecord | undefined,
): LastCompaction | undefined {
  const isUndo = last?.trigger === 'undo';
  if (useless?.epoch !== epoch) {
    return last && { tokensBefore: last.tokensBefore, tokensAfter: last.tokensAfter, isUndo };
  }
  return { tokensBefore: useless.tokens, tokensAfter: useless.tokens, isUndo };
}

function anchorTokens(items: Items, { anchorSeq }: Transcript): number {
  const anchor = items.find(({ seq }) => seq !== undefined && seq === anchorSeq);
  return anchor?.decision.tokens.sent ?? 0;
}

/** Looks at no item where nothing is condensed; condensed text stands near the start. */
function condensedTokens(items: Items, { condensed }: Overlays): number {
  if (!condensed?.text) return 0;
  return items.find(({ kind }) => kind === 'condensed')?.decision.tokens.sent ?? 0;
}

/** Calls of the model in the view from an entry on, and the one that the context is for. */
function callsSince(items: Items, since: number): number {
  let calls = 1;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (!item || (item.seq ?? since) < since) break;
    if (item.kind === 'entry' && item.message.role === 'assistant') calls += 1;
  }
  return calls;
}
