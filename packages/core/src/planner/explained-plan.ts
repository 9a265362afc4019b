import type { LiveHosts } from '../live/live-hosts.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import { type Pacing, scheduleOf } from '../pacing/schedule.ts';
import type { ArchiveSections } from '../plan/archive-sections.ts';
import type { ContextPlan, PlanLedger } from '../plan/context-plan.ts';
import { type FixedContext, makePlan, type PlanInput } from '../plan/make-plan.ts';
import { scratchpadSection } from '../scratchpad/scratchpad-section.ts';
import type { Behaviour } from '../state/settings.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { predictedTokens } from '../tokens/token-ledger.ts';
import { compactionStats } from './compaction-stats.ts';
import { answersOfUnits } from './unit-questions.ts';

/** The parts of a session beside its snapshot. */
export interface PlanSurroundings {
  readonly fixed: FixedContext;
  readonly measurer: Measurer;
  readonly placement: LivePlacement;
  readonly liveHosts: LiveHosts;
  /** True if a model would be asked for a summary. */
  readonly hasSummarizer: boolean;
  /** The functions of the settings. */
  readonly behaviour: Behaviour;
  readonly archive: ArchiveSections;
  /** Sections of the live tier behind the scratchpad. */
  readonly sections: readonly LiveSection[];
  /** The same as they were when the run began; empty where that is not wanted. */
  readonly runStartSections: readonly LiveSection[];
}

/** Gives the part of a session that the planner reads. */
export function planInput(
  snapshot: SessionSnapshot<unknown>,
  surroundings: PlanSurroundings,
): PlanInput {
  const { scratchpad, runStartPad } = snapshot;
  return {
    sessionId: snapshot.id,
    transcript: snapshot.transcript,
    overlays: snapshot.overlays,
    budget: snapshot.corrected ?? snapshot.budget,
    sections: [scratchpadSection(scratchpad), ...surroundings.sections],
    runStartSections: [scratchpadSection(runStartPad), ...surroundings.runStartSections],
    archive: surroundings.archive,
    degraded: snapshot.degraded,
    fixed: surroundings.fixed,
    measurer: surroundings.measurer,
    placement: surroundings.placement,
    liveHosts: surroundings.liveHosts,
  };
}

/** The plan of a session as it stands: what would be sent, whether it is compacted first, what it costs. */
export function explainedPlan(
  snapshot: SessionSnapshot<unknown>,
  surroundings: PlanSurroundings,
): ContextPlan {
  const { measurer, hasSummarizer, behaviour } = surroundings;
  const bare = makePlan(planInput(snapshot, surroundings));
  // A summariser reads about as much as it stands for.
  const summariserTokens = hasSummarizer ? bare.totalTokens : 0;
  const answers = answersOfUnits(snapshot, behaviour.policy, measurer);
  const stats = compactionStats(bare, snapshot, summariserTokens, answers);
  const { headMoves } = snapshot;
  return {
    ...bare,
    ...(headMoves > 0 && { headMoves }),
    schedule: scheduleOf(stats, pacingOf(snapshot, behaviour)),
    ledger: ledgerOf(snapshot, bare.totalTokens),
  };
}

/** The rule that says when to compact. */
function pacingOf(
  { budget, rules }: SessionSnapshot<unknown>,
  { shouldCompact }: Behaviour,
): Pacing {
  const { minimumGain } = rules;
  return { rule: budget.pacing ?? 'cost', shouldCompact, minimumGain };
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
