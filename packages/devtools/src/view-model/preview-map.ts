import type { PlanRange } from '@agent-memory/core';
import type { PreviewFacts } from '../source/compaction-facts.ts';
import type { ItemFacts, PlanFacts } from '../source/plan-facts.ts';
import { jointSource } from './block-map-ghosts.ts';
import { formatCount, formatTokens } from './format.ts';

/**
 * The plan after the previewed compaction, with the messages that would leave as the only ones that
 * left: what had left before is no news. Their tokens are those that they take in the plan `before`.
 */
export function planOfPreview({ record, plan }: PreviewFacts, before: PlanFacts): PlanFacts {
  const by = plan.items.filter(({ kind }) => kind === 'condensed').map(({ id }) => id);
  return {
    ...plan,
    ranges: record.left.map(({ fromSeq, toSeq }): PlanRange => {
      const gone = before.items.filter((item) => isWithin(item, fromSeq, toSeq));
      const raw = gone.reduce((all, { decision }) => all + decision.tokens.sent, 0);
      const source = jointSource(gone.map(({ decision }) => decision.tokens.source));
      return {
        ...{ fromSeq, toSeq },
        decision: {
          itemId: `would-leave-${fromSeq}`,
          tier: 'archive',
          fate: by.length > 0 ? 'summarised' : 'evicted',
          rule: 'TIER_OVER_BUDGET_OLDEST_FIRST',
          tokens: { raw, sent: 0, source },
          numbers: {},
          by,
        },
      };
    }),
  };
}

function isWithin({ kind, seq }: ItemFacts, fromSeq: number, toSeq: number): boolean {
  return kind === 'entry' && seq !== undefined && fromSeq <= seq && seq < toSeq;
}

/** The picture of the preview in a sentence. */
export function previewMapSentence({ items, ranges }: PlanFacts): string {
  const messages = ranges.reduce((all, { fromSeq, toSeq }) => all + toSeq - fromSeq, 0);
  const tokens = ranges.reduce((all, { decision }) => all + decision.tokens.raw, 0);
  const source = jointSource(ranges.map(({ decision }) => decision.tokens.source));
  const what = `${formatCount(messages, 'message')} would leave, ${formatTokens(tokens, source)} tokens`;
  const summaries = items.filter(({ kind }) => kind === 'condensed');
  if (summaries.length === 0) return `${what}; no summary would stand for them.`;
  const standing = summaries.reduce((all, { decision }) => all + decision.tokens.sent, 0);
  const sure = jointSource(summaries.map(({ decision }) => decision.tokens.source));
  return `${what}; the summary would stand for all that left, in ${formatTokens(standing, sure)}.`;
}
