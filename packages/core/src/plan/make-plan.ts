import type { LiveHosts } from '../live/live-hosts.ts';
import type { LivePlacement } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import type { ArchiveSections } from './archive-sections.ts';
import type { BarePlan, Degradation } from './context-plan.ts';
import { excerptReports } from './excerpts.ts';
import { liveTierOf } from './live-items.ts';
import { type BodyInput, planWithoutLive } from './plan-without-live.ts';
import { totalsWith } from './sent-totals.ts';
import { NO_ARCHIVE_SECTIONS, withArchiveSections } from './with-archive-sections.ts';

export type { FixedContext } from './fixed-context.ts';

export interface PlanInput extends BodyInput {
  readonly sessionId: string;
  /** The sections of the live tier, in the order in which they are sent [TIER-4]. */
  readonly sections: readonly LiveSection[];
  /**
   * The sections as they were when the run began; `run-start` sends these. One that is missing here is
   * sent as it is now.
   */
  readonly runStartSections?: readonly LiveSection[];
  /** The sections of the archive tier. Default: none. */
  readonly archive?: ArchiveSections;
  /** Where the live tier travels [TIER-4]. Default: `auto`. */
  readonly placement?: LivePlacement;
  /** Where the format that is asked for may have it. Default: `any`. */
  readonly liveHosts?: LiveHosts;
  readonly degraded: readonly Degradation[];
}

/**
 * The context array and the reason for every item of it. Pure: reads its input, decides nothing
 * that overlays have not decided, and changes nothing.
 */
export function makePlan(input: PlanInput): BarePlan {
  const { transcript, budget, placement = 'auto', liveHosts = 'any' } = input;
  const { archive = NO_ARCHIVE_SECTIONS } = input;
  const { items: body, ranges, totals: bodyTotals, whole, isPartial } = planWithoutLive(input);
  const items = withArchiveSections(body, archive.items);
  const totals = totalsWith(bodyTotals, archive.items, 'archive');
  const live = liveTierOf({
    sections: input.sections,
    runStartSections: input.runStartSections,
    placement,
    liveHosts,
    measurer: input.measurer,
    items,
    inputTokens: budget.inputTokens,
    freeTokens: budget.inputTokens - totals.tokens,
    wholeTokens: Math.max(whole.tokens, totals.tokens),
    lastUserSeq: transcript.lastUserSeq,
  });
  const all = totalsWith(totals, live.items, 'live');
  const totalTokens = all.tokens;
  const excerpts = excerptReports(transcript, input.overlays, items);
  const isWhole = excerpts.length === 0 && live.degraded.length === 0;
  return {
    version: 1,
    sessionId: input.sessionId,
    transcriptLength: transcript.length,
    epoch: input.overlays.epoch,
    budget,
    items: Object.freeze([...items, ...live.items]),
    ranges: Object.freeze([...ranges]),
    withheld: Object.freeze([...archive.withheld, ...live.withheld]),
    totalTokens,
    tokenSource: all.estimatedItems === 0 ? 'counted' : 'estimated',
    tiers: {
      ...all.tiers,
      headroom: { tokens: budget.contextWindow - budget.inputTokens, items: 0 },
    },
    freeTokens: budget.inputTokens - totalTokens,
    livePlacement: live.place,
    ...(liveHosts !== 'any' && { liveHosts }),
    ...(isPartial && { isPartial }),
    degraded: isWhole ? input.degraded : [...input.degraded, ...excerpts, ...live.degraded],
  };
}
