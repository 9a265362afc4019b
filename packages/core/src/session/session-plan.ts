import type { LiveHosts } from '../formats/message-format.ts';
import { type Pacing, scheduleOf } from '../pacing/schedule.ts';
import type { ContextPlan, PlanLedger } from '../plan/context-plan.ts';
import type { LivePlacement } from '../plan/live-placement.ts';
import { type FixedContext, type PlanInput, planContext } from '../plan/plan-context.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { predictedTokens } from '../tokens/token-ledger.ts';
import type { askedOfUnits } from './asked-of-units.ts';
import { planStats } from './plan-stats.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What a session knows beside its snapshot. */
export interface PlanSurroundings {
  readonly fixed: FixedContext;
  readonly measurer: Measurer;
  readonly placement: LivePlacement;
  readonly hosts: LiveHosts;
  /** Whether a model would be asked for a summary. */
  readonly hasSummarizer: boolean;
  /** Asks units for the policy and the hints; absent where nothing is to be asked. */
  readonly asks?: typeof askedOfUnits | undefined;
}

const NOTHING_ASKED = { policyIsDue: false, hasOverLimitResult: false };

/** What the planner reads of a session. */
export function planInput(
  snapshot: SessionSnapshot<unknown>,
  { fixed, measurer, placement, hosts }: PlanSurroundings,
): PlanInput {
  const { id, transcript, overlays, scratchpad, runStartPad, degraded } = snapshot;
  const budget = snapshot.corrected ?? snapshot.budget;
  const state = { transcript, overlays, budget, scratchpad, runStartPad, degraded };
  return { sessionId: id, ...state, fixed, measurer, placement, hosts };
}

/** The plan of a session as it stands: what would be sent, whether it is compacted first, what it costs. */
export function sessionPlan(
  snapshot: SessionSnapshot<unknown>,
  surroundings: PlanSurroundings,
): ContextPlan {
  const { measurer, hasSummarizer, asks } = surroundings;
  const bare = planContext(planInput(snapshot, surroundings));
  // A summariser reads about as much as it stands for.
  const summariserTokens = hasSummarizer ? bare.totalTokens : 0;
  const asked = asks?.(snapshot, measurer) ?? NOTHING_ASKED;
  const stats = planStats(bare, snapshot, summariserTokens, asked);
  const { headMoves } = snapshot;
  return {
    ...bare,
    ...(headMoves > 0 && { headMoves }),
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
