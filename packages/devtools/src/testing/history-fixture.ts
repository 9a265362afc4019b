import type { ContextAssembled, ContextPlan, HistoryRecord } from '@agent-memory/core';

/** The record that a plan leaves behind these records once it is sent; it says everything it depends on. */
export function contextRecordOf(
  plan: ContextPlan,
  before: readonly HistoryRecord[],
  headId: string | null,
  atMs: number,
): ContextAssembled {
  const calls = before.filter(({ kind }) => kind === 'context').length;
  const { transcriptLength, epoch, totalTokens, tokenSource, schedule, ledger } = plan;
  const { budget, degraded, withheld, livePlacement } = plan;
  return {
    kind: 'context',
    index: (before.at(-1)?.index ?? -1) + 1,
    call: calls + 1,
    entries: transcriptLength,
    overlayVersion: 0,
    ...{ atMs, headId, epoch, totalTokens, tokenSource, schedule, ledger, livePlacement },
    tiers: plan.tiers,
    changed: {
      budget,
      system: textOf(plan, 'system'),
      tools: textOf(plan, 'tools'),
      live: { items: plan.items.filter(({ tier }) => tier === 'live'), withheld },
      degraded,
    },
  };
}

function textOf({ items }: ContextPlan, kind: 'system' | 'tools'): string {
  const [part] = items.find((item) => item.kind === kind)?.message.parts ?? [];
  return part?.type === 'text' ? part.text : '';
}
