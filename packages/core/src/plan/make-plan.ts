import type { LiveHosts, LivePlacement } from '../live/live-placement.ts';
import type { LiveSection } from '../live/live-section.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import type { ArchiveSections } from './archive-sections.ts';
import type { BarePlan, Degradation } from './context-plan.ts';
import { liveTierOf } from './live-items.ts';
import type { PlanItem } from './plan-item.ts';
import { type BodyInput, figuresOf, planWithoutLive, totalsWith } from './plan-without-live.ts';
import { NO_ARCHIVE_SECTIONS, withArchiveSections } from './with-archive-sections.ts';

export type { FixedContext } from './plan-without-live.ts';

export interface PlanInput extends BodyInput {
  readonly sessionId: string;
  /** The sections of the live tier, in the order in which they are sent [TIER-4]. */
  readonly sections: readonly LiveSection[];
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
  const { items: body, ranges, totals: bodyTotals, isPartial } = planWithoutLive(input);
  const items = withArchiveSections(body, archive.items);
  const totals = totalsWith(bodyTotals, archive.items, 'archive');
  const live = liveTierOf({
    sections: input.sections,
    placement,
    liveHosts,
    measurer: input.measurer,
    items,
    inputTokens: budget.inputTokens,
    freeTokens: budget.inputTokens - totals.tokens,
  });
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
    ...figuresOf(totalsWith(totals, live.items, 'live'), budget),
    livePlacement: live.place,
    ...(liveHosts !== 'any' && { liveHosts }),
    ...(isPartial && { isPartial }),
    degraded: isWhole ? input.degraded : [...input.degraded, ...excerpts, ...live.degraded],
  };
}

const NONE: readonly Degradation[] = [];

/** Reports words of the user that are sent as an excerpt: the task, and the message being answered [CMP-15]. */
function excerptReports(
  { anchorSeq, lastUserSeq }: Transcript,
  { entries }: Overlays,
  items: readonly PlanItem[],
): readonly Degradation[] {
  if (entries.size === 0) return NONE;
  const cut = [...new Set([anchorSeq, lastUserSeq])].filter(
    (seq) => seq !== undefined && entries.get(seq)?.kind === 'trimmed',
  );
  return cut.flatMap((seq) => {
    const decision = items.find((item) => item.seq === seq)?.decision;
    if (!decision) return [];
    const { raw, sent } = decision.tokens;
    const which = seq === lastUserSeq ? 'The message being answered' : 'The first message';
    const message = `${which} (${decision.itemId}) is sent as an excerpt: ${sent} of its ${raw} tokens. All of it is kept in the transcript.`;
    return [{ code: 'EXCERPT_SENT', message }];
  });
}
