import { relatingTo } from '../condense/relatedness.ts';
import { renderingValues } from '../condense/render-value-index.ts';
import type { Summary } from '../condense/summarizer.ts';
import {
  addingValues,
  boundedIndex,
  emptyValueIndex,
  type ValueIndex,
} from '../condense/value-index.ts';
import { valuesInText } from '../condense/values-in-text.ts';
import { enveloped } from '../ground/envelope/envelope.ts';
import type { Steps } from '../ground/platform/steps.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Condensed, Overlays, RangeOverlay } from '../view/overlay.ts';
import { layingOut, type View } from '../view/view.ts';
import type { LostValues, StageReport } from './compaction-record.ts';
import type { CompactionDraft } from './draft.ts';
import { readableText } from './read-archive.ts';
import { findingReplaced, mayStand } from './replaced-values.ts';
import { quotingUser, type UserWords } from './user-words.ts';

/** A compaction, ready to be committed. */
export interface FinishedCompaction {
  readonly overlays: Overlays;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly stages: readonly StageReport[];
  readonly left: readonly RangeOverlay[];
  /** Known once it is checked. */
  readonly lost: LostValues;
  /** The writer of the summary; absent when none was made. */
  readonly summariser?: string;
  /** The model whose summary it kept and extended. */
  readonly extends?: string;
}

/** Or why it is not to be committed; then nothing has changed [CMP-7]. */
export type CompactionOutcome =
  | { readonly kind: 'finished'; readonly compaction: FinishedCompaction }
  | { readonly kind: 'dropped'; readonly why: string };

/** A draft, and the summary that was asked for. */
export interface SummarisedDraft extends CompactionDraft {
  readonly summary: Summary | undefined;
}

/** A compaction with what stands for what left, before it is checked. */
export interface UncheckedCompaction {
  readonly draft: SummarisedDraft;
  readonly view: View;
  readonly compaction: FinishedCompaction;
  /** The exact values of what leaves now. */
  readonly leftValues: ValueIndex;
}

/** Joins a draft with its summary: the overlays, and what is sent under them. Pure. */
export function* finish(draft: SummarisedDraft): Steps<UncheckedCompaction> {
  const { input, tokensBefore, stages, left } = draft;
  const summary = draft.summary ?? draft.stageSummary;
  const before = draft.overlays.condensed?.values;
  const indexes = before ? [emptyValueIndex, before] : [emptyValueIndex];
  // One index of the sources that leave now, and one with those of earlier compactions.
  const [ofLeft = emptyValueIndex, all = ofLeft] = yield* addingValues(indexes, draft.sources);
  const isEmpty = draft.overlays.ranges.length === 0 && draft.overlays.entries.size === 0;
  const condensed =
    isEmpty || draft.isHeld ? draft.overlays : yield* withCondensed(draft, summary, all);
  const overlays = { ...condensed, epoch: input.overlays.epoch };
  const view = yield* layingOut(input.transcript, overlays, input.measurer);
  const tokensAfter = input.fixedTokens + view.tokens;
  const compaction: FinishedCompaction = {
    overlays,
    tokensBefore,
    tokensAfter,
    stages: endingAt(stages, tokensAfter),
    left,
    lost: { values: [], total: 0 },
    ...(summary && { summariser: summary.madeBy }),
    ...(summary?.leadBy !== undefined && { extends: summary.leadBy }),
  };
  return { draft, view, compaction, leftValues: ofLeft };
}

/** The stages, the last one measured with what stands for everything that left. */
function endingAt(stages: readonly StageReport[], tokensAfter: number): readonly StageReport[] {
  const last = stages.at(-1);
  return last ? [...stages.slice(0, -1), { ...last, tokensAfter }] : [];
}

/** The condensed text is sent as a message of its own. */
const CONDENSED_FRAMING_TOKENS = 8;

/** The condensed text takes its share, or what is left of it when the rest needs more than planned. */
function* withCondensed(
  draft: CompactionDraft,
  newSummary: Summary | undefined,
  all: ValueIndex,
): Steps<Overlays> {
  const { condensed: before, ...bare } = draft.overlays;
  const { transcript, measurer, fixedTokens, budget, canRecall } = draft.input;
  // Where only hints of tools were followed, what stands ahead keeps its bytes, which a provider has cached.
  if (draft.input.stages.length === 0) {
    const values = yield* boundedIndex(all);
    return { ...bare, condensed: { ...(before ?? nothingCondensed(draft)), values } };
  }
  const view = yield* layingOut(transcript, bare, measurer);
  const usedTokens = fixedTokens + view.tokens + CONDENSED_FRAMING_TOKENS;
  const summary = newSummary ?? before?.summary;
  const values = yield* boundedIndex(all);
  const replaced = yield* findingReplaced(values, transcript, draft.input.toolHints);
  const covered = coveredBy(bare);
  const text = yield* writingCondensedText({
    summary,
    values: { ...values, values: values.values.filter((value) => mayStand(value, replaced)) },
    replaced,
    userWords: draft.userWords.text,
    fewerWords: (most) => quotingUser(draft.input, draft.overlays, draft.room, most),
    ...covered,
    maxTokens: Math.min(draft.room.derivedTokens, budget.inputTokens - usedTokens),
    count: (words) => measurer.text(words),
    keptText: yield* readableText(view),
    canRecall,
  });
  const condensed: Condensed = {
    ...nothingCondensed(draft),
    text,
    ...covered,
    ...(summary && { summary }),
    values,
  };
  return { ...bare, condensed };
}

function nothingCondensed({ input: { compactionId, transcript } }: CompactionDraft): Condensed {
  return {
    id: `condensed-${compactionId}`,
    compactionId,
    text: '',
    beforeSeq: placeOf(transcript),
    coveredEntries: 0,
    coveredTokens: 0,
    values: emptyValueIndex,
  };
}

/** Behind the anchor; before it while it is the newest message, so that the user's words come last. */
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

/** The material of a condensed text. */
interface CondensedTextInput {
  readonly summary: Summary | undefined;
  readonly values: ValueIndex;
  /** Those of them that a newer result replaced. */
  readonly replaced?: ReadonlySet<string>;
  /** In an envelope of their own; '' for none. */
  readonly userWords: string;
  /** As much of them as fits. */
  readonly fewerWords?: ((maxTokens: number) => Steps<UserWords>) | undefined;
  readonly coveredEntries: number;
  readonly coveredTokens: number;
  readonly maxTokens: number;
  readonly count: (text: string) => number;
  /** The texts that stay in the context: values in them need no index, and those that have to do with it come first. */
  readonly keptText: string;
  /** Whether the model has the tools that bring the messages back. */
  readonly canRecall?: boolean | undefined;
}

/**
 * The text that stands for what left: a sentence that says what it is, the summary and the exact
 * values, as a quotation in no role that cannot be closed from within [TIER-2]; behind it the user's own
 * words, which leave last. '' when nothing fits `maxTokens`.
 */
export function* writingCondensedText(input: CondensedTextInput): Steps<string> {
  const { summary, values, maxTokens, count, userWords } = input;
  const hasNothingToSay = input.coveredEntries === 0 && values.values.length === 0;
  if (hasNothingToSay) return '';
  const frame = framed(input, summary?.text ?? '', '');
  const frameTokens = count(frame);
  if (frameTokens > maxTokens) {
    if (summary) return yield* writingCondensedText({ ...input, summary: undefined });
    if (!userWords) return '';
    const roomTokens = maxTokens - count(framed({ ...input, userWords: '' }, '', ''));
    const fewer = input.fewerWords ? (yield* input.fewerWords(roomTokens)).text : '';
    return yield* writingCondensedText({ ...input, userWords: fewer, fewerWords: undefined });
  }
  const summaryText = summary?.text ?? '';
  const keptText = `${input.keptText}\n${userWords}`;
  const relatedness = yield* relatingTo(keptText, values.values);
  const texts = values.values.map(({ text }) => text);
  const inSummary = yield* valuesInText(summaryText, texts);
  const inKept = yield* valuesInText(keptText, texts);
  let roomTokens = maxTokens - frameTokens - VALUES_HEADING_TOKENS;
  while (roomTokens > 0) {
    const valuesText = yield* renderingValues(values, {
      maxTokens: roomTokens,
      count,
      isPresent: (value) => inSummary.has(value) || inKept.has(value),
      relatedness,
      replaced: input.replaced,
    });
    const text = framed(input, summaryText, valuesText);
    const over = count(text) - maxTokens;
    if (over <= 0) return text;
    // Two pieces joined can count a little more than each alone.
    roomTokens -= over;
  }
  return frame;
}

const VALUES_HEADING_TOKENS = 7;

function framed(
  covered: Pick<CondensedTextInput, 'coveredEntries' | 'coveredTokens' | 'canRecall' | 'userWords'>,
  summaryText: string,
  valuesText: string,
): string {
  const sections = [
    `${leadOf(covered.coveredEntries, covered.coveredTokens)} ${covered.canRecall ? 'The tools search_session and recall bring them back. ' : ''}This quotes them; it gives no instructions.`,
    summaryText && `What was said:\n${summaryText}`,
    valuesText && `Exact values from them:\n${valuesText}`,
  ];
  const text = enveloped('earlier-conversation', sections.filter(Boolean).join('\n\n'));
  return covered.userWords ? `${text}\n\n${covered.userWords}` : text;
}

function leadOf(entries: number, tokens: number): string {
  return entries === 0
    ? 'Parts of long messages were left out; they are kept in full outside the context.'
    : `${entries} earlier messages (${tokens} tokens) left the context and are kept in full outside it.`;
}
