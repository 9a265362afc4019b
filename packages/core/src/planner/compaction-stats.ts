import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { liveTokensWanted } from '../live/live-tokens-wanted.ts';
import type { CompactionStats, LastCompaction } from '../pacing/schedule.ts';
import type { BarePlan } from '../plan/context-plan.ts';
import { isMidRun } from '../state/is-mid-run.ts';
import type { SessionSnapshot } from '../state/snapshot.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import type { AnswersOfUnits } from './unit-questions.ts';

/** Gives the figures that the schedule needs of a plan and its session. Costs what the context costs. */
export function compactionStats(
  plan: BarePlan,
  snapshot: SessionSnapshot<unknown>,
  summariserTokens: number,
  answers: AnswersOfUnits,
): CompactionStats {
  const { compactions, transcript, overlays } = snapshot;
  const { budget, items, tiers, withheld, epoch, totalTokens } = plan;
  const last = lastCompactionOf(compactions, epoch);
  // Spelled out: this is made with every plan, and an object that begins with another is slow to make.
  return {
    budget,
    viewTokens: totalTokens - tiers.live.tokens,
    liveTokens: liveTokensWanted(items, withheld),
    headTokens: tiers.system.tokens + anchorTokens(items, transcript),
    derivedTokens: condensedTokens(items, overlays),
    calls: callsSince(items, last?.transcriptLength ?? 0),
    summariserTokens,
    last: lastOf(snapshot, epoch, last),
    isMidRun: isMidRun(snapshot),
    policyIsDue: answers.policyIsDue,
    hasOverLimitResult: answers.hasOverLimitResult,
  };
}

type Items = BarePlan['items'];

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
