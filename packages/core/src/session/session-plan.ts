import { type Pacing, scheduleOf } from '../pacing/schedule.ts';
import type { ContextPlan, PlanLedger } from '../plan/context-plan.ts';
import type { LivePlacement } from '../plan/live-placement.ts';
import { type FixedContext, type PlanInput, planContext } from '../plan/plan-context.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { predictedTokens } from '../tokens/token-ledger.ts';
import { planStats } from './plan-stats.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What a session knows beside its snapshot. */
export interface PlanSurroundings {
  readonly fixed: FixedContext;
  readonly measurer: Measurer;
  readonly placement: LivePlacement;
  /** Whether a model would be asked for a summary. */
  readonly hasSummarizer: boolean;
}

/** What the planner reads of a session. */
export function planInput(
  snapshot: SessionSnapshot<unknown>,
  { fixed, measurer, placement }: PlanSurroundings,
): PlanInput {
  const { id, transcript, overlays, scratchpad, runStartPad, degraded } = snapshot;
  const budget = snapshot.corrected ?? snapshot.budget;
  const state = { transcript, overlays, budget, scratchpad, runStartPad, degraded };
  return { sessionId: id, ...state, fixed, measurer, placement };
}

/** The plan of a session as it stands: what would be sent, whether it is compacted first, what it costs. */
export function sessionPlan(
  snapshot: SessionSnapshot<unknown>,
  surroundings: PlanSurroundings,
): ContextPlan {
  const { measurer, hasSummarizer } = surroundings;
  const bare = planContext(planInput(snapshot, surroundings));
  // A summariser reads about as much as it stands for.
  const summariserTokens = hasSummarizer ? bare.totalTokens : 0;
  const stats = planStats(bare, snapshot, measurer, summariserTokens);
  return {
    ...bare,
    schedule: scheduleOf(stats, pacingOf(snapshot)),
    ledger: ledgerOf(snapshot, bare.totalTokens),
  };
}

/** The rule that says when to compact. */
function pacingOf({ budget, rules }: SessionSnapshot<unknown>): Pacing {
  const { shouldCompact, minimumGain } = rules;
  return { rule: budget.pacing ?? 'cost', shouldCompact, minimumGain };
}

/** What the ledger says about a plan; it reads `reserved + factor × ours` at the provider. */
function ledgerOf({ ledger }: SessionSnapshot<unknown>, plannedTokens: number): PlanLedger {
  const { factor, reservedTokens, last } = ledger;
  return {
    factor,
    reservedTokens,
    predictedTokens: predictedTokens(ledger, plannedTokens),
    ...(last && { reportedTokens: last.reportedTokens }),
  };
}
