import { type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';
import type { Measurer } from '../tokens/measurer.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import type { EntryOverlay, Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import type { ViewEntry } from '../view/view.ts';
import { joinedReason, type ReasonFor, reasonsUnder } from './overlay-reasons.ts';
import type { StageReason } from './policies/eviction-policy.ts';
import { unitWith } from './policies/measured-units.ts';
import { shorten } from './shorten.ts';
import type { CompactionInput, EvictedResult, StageDecision, StageUnit } from './stage.ts';

/** A decision made safe: overlays, and the units that leave whole. */
export interface CarriedOut {
  readonly entries: readonly EntryOverlay[];
  readonly leaving: readonly Leaving[];
}

/** A unit that leaves whole. */
export type Leaving = StageUnit & Required<Pick<RangeOverlay, 'why'>>;

/** An entry that stays in the view, with the unit it belongs to. */
interface Staying {
  readonly member: ViewEntry;
  readonly unit: StageUnit;
}

/**
 * Makes overlays of what a stage decided [POL-7]: whole unprotected units, results that stay, none of a
 * protected unit taken away, and nothing that would be sent longer than it is now.
 */
export function* carryOut(
  { trim = [], evict = [], leave = [] }: StageDecision,
  units: readonly StageUnit[],
  input: CompactionInput,
): Steps<CarriedOut> {
  const reasonFor = reasonsUnder(input);
  const starts = new Map(leave.map(({ start, why }) => [start, why]));
  const leaving: Leaving[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const why = unit.protected ? undefined : starts.get(unit.start);
    if (why) leaving.push({ ...unit, why: reasonFor(why, unit.entries) });
  }
  const stayingAt = (seq: number): Staying | undefined => {
    const unit = unitWith(units, seq);
    if (!unit || (!unit.protected && starts.has(unit.start))) return undefined;
    const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === seq);
    const isResult = member?.kind === 'entry' && member.entry.message.role === 'tool';
    return isResult ? { member, unit } : undefined;
  };
  const overlays = new Map<number, EntryOverlay>();
  for (const { seq, maxTokens, why } of trim) {
    yield;
    const staying = stayingAt(seq);
    if (!staying) continue;
    const { member, unit } = staying;
    const [overlay] = (yield* shorten(unit, { seq, textTokens: maxTokens }, input)) ?? [];
    if (!overlay) continue;
    const explained = { ...overlay, why: reasonFor(why, unit.entries) };
    if (yield* isShorter(explained, member, input.measurer)) overlays.set(seq, explained);
  }
  for (const evicted of evict) {
    yield;
    const staying = stayingAt(evicted.seq);
    if (!staying || staying.unit.protected) continue;
    const marker = markerOf(evicted, staying.unit, reasonFor, input);
    if (yield* isShorter(marker, staying.member, input.measurer)) overlays.set(marker.seq, marker);
  }
  return { entries: [...overlays.values()], leaving };
}

const EVICTED: Readonly<Record<NonNullable<EvictedResult['reason']> | 'superseded', StageReason>> =
  {
    superseded: { rule: 'RESULT_SUPERSEDED', keptByRoom: true },
    'latest-only': { rule: 'RESULT_NOT_LATEST', keptByRoom: true },
  };

function markerOf(
  { seq, supersededBySeq, reason }: EvictedResult,
  { entries }: StageUnit,
  reasonFor: ReasonFor,
  { compactionId, canRecall }: CompactionInput,
): EntryOverlay {
  return {
    kind: 'evicted-results',
    seq,
    compactionId,
    ...(supersededBySeq !== undefined && { supersededBySeq }),
    ...(reason && { reason }),
    ...(canRecall && { recall: true }),
    why: reasonFor(EVICTED[reason ?? 'superseded'], entries),
  };
}

/** An entry that was shortened is never sent longer again in the same epoch [CMP-8]. */
function* isShorter(
  overlay: EntryOverlay,
  { entry, overlay: shown }: ViewEntry,
  measurer: Measurer,
): Steps<boolean> {
  function* sizeUnder(one: EntryOverlay): Steps<number> {
    return (yield* measurer.messageInSteps(overlaidMessage(entry, one))).value;
  }
  const shownTokens = shown ? yield* sizeUnder(shown) : entry.tokens.value;
  return (yield* sizeUnder(overlay)) < shownTokens;
}

/** A stretch of entries that leaves or is gone. */
export type Stretch = Pick<StageUnit, 'start' | 'end' | 'entries'> & Pick<RangeOverlay, 'why'>;

/** The overlay of entries that leave whole. */
export function rangeOf(unit: Stretch, compactionId: string): RangeOverlay {
  const isEstimated = unit.entries.some(({ tokens }) => tokens.source === 'estimated');
  return {
    fromSeq: unit.start,
    toSeq: unit.end,
    compactionId,
    tokens: unit.entries.reduce((sum, { tokens }) => sum + tokens.value, 0),
    ...(isEstimated && { source: 'estimated' }),
    ...(unit.why && { why: unit.why }),
  };
}

/** The overlays of units in their order that leave whole; neighbours with one reason are one. */
export function* rangesOf(
  units: readonly Stretch[],
  compactionId: string,
): Steps<readonly RangeOverlay[]> {
  const ranges: RangeOverlay[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    pushJoined(ranges, rangeOf(unit, compactionId));
  }
  return ranges;
}

/** How many entries are gone or sent shorter. */
export function shortenedBy({ ranges, entries }: Pick<Overlays, 'ranges' | 'entries'>): number {
  return ranges.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, entries.size);
}

/** Overlays with some entries shortened, newer overlays replacing older ones of the same entry. */
export function withEntryOverlays(overlays: Overlays, added: readonly EntryOverlay[]): Overlays {
  if (added.length === 0) return overlays;
  const entries = new Map(overlays.entries);
  for (const overlay of added) entries.set(overlay.seq, overlay);
  return { ...overlays, entries };
}

/** Overlays with ranges that left; neighbours are merged and overlays of single entries inside go. */
export function withRanges(overlays: Overlays, added: readonly RangeOverlay[]): Overlays {
  if (added.length === 0) return overlays;
  const ranges = mergedRanges([...overlays.ranges, ...added]);
  const whole = { ...overlays, ranges };
  const entries = new Map([...overlays.entries].filter(([seq]) => !rangeAt(whole, seq)));
  return { ...whole, entries };
}

/** The ranges in order, neighbours joined; a sum is an estimate when either part is one. */
function mergedRanges(ranges: readonly RangeOverlay[]): readonly RangeOverlay[] {
  const result: RangeOverlay[] = [];
  for (const range of ranges.toSorted((a, b) => a.fromSeq - b.fromSeq)) pushJoined(result, range);
  return result;
}

/** Puts a range behind the others, in one with the last where it continues there for the same reason. */
function pushJoined(ranges: RangeOverlay[], next: RangeOverlay): void {
  const last = ranges.at(-1);
  const reason = last?.toSeq === next.fromSeq ? joinedReason(last.why, next.why) : undefined;
  if (!last || !reason) {
    ranges.push(next);
    return;
  }
  ranges[ranges.length - 1] = {
    ...next,
    ...reason,
    fromSeq: last.fromSeq,
    tokens: last.tokens + next.tokens,
    ...(last.source && { source: last.source }),
  };
}
