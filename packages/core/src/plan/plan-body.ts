import type { TokenBudget } from '../budget/token-budget.ts';
import type { Overlays } from '../compaction/overlay.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { PlanItem, PlanRange, SentTier, TierTotal } from './context-plan.ts';
import { decideRange } from './decide.ts';
import type { FixedContext, FixedPart } from './fixed-context.ts';
import { fixedItems, segmentItems } from './plan-items.ts';
import { type View, type ViewSegment, viewOf } from './view.ts';
import { workingStartOf } from './working-start.ts';

/** What the body of a plan is made from. */
export interface BodyInput {
  readonly transcript: Transcript;
  readonly overlays: Overlays;
  readonly budget: TokenBudget;
  readonly fixed: FixedContext;
  readonly measurer: Measurer;
}

/** Everything of a plan but live state. */
export interface PlanBody {
  readonly items: readonly PlanItem[];
  readonly ranges: readonly PlanRange[];
  readonly totals: SentTotals;
}

/** What is sent up to some place in the context. */
export interface SentTotals {
  readonly tokens: number;
  /** Items whose figure is no exact count. */
  readonly estimatedItems: number;
  readonly tiers: Readonly<Record<Exclude<SentTier, 'live'>, TierTotal>>;
}

/** What holds where a segment begins: enough to go on from there. */
interface Mark {
  /** Items ahead of it. */
  readonly items: number;
  /** Ranges ahead of it. */
  readonly ranges: number;
  /** Whether nothing but system messages stands ahead of it. */
  readonly isLeading: boolean;
  readonly totals: SentTotals;
}

/** A body, and what it was made from. */
interface Made {
  readonly input: BodyInput;
  readonly view: View;
  readonly workingStart: number;
  readonly body: PlanBody;
  /** One for each segment and one for the end. */
  readonly marks: readonly Mark[];
}

const lastMade = new WeakMap<Overlays, Made>();

/**
 * The items of the view and the reason for each. What was decided under the same overlays and
 * settings is not decided again: where the transcript has only grown, new items are made for what is
 * new and for what has changed its standing since, and all others are the same objects. That saves
 * time and changes nothing: a body made from scratch is equal to it.
 */
export function planBody(input: BodyInput): PlanBody {
  const view = viewOf(input.transcript, input.overlays, input.measurer);
  const known = lastMade.get(input.overlays);
  const last = known && hasSameSettings(known.input, input) ? known : undefined;
  if (last?.view === view) return last.body;
  const made = make(input, view, last);
  lastMade.set(input.overlays, made);
  return made.body;
}

/** Whether the same would be decided; that the segments are the same is seen from the view. */
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

function make(input: BodyInput, view: View, last: Made | undefined): Made {
  const { transcript, overlays, budget } = input;
  const workingStart = workingStartOf(view, transcript);
  const standing = last ? standingSegments(last, input, view, workingStart) : 0;
  const fixed = fixedItems(input.fixed);
  let mark = last?.marks[standing] ?? markBehind(fixed);
  const marks = last ? last.marks.slice(0, standing + 1) : [mark];
  const items = last ? last.body.items.slice(0, mark.items) : [...fixed];
  const ranges = last ? last.body.ranges.slice(0, mark.ranges) : [];
  for (const segment of view.segments.slice(standing)) {
    if (segment.kind === 'range') {
      ranges.push(decideRange(segment.range, overlays.condensed, budget));
      mark = { ...mark, ranges: mark.ranges + 1 };
    } else {
      const isLeading = mark.isLeading && segment.kind === 'unit' && segment.isSystem;
      const tier = isLeading ? 'system' : tierOf(segment, workingStart);
      const added = segmentItems(segment, tier, input);
      for (const item of added) items.push(item);
      mark = markAfter(mark, added, tier, isLeading);
    }
    marks.push(mark);
  }
  return { input, view, workingStart, marks, body: { items, ranges, totals: mark.totals } };
}

/**
 * How many segments, from the first, keep their items: those that stood in the last view as the same
 * objects, up to the first whose tier or protection has changed since.
 */
function standingSegments(
  last: Made,
  { transcript }: BodyInput,
  view: View,
  workingStart: number,
): number {
  const changedFrom = firstChange(last, transcript, workingStart);
  let standing = 0;
  while (isSegmentAt(last.view, standing, view.segments[standing])) standing += 1;
  while (endsBehind(view.segments[standing - 1], changedFrom)) standing -= 1;
  return standing;
}

function isSegmentAt(view: View, index: number, segment: ViewSegment | undefined): boolean {
  return segment !== undefined && view.segments[index] === segment;
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

function tierOf(segment: ViewSegment, workingStart: number): 'archive' | 'working' {
  return segment.kind === 'unit' && segment.start >= workingStart ? 'working' : 'archive';
}

const NOTHING_SENT: SentTotals = {
  tokens: 0,
  estimatedItems: 0,
  tiers: {
    system: { tokens: 0, items: 0 },
    archive: { tokens: 0, items: 0 },
    working: { tokens: 0, items: 0 },
  },
};

function markBehind(fixed: readonly PlanItem[]): Mark {
  const nothing: Mark = { items: 0, ranges: 0, isLeading: true, totals: NOTHING_SENT };
  return markAfter(nothing, fixed, 'system', true);
}

function markAfter(
  { items, ranges, totals }: Mark,
  added: readonly PlanItem[],
  tier: Exclude<SentTier, 'live'>,
  isLeading: boolean,
): Mark {
  let tokens = 0;
  let { estimatedItems } = totals;
  for (const { decision } of added) {
    tokens += decision.tokens.sent;
    if (decision.tokens.source !== 'counted') estimatedItems += 1;
  }
  return {
    items: items + added.length,
    ranges,
    isLeading,
    totals: {
      tokens: totals.tokens + tokens,
      estimatedItems,
      tiers: withAdded(totals.tiers, tier, tokens, added.length),
    },
  };
}

function withAdded(
  { system, archive, working }: SentTotals['tiers'],
  tier: Exclude<SentTier, 'live'>,
  tokens: number,
  items: number,
): SentTotals['tiers'] {
  const plus = (total: TierTotal) => ({
    tokens: total.tokens + tokens,
    items: total.items + items,
  });
  return {
    system: tier === 'system' ? plus(system) : system,
    archive: tier === 'archive' ? plus(archive) : archive,
    working: tier === 'working' ? plus(working) : working,
  };
}
