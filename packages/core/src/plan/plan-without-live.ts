import type { TokenBudget } from '../budget/token-budget.ts';
import { runToEnd, type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import { layingOut, type View, type ViewSegment } from '../view/view.ts';
import { workingStartOf } from '../view/working-start.ts';
import { decideRange } from './decide.ts';
import type { FixedContext, FixedPart } from './fixed-context.ts';
import type { PlanItem, PlanRange } from './plan-item.ts';
import type { WholeSize } from './remedies.ts';
import { fixedItems, segmentItems } from './segment-items.ts';
import { NOTHING_SENT, type SentTotals, totalsWith } from './sent-totals.ts';
import type { SentTier } from './tier.ts';

/** The values that the body of a plan is made from. */
export interface BodyInput {
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  readonly fixed: FixedContext;
  readonly measurer: Measurer;
}

/** Everything of a plan but live state. */
export interface PlanWithoutLive {
  readonly items: readonly PlanItem[];
  readonly ranges: readonly PlanRange[];
  readonly totals: SentTotals;
  readonly whole: WholeSize;
  /** Present where it lacks entries that are stored and not read yet. */
  readonly isPartial?: true;
}

/** The state where a segment begins: enough to go on from there. */
interface Mark {
  /** Items ahead of it. */
  readonly items: number;
  /** Ranges ahead of it. */
  readonly ranges: number;
  readonly totals: SentTotals;
}

/** A body, and what it was made from. */
interface Made {
  readonly input: BodyInput;
  readonly view: View;
  readonly workingStart: number;
  readonly body: PlanWithoutLive;
  /** One for each segment and one for the end. */
  readonly marks: readonly Mark[];
}

const NO_MARK: Mark = { items: 0, ranges: 0, totals: NOTHING_SENT };

const lastMade = new WeakMap<Overlays, Made>();

/**
 * The items of the view and the reason for each. What was decided under the same overlays and
 * settings is not decided again: where the transcript has only grown, new items are made for what is
 * new and for what has changed its place or tier since, and all others are the same objects. That saves
 * time and changes nothing: a body made from scratch is equal to it.
 */
export function planWithoutLive(input: BodyInput): PlanWithoutLive {
  return runToEnd(makingBody(input));
}

/** The same in steps: afterwards `planWithoutLive` has it at once. */
export function* makingBody(input: BodyInput): Steps<PlanWithoutLive> {
  const view = yield* layingOut(input.transcript, input.overlays, input.measurer);
  const known = lastMade.get(input.overlays);
  const whole = wholeSize(input, view);
  const isAsLast =
    known && hasSameSettings(known.input, input) && isSameSize(known.body.whole, whole);
  const last = isAsLast ? known : undefined;
  if (last?.view === view) return last.body;
  const made = yield* make(input, view, whole, last);
  lastMade.set(input.overlays, made);
  return made.body;
}

/** Tells whether equal segments get equal decisions; the view says which segments are equal. */
function hasSameSettings(last: BodyInput, input: BodyInput): boolean {
  return (
    last.budget === input.budget &&
    isSamePart(last.fixed.system, input.fixed.system) &&
    isSamePart(last.fixed.tools, input.fixed.tools)
  );
}

function isSamePart(a: FixedPart | undefined, b: FixedPart | undefined): boolean {
  return a?.message === b?.message && a?.tokens === b?.tokens;
}

/**
 * How large the conversation is with nothing cut. Told in coarse steps, so that what was decided of it
 * stands for a while.
 */
function wholeSize({ transcript, overlays, fixed, budget }: BodyInput, view: View): WholeSize {
  const { ranges, entries } = overlays;
  const { inputTokens } = budget;
  if (ranges.length + entries.size === 0) return { tokens: 0, messages: 0, inputTokens };
  let tokens = view.tokens;
  for (const range of ranges) tokens += range.tokens;
  for (const seq of entries.keys()) {
    for (const entry of transcript.log.slice(seq, seq + 1)) tokens += entry.tokens.value;
  }
  for (const part of [fixed.system, fixed.tools]) tokens += part?.tokens.value ?? 0;
  return { tokens: coarse(tokens, 4), messages: coarse(transcript.length, 16), inputTokens };
}

/** The next figure up of those that divide a doubling into so many steps. */
function coarse(figure: number, steps: number): number {
  const step = Math.max(1, 2 ** Math.floor(Math.log2(figure)) / steps);
  return Math.ceil(figure / step) * step;
}

function isSameSize(a: WholeSize, b: WholeSize): boolean {
  return a.tokens === b.tokens && a.messages === b.messages;
}

function* make(
  input: BodyInput,
  view: View,
  whole: WholeSize,
  last: Made | undefined,
): Steps<Made> {
  const { transcript, overlays, budget } = input;
  const context = { transcript, budget, whole };
  const workingStart = workingStartOf(view, transcript);
  const unchanged = last ? unchangedSegments(last, input, view, workingStart) : 0;
  const fixed = fixedItems(input.fixed);
  let mark = last?.marks[unchanged] ?? markWith(NO_MARK, fixed, 'system');
  const marks = last ? last.marks.slice(0, unchanged + 1) : [mark];
  const items = last ? last.body.items.slice(0, mark.items) : [...fixed];
  const ranges = last ? last.body.ranges.slice(0, mark.ranges) : [];
  for (const [index, segment] of view.segments.slice(unchanged).entries()) {
    if (index % TURNS_PER_STEP === TURNS_PER_STEP - 1) yield;
    if (segment.kind === 'range') {
      ranges.push(decideRange(segment.range, overlays.condensed, budget, whole));
      mark = { ...mark, ranges: mark.ranges + 1 };
    } else {
      const tier = tierOf(segment, transcript, workingStart);
      const added = segmentItems(segment, tier, context);
      for (const item of added) items.push(item);
      mark = markWith(mark, added, tier);
    }
    marks.push(mark);
  }
  const { isPartial } = view;
  const body = { items, ranges, totals: mark.totals, whole, ...(isPartial && { isPartial }) };
  return { input, view, workingStart, marks, body };
}

/**
 * How many segments, from the first, keep their items: those that stood in the last view as the same
 * objects, up to the first whose tier or protection has changed since.
 */
function unchangedSegments(
  last: Made,
  { transcript }: BodyInput,
  view: View,
  workingStart: number,
): number {
  const changedFrom = firstChange(last, transcript, workingStart);
  let unchanged = 0;
  const most = Math.min(last.view.segments.length, view.segments.length);
  while (unchanged < most && last.view.segments[unchanged] === view.segments[unchanged])
    unchanged += 1;
  while (endsBehind(view.segments[unchanged - 1], changedFrom)) unchanged -= 1;
  return unchanged;
}

/** The first entry that may be of another tier, or protected for another reason, than it was. */
function firstChange(last: Made, transcript: Transcript, workingStart: number): number {
  const before = last.input.transcript;
  const newestStart = newestUnitStart(before);
  return Math.min(
    last.workingStart === workingStart ? Infinity : Math.min(last.workingStart, workingStart),
    newestStart === newestUnitStart(transcript) ? Infinity : newestStart,
    before.lastUserSeq === transcript.lastUserSeq ? Infinity : (before.lastUserSeq ?? Infinity),
  );
}

function endsBehind(segment: ViewSegment | undefined, seq: number): boolean {
  switch (segment?.kind) {
    case undefined:
      return false;
    case 'unit':
      return segment.end > seq;
    case 'range':
      return segment.range.toSeq > seq;
    case 'condensed':
      // It has no place among the entries; what stands ahead of it decides.
      return seq !== Infinity;
    default:
      return segment satisfies never;
  }
}

function tierOf(
  segment: ViewSegment,
  { leadingSystems }: Transcript,
  workingStart: number,
): SentTier {
  if (segment.kind !== 'unit') return 'archive';
  if (segment.end <= leadingSystems) return 'system';
  return segment.start >= workingStart ? 'working' : 'archive';
}

function markWith(
  { items, ranges, totals }: Mark,
  added: readonly PlanItem[],
  tier: SentTier,
): Mark {
  return { items: items + added.length, ranges, totals: totalsWith(totals, added, tier) };
}
