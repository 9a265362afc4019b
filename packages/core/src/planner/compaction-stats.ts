import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { liveTokensWanted } from '../live/live-tokens-wanted.ts';
import type { CompactionStats, LastCompaction } from '../pacing/schedule.ts';
import type { BarePlan } from '../plan/context-plan.ts';
import { isMidRun } from '../state/is-mid-run.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { AnswersOfUnits } from './unit-questions.ts';

/** Gives the figures that the schedule needs of a plan and its session. Costs what the context costs. */
export function compactionStats(
  plan: BarePlan,
  snapshot: SessionSnapshot<unknown>,
  summariserTokens: number,
  answers: AnswersOfUnits,
): CompactionStats {
  const last = lastCompactionOf(snapshot.compactions, plan.epoch);
  return {
    ...itemFigures(plan, snapshot, last?.transcriptLength ?? 0),
    ...answers,
    budget: plan.budget,
    viewTokens: plan.totalTokens - plan.tiers.live.tokens,
    summariserTokens,
    last: lastOf(snapshot, plan.epoch, last),
    isMidRun: isMidRun(snapshot),
  };
}

/** The last compaction under today's settings that made room for all; one that held a tool to its limit is none. */
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
  if (useless?.epoch !== epoch) return last && { ...last, isUndo };
  return { tokensBefore: useless.tokens, tokensAfter: useless.tokens, isUndo };
}

type ItemFigures = Pick<CompactionStats, 'headTokens' | 'derivedTokens' | 'liveTokens' | 'calls'>;

/** Looks at the head, and at what was added since; the rest of a long context is not walked. */
function itemFigures(
  { items, tiers, withheld }: BarePlan,
  { transcript, overlays }: SessionSnapshot<unknown>,
  since: number,
): ItemFigures {
  const { anchorSeq } = transcript;
  const anchor = items.find(({ seq }) => seq !== undefined && seq === anchorSeq);
  const condensed = overlays.condensed?.text && items.find(({ kind }) => kind === 'condensed');
  return {
    headTokens: tiers.system.tokens + (anchor?.decision.tokens.sent ?? 0),
    derivedTokens: condensed ? condensed.decision.tokens.sent : 0,
    liveTokens: liveTokensWanted(items, withheld),
    calls: callsSince(items, since),
  };
}

/** Calls of the model in the view from an entry on, and the one that the context is for. */
function callsSince(items: BarePlan['items'], since: number): number {
  let calls = 1;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (!item || (item.seq ?? since) < since) break;
    if (item.kind === 'entry' && item.message.role === 'assistant') calls += 1;
  }
  return calls;
}
