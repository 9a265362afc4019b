import { runToEnd, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import type { Message } from '../message/message.ts';
import { wellFormedMessage } from '../message/well-formed.ts';
import type { TokenBudget } from '../tokens/budget/token-budget.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { TokenCount } from '../tokens/token-counter.ts';
import { newestUnitStart, type Transcript } from '../transcript/transcript.ts';
import type { Overlays } from '../view/overlay.ts';
import {
  layingOut,
  type View,
  type ViewCondensed,
  type ViewSegment,
  type ViewUnit,
} from '../view/view.ts';
import type { BarePlan, TierTotal } from './context-plan.ts';
import {
  type DecisionContext,
  decideCondensed,
  decideEntry,
  decideRange,
  decideRepair,
} from './decide.ts';
import type { SentTier } from './decision.ts';
import type { PlanItem, PlanRange } from './plan-item.ts';

/** The parts that stand before and beside the messages: the system text and the tools. */
export interface FixedContext {
  readonly system?: FixedPart;
  readonly tools?: FixedPart;
}

interface FixedPart {
  readonly message: Message;
  readonly tokens: TokenCount;
}

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
  /** Present where it lacks entries that are stored and not read yet. */
  readonly isPartial?: true;
}

/** The state where a segment begins: enough to continue from there. */
interface Mark {
  /** Items before it. */
  readonly items: number;
  /** Ranges before it. */
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

/** The totals up to some place in the context. */
interface SentTotals {
  readonly tokens: number;
  /** Items whose figure is no exact count. */
  readonly estimatedItems: number;
  readonly tiers: Readonly<Record<SentTier, TierTotal>>;
}

const NONE: TierTotal = { tokens: 0, items: 0 };

const NOTHING_SENT: SentTotals = {
  tokens: 0,
  estimatedItems: 0,
  tiers: { system: NONE, archive: NONE, working: NONE, live: NONE },
};

/** The totals with some more items, all of one tier. */
export function totalsWith(
  totals: SentTotals,
  added: readonly PlanItem[],
  tier: SentTier,
): SentTotals {
  let addedTokens = 0;
  let { estimatedItems } = totals;
  for (const { decision } of added) {
    addedTokens += decision.tokens.sent;
    if (decision.tokens.source !== 'counted') estimatedItems += 1;
  }
  const { tokens, items } = totals.tiers[tier];
  const grown = { tokens: tokens + addedTokens, items: items + added.length };
  const tiers = { ...totals.tiers, [tier]: grown };
  return { tokens: totals.tokens + addedTokens, estimatedItems, tiers };
}

/** The figures of a plan that sends this much. */
export function figuresOf(
  { tokens, estimatedItems, tiers }: SentTotals,
  { contextWindow, inputTokens }: TokenBudget,
): Pick<BarePlan, 'totalTokens' | 'tokenSource' | 'tiers' | 'freeTokens'> {
  return {
    totalTokens: tokens,
    tokenSource: estimatedItems === 0 ? 'counted' : 'estimated',
    tiers: { ...tiers, headroom: { tokens: contextWindow - inputTokens, items: 0 } },
    freeTokens: inputTokens - tokens,
  };
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
  const last = known && hasSameSettings(known.input, input) ? known : undefined;
  if (last?.view === view) return last.body;
  const made = yield* make(input, view, last);
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

function* make(input: BodyInput, view: View, last: Made | undefined): Steps<Made> {
  const { transcript, overlays, budget } = input;
  const context = { transcript, budget };
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
      ranges.push(decideRange(segment.range, overlays.condensed));
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
  const body = { items, ranges, totals: mark.totals, ...(isPartial && { isPartial }) };
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
      // It has no place among the entries; what stands before it decides.
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

/** The items that stand before the view. */
function fixedItems(fixed: FixedContext): readonly PlanItem[] {
  const items: PlanItem[] = [];
  for (const kind of ['system', 'tools'] as const) {
    const part = fixed[kind];
    if (!part) continue;
    const rule = kind === 'system' ? 'SYSTEM_PROTECTED' : 'TOOLS_COUNTED';
    const { value, source } = part.tokens;
    items.push({
      id: kind,
      kind,
      tier: 'system',
      message: wellFormedMessage(part.message),
      decision: {
        itemId: kind,
        tier: 'system',
        fate: 'sent',
        rule,
        tokens: { raw: value, sent: value, source },
        numbers: {},
      },
    });
  }
  return items;
}

/** The items of one segment of the view, each with its reason. */
function segmentItems(
  segment: ViewUnit | ViewCondensed,
  tier: SentTier,
  context: DecisionContext,
): readonly PlanItem[] {
  if (segment.kind === 'condensed') {
    const { id } = segment.condensed;
    const message = wellFormedMessage(segment.message);
    return [{ id, kind: 'condensed', tier, message, decision: decideCondensed(segment, context) }];
  }
  return segment.members.map((member, index): PlanItem => {
    const { entry } = member;
    const message = wellFormedMessage(member.message);
    if (member.kind === 'entry') {
      const decision = decideEntry(member, tier, context);
      return { id: entry.id, kind: 'entry', tier, seq: entry.seq, message, decision };
    }
    const id = `${entry.id}/repair-${index}`;
    const decision = decideRepair(member, id, tier);
    return { id, kind: 'repair', tier, seq: entry.seq, message, decision };
  });
}

/** The newest turns that make up the working tier. */
const WORKING_TURNS = 2;

/**
 * Where the working tier begins: with the newest turns, behind the anchor, and never before the last
 * range that left.
 */
function workingStartOf({ segments }: View, transcript: Transcript): number {
  const afterAnchor = (transcript.anchorSeq ?? -1) + 1;
  let turns = 0;
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index];
    if (segment?.kind === 'range') return Math.max(afterAnchor, segment.range.toSeq);
    if (segment?.kind !== 'unit') continue;
    if (segment.start < afterAnchor) return afterAnchor;
    if (transcript.log.at(segment.start).message.role === 'user') turns += 1;
    if (turns === WORKING_TURNS) return segment.start;
  }
  return afterAnchor;
}
