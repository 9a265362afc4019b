import type { Summary } from '../condense/summarizer.ts';
import {
  boundedIndex,
  emptyValueIndex,
  everyValue,
  type ValueIndex,
  valuesOfSources,
} from '../condense/value-index.ts';
import type { Message } from '../message/message.ts';
import { runToEnd, type Steps } from '../platform/steps.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, Overlays, RangeOverlay } from '../view/overlay.ts';
import { layingOut, type View } from '../view/view.ts';
import { findingFault } from './check-compaction.ts';
import type { CompactionDraft } from './compaction-draft.ts';
import type { LostValues, StageReport } from './compaction-record.ts';
import { writingCondensedText } from './condensed-text.ts';
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
  /** The writer of the summary; absent when none was made. */
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
  return runToEnd(finishingCompaction(draft, newSummary));
}

/** The same in steps. */
export function* finishingCompaction(
  draft: CompactionDraft,
  newSummary: Summary | undefined,
): Steps<CompactionOutcome> {
  const { input, tokensBefore, stages } = draft;
  const summary = newSummary ?? draft.notesSummary;
  const values = yield* valuesOf(draft);
  const overlays = yield* withCondensed(draft, summary, values.all);
  const view = yield* layingOut(input.transcript, overlays, input.measurer);
  const tokensAfter = input.fixedTokens + view.tokens;
  if (stages.length === 0 || tokensAfter >= tokensBefore) return dropped('it would free nothing');
  const fault = yield* findingFault(input.transcript, overlays, view, draft.left);
  if (fault !== undefined) return dropped(`it would break a promise: ${fault}`);
  const compaction: FinishedCompaction = {
    overlays: { ...overlays, epoch: input.overlays.epoch },
    tokensBefore,
    tokensAfter,
    stages: endingAt(stages, tokensAfter),
    left: draft.left,
    lost: yield* lostBy(draft, overlays, view, values.ofLeft),
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
  return runToEnd(finishingUndo(draft, summary));
}

/** The same in steps. */
export function* finishingUndo(
  draft: CompactionDraft,
  summary: Summary | undefined,
): Steps<FinishedCompaction> {
  const isEmpty = draft.overlays.ranges.length === 0 && draft.overlays.entries.size === 0;
  const overlays = isEmpty
    ? draft.overlays
    : yield* withCondensed(draft, summary, (yield* valuesOf(draft)).all);
  const view = yield* layingOut(draft.input.transcript, overlays, draft.input.measurer);
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

interface DraftValues {
  /** Sources kept of earlier compactions, and those that leave now. */
  readonly all: ValueIndex;
  /** Sources that leave now alone. */
  readonly ofLeft: ValueIndex;
}

function* valuesOf({ sources, overlays }: CompactionDraft): Steps<DraftValues> {
  const found = yield* valuesOfSources(sources);
  const ofLeft = yield* everyValue(emptyValueIndex, found);
  const before = overlays.condensed?.values;
  return { all: before ? yield* everyValue(before, found) : ofLeft, ofLeft };
}

function* lostBy(
  { input }: CompactionDraft,
  { condensed }: Overlays,
  view: View,
  ofLeft: ValueIndex,
): Steps<LostValues> {
  const kept = yield* readableText(view);
  return yield* lostValues(ofLeft, [condensed?.text ?? '', input.notes?.text ?? '', kept]);
}

/** Tokens that a provider's prompt cache held behind the first message that is another one now. */
function behindFirstChange({ before }: CompactionDraft, after: View): number {
  const now = shownIn(after);
  let commonTokens = 0;
  for (const { message, tokens } of shownIn(before)) {
    if (message !== now.next().value?.message) return before.tokens - commonTokens;
    commonTokens += tokens;
  }
  return 0;
}

interface Shown {
  readonly message: Message;
  readonly tokens: number;
}

function* shownIn(view: View): Generator<Shown, undefined> {
  for (const segment of view.segments) {
    if (segment.kind === 'unit') yield* segment.members;
    else if (segment.kind === 'condensed') {
      yield { message: segment.message, tokens: segment.tokens.value };
    }
  }
  return undefined;
}

/** The condensed text takes its share, or what is left of it when the rest needs more than planned. */
function* withCondensed(
  draft: CompactionDraft,
  summary: Summary | undefined,
  values: ValueIndex,
): Steps<Overlays> {
  const { condensed: before, ...bare } = draft.overlays;
  const { transcript, measurer, fixedTokens, budget } = draft.input;
  const view = yield* layingOut(transcript, bare, measurer);
  const usedTokens = fixedTokens + view.tokens + CONDENSED_FRAMING_TOKENS;
  const maxTokens = Math.min(draft.room.derivedTokens, budget.inputTokens - usedTokens);
  const keptText = yield* readableText(view);
  const parts = {
    before,
    values: yield* boundedIndex(values),
    newSummary: summary,
    keptText,
    maxTokens,
  };
  return { ...bare, condensed: yield* condense(draft, bare, parts) };
}

/** The condensed text is sent as a message of its own. */
const CONDENSED_FRAMING_TOKENS = 8;

/** The parts of a condensed text. */
interface CondensedParts {
  readonly before: Condensed | undefined;
  readonly values: ValueIndex;
  readonly newSummary: Summary | undefined;
  readonly keptText: string;
  readonly maxTokens: number;
}

function* condense(
  draft: CompactionDraft,
  bare: Overlays,
  { before, values, newSummary, keptText, maxTokens }: CondensedParts,
): Steps<Condensed> {
  const { compactionId, measurer, transcript } = draft.input;
  const summary = newSummary ?? before?.summary;
  const covered = coveredBy(bare);
  const text = yield* writingCondensedText({
    summary,
    values,
    ...covered,
    maxTokens,
    count: (words) => measurer.text(words),
    keptText,
    canRecall: draft.input.canRecall,
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
