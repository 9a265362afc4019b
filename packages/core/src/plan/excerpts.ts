import type { Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import type { Degradation } from './context-plan.ts';
import type { PlanItem } from './plan-item.ts';

const NONE: readonly Degradation[] = [];

/** Reports words of the user that are sent as an excerpt: the task, and the message being answered [CMP-15]. */
export function excerptReports(
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
