import type { CompactionRecord } from '../compaction/compaction-record.ts';
import type { CompactionStats, LastCompaction } from '../pacing/schedule.ts';
import type { BarePlan } from '../plan/context-plan.ts';
import type { ToolHints } from '../policies/tool-hints.ts';
import type { AskedOfUnits } from './asked-of-units.ts';
import type { SessionSnapshot } from './snapshot.ts';

/** What the schedule has to know of a plan and its session. Costs what the context costs. */
export function planStats(
  plan: BarePlan,
  snapshot: SessionSnapshot<unknown>,
  summariserTokens: number,
  asked: AskedOfUnits,
): CompactionStats {
  const last = lastCompactionOf(snapshot.compactions, plan.epoch);
  return {
    ...itemFigures(plan, snapshot, last?.transcriptLength ?? 0),
    ...asked,
    budget: plan.budget,
    viewTokens: plan.totalTokens - plan.tiers.live.tokens,
    summariserTokens,
    last: lastOf(snapshot, plan.epoch, last),
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
  const newest = items.at(-1);
  const live = newest?.tier === 'live' ? newest.decision : withheld[0];
  return {
    headTokens: tiers.system.tokens + (anchor?.decision.tokens.sent ?? 0),
    derivedTokens: condensed ? condensed.decision.tokens.sent : 0,
    liveTokens: live?.tokens.raw ?? 0,
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

/** Whether a policy or a hint asks about units: then, and only then, they are looked at. */
export function asksOfUnits({
  policy,
  rules,
}: Pick<SessionSnapshot<unknown>, 'policy' | 'rules'>): boolean {
  return policy.isDue !== undefined || hasLimits(rules.toolHints);
}

/** Whether any hint limits what a tool's results may take. */
export function hasLimits(hints: ToolHints): boolean {
  return Object.values(hints).some(({ maxTokens }) => maxTokens !== undefined);
}
