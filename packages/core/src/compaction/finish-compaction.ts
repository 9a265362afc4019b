import type { Summary } from '../condense/summarizer.ts';
import { addToValueIndex, emptyValueIndex } from '../condense/value-index.ts';
import { textOf, toolCallsOf } from '../message/message.ts';
import { type View, viewOf } from '../plan/view.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { StageReport } from './compaction-record.ts';
import { condensedText } from './condensed-text.ts';
import type { CompactionDraft } from './draft-compaction.ts';
import type { Condensed, Overlays, RangeOverlay } from './overlay.ts';

/** A compaction, ready to be committed. */
export interface FinishedCompaction {
  readonly overlays: Overlays;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  /** Who made the summary; absent when none was made. */
  readonly summariser?: string;
}

/**
 * Joins a draft with its summary. Gives `undefined` when nothing would change or nothing would be
 * freed: such a compaction is not committed [CMP-7]. Pure.
 */
export function finishCompaction(
  draft: CompactionDraft,
  summary: Summary | undefined,
): FinishedCompaction | undefined {
  const changed = draft.stages.length > 0;
  if (!changed) return undefined;
  const { input, tokensBefore } = draft;
  const overlays = withCondensed(draft, summary);
  const tokensAfter = tokensOf(draft, overlays);
  if (tokensAfter >= tokensBefore) return undefined;
  const last = draft.stages.at(-1);
  const stages = last ? [...draft.stages.slice(0, -1), { ...last, tokensAfter }] : [];
  return {
    overlays: { ...overlays, epoch: input.overlays.epoch },
    tokensBefore,
    tokensAfter,
    stages,
    left: draft.left,
    ...(summary && { summariser: summary.madeBy }),
  };
}

function tokensOf(draft: CompactionDraft, overlays: Overlays): number {
  const { transcript, measurer, fixedTokens } = draft.input;
  return fixedTokens + viewOf(transcript, overlays, measurer).tokens;
}

/** The condensed text takes its share, or what is left of it when the rest needs more than planned. */
function withCondensed(draft: CompactionDraft, summary: Summary | undefined): Overlays {
  const { condensed: before, ...bare } = draft.overlays;
  const { inputTokens } = draft.input.budget;
  const freeTokens = inputTokens - tokensOf(draft, bare) - CONDENSED_FRAMING_TOKENS;
  const maxTokens = Math.min(draft.room.derivedTokens, freeTokens);
  return { ...bare, condensed: condense(draft, bare, before, summary, maxTokens) };
}

/** The condensed text is sent as a message of its own. */
const CONDENSED_FRAMING_TOKENS = 8;

function condense(
  draft: CompactionDraft,
  bare: Overlays,
  before: Condensed | undefined,
  newSummary: Summary | undefined,
  maxTokens: number,
): Condensed {
  const { compactionId, measurer, transcript } = draft.input;
  const values = addToValueIndex(before?.values ?? emptyValueIndex, draft.sources);
  const summary = newSummary ?? before?.summary;
  const kept = keptText(viewOf(transcript, bare, measurer));
  const covered = coveredBy(bare);
  const text = condensedText({
    summary,
    values,
    ...covered,
    maxTokens,
    count: (words) => measurer.text(words),
    isPresent: (value) => kept.includes(value),
  });
  return {
    id: `condensed-${compactionId}`,
    compactionId,
    text,
    beforeSeq: placeOf(transcript),
    ...covered,
    ...(summary && { summary }),
    values,
  };
}

/** Behind the anchor; ahead of it while it is the newest message, so that the user's words come last. */
function placeOf({ anchorSeq, leadingSystems, length }: Transcript): number {
  if (anchorSeq === undefined) return leadingSystems;
  return anchorSeq + 1 < length ? anchorSeq + 1 : anchorSeq;
}

function coveredBy(overlays: Overlays): Pick<Condensed, 'coveredEntries' | 'coveredTokens'> {
  let coveredEntries = 0;
  let coveredTokens = 0;
  for (const range of overlays.ranges) {
    coveredEntries += range.toSeq - range.fromSeq;
    coveredTokens += range.tokens;
  }
  return { coveredEntries, coveredTokens };
}

/** Everything that stays readable in the view, system messages included: those values need no index. */
function keptText(view: View): string {
  const texts: string[] = [];
  for (const segment of view.segments) {
    if (segment.kind !== 'unit') continue;
    for (const { message } of segment.members) {
      texts.push(textOf(message));
      for (const call of toolCallsOf(message)) texts.push(call.arguments);
    }
  }
  return texts.join('\n');
}
