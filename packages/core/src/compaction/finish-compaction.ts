import type { Summary } from '../condense/summarizer.ts';
import { addToValueIndex, emptyValueIndex } from '../condense/value-index.ts';
import type { Message } from '../message/message.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, Overlays, RangeOverlay } from '../view/overlay.ts';
import { type View, viewOf } from '../view/view.ts';
import { faultOf } from './check-compaction.ts';
import type { CompactionDraft } from './compaction-draft.ts';
import type { LostValues, StageReport } from './compaction-record.ts';
import { condensedText } from './condensed-text.ts';
import { lostValues } from './lost-values.ts';
import { readableText } from './read-archive.ts';

/** A compaction, ready to be committed. */
export interface FinishedCompaction {
  readonly overlays: Overlays;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  readonly lost: LostValues;
  /** Tokens behind the first item that changed. */
  readonly cacheLostTokens: number;
  /** Who made the summary; absent when none was made. */
  readonly summariser?: string;
}

/** Or why it is not to be committed; then nothing has changed [CMP-7]. */
export type CompactionOutcome =
  | { readonly kind: 'finished'; readonly compaction: FinishedCompaction }
  | { readonly kind: 'dropped'; readonly why: string };

/**
 * Joins a draft with its summary, looks whether it holds what it must and frees anything, and gives
 * it to be committed. Pure.
 */
export function finishCompaction(
  draft: CompactionDraft,
  newSummary: Summary | undefined,
): CompactionOutcome {
  const { input, tokensBefore, stages } = draft;
  const summary = newSummary ?? draft.notesSummary;
  const overlays = withCondensed(draft, summary);
  const view = viewOf(input.transcript, overlays, input.measurer);
  const tokensAfter = input.fixedTokens + view.tokens;
  if (stages.length === 0 || tokensAfter >= tokensBefore) return dropped('it would free nothing');
  const fault = faultOf(input.transcript, overlays, view, draft.left);
  if (fault !== undefined) return dropped(`it would break a promise: ${fault}`);
  const compaction: FinishedCompaction = {
    overlays: { ...overlays, epoch: input.overlays.epoch },
    tokensBefore,
    tokensAfter,
    stages: endingAt(stages, tokensAfter),
    left: draft.left,
    lost: lostBy(draft, overlays, view),
    cacheLostTokens: behindFirstChange(draft, view),
    ...(summary && { summariser: summary.madeBy }),
  };
  return { kind: 'finished', compaction };
}

/** Joins an undo with the summary of what is still gone; it may free nothing, that is not its point. */
export function finishUndo(
  draft: CompactionDraft,
  summary: Summary | undefined,
): FinishedCompaction {
  const isEmpty = draft.overlays.ranges.length === 0 && draft.overlays.entries.size === 0;
  const overlays = isEmpty ? draft.overlays : withCondensed(draft, summary);
  const view = viewOf(draft.input.transcript, overlays, draft.input.measurer);
  const tokensAfter = draft.input.fixedTokens + view.tokens;
  return {
    overlays,
    tokensBefore: draft.tokensBefore,
    tokensAfter,
    stages: endingAt(draft.stages, tokensAfter),
    left: [],
    lost: { values: [], total: 0 },
    cacheLostTokens: behindFirstChange(draft, view),
    ...(summary && { summariser: summary.madeBy }),
  };
}

/** The stages, the last one measured with what stands for everything that left. */
function endingAt(stages: readonly StageReport[], tokensAfter: number): readonly StageReport[] {
  const last = stages.at(-1);
  return last ? [...stages.slice(0, -1), { ...last, tokensAfter }] : [];
}

function dropped(why: string): CompactionOutcome {
  return { kind: 'dropped', why };
}

function lostBy(
  { input, sources }: CompactionDraft,
  { condensed }: Overlays,
  view: View,
): LostValues {
  return lostValues(sources, [condensed?.text ?? '', input.notes?.text ?? '', readableText(view)]);
}

/** What a provider's prompt cache held behind the first message that is another one now. */
function behindFirstChange({ input }: CompactionDraft, after: View): number {
  const before = shownIn(viewOf(input.transcript, input.overlays, input.measurer));
  const now = shownIn(after);
  const first = before.findIndex(({ message }, index) => message !== now[index]?.message);
  if (first < 0) return 0;
  return before.slice(first).reduce((sum, { tokens }) => sum + tokens, 0);
}

interface Shown {
  readonly message: Message;
  readonly tokens: number;
}

function shownIn(view: View): readonly Shown[] {
  return view.segments.flatMap((segment): readonly Shown[] => {
    if (segment.kind === 'unit') return segment.members;
    if (segment.kind === 'range') return [];
    return [{ message: segment.message, tokens: segment.tokens.value }];
  });
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
  const kept = readableText(viewOf(transcript, bare, measurer));
  const covered = coveredBy(bare);
  const text = condensedText({
    summary,
    values,
    ...covered,
    maxTokens,
    count: (words) => measurer.text(words),
    keptText: kept,
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
