import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import type { EntryOverlay, RangeOverlay } from '../view/overlay.ts';
import { protectionOf } from '../view/protected.ts';
import type { ViewEntry } from '../view/view.ts';
import { joined } from './overlays-with.ts';
import { trimEntry } from './shortening/trim-unit.ts';
import type { EvictedResult, StageDecision, StageUnit } from './stage.ts';
import { unitWith } from './unit-with.ts';

/** A decision made safe: overlays, and the units that leave whole. */
export interface CarriedOut {
  readonly entries: readonly EntryOverlay[];
  readonly leaving: readonly StageUnit[];
  /** The words that stand for the units that leave; absent where the stage gave no words for them. */
  readonly summary?: string;
}

interface CarryOutContext {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly measurer: Measurer;
}

/** Gives an entry that stays in the view, with the unit it belongs to. */
type FindStaying = (
  seq: number,
) => { readonly member: ViewEntry; readonly unit: StageUnit } | undefined;

/**
 * Makes overlays of what a stage decided, whoever wrote it [POL-7]: only entries of the view, only
 * results of what is protected, no result of the newest unit taken away, whole unprotected units,
 * and nothing that would be sent longer than it is now.
 */
export function* carryOut(
  decision: StageDecision,
  units: readonly StageUnit[],
  context: CarryOutContext,
): Steps<CarriedOut> {
  const starts = new Set(decision.leave);
  const leaves = (unit: StageUnit) => !unit.protected && starts.has(unit.start);
  const leaving: StageUnit[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (leaves(unit)) leaving.push(unit);
  }
  const findStaying: FindStaying = (seq) => {
    const unit = unitWith(units, seq);
    if (!unit || leaves(unit)) return undefined;
    const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === seq);
    return member?.kind === 'entry' ? { member, unit } : undefined;
  };
  const wanted = [
    ...(yield* trims(decision, findStaying, context)),
    ...evictions(decision, findStaying, context),
  ];
  const overlays = new Map<number, EntryOverlay>();
  for (const overlay of wanted) {
    if (yield* isShorter(overlay, findStaying, context)) overlays.set(overlay.seq, overlay);
    yield;
  }
  const { summary } = decision;
  const hasWords = typeof summary === 'string' && summary.trim() !== '';
  return { entries: [...overlays.values()], leaving, ...(hasWords && { summary }) };
}

function* trims(
  { trim = [] }: StageDecision,
  findStaying: FindStaying,
  context: CarryOutContext,
): Steps<readonly EntryOverlay[]> {
  // A stage is anybody's, and a text can be walked like a list.
  if (!Array.isArray(trim)) throw new TypeError('`trim` is no list.');
  const overlays: EntryOverlay[] = [];
  for (const { seq, maxTokens } of trim as NonNullable<StageDecision['trim']>) {
    yield;
    const entry = findStaying(seq)?.member.entry;
    if (!entry || !(maxTokens > 0)) continue;
    const mayTrim = entry.message.role === 'tool' || !protectionOf(context.transcript, seq);
    const overlay = mayTrim ? yield* trimEntry(entry, Math.floor(maxTokens), context) : undefined;
    if (overlay) overlays.push(overlay);
  }
  return overlays;
}

function evictions(
  { evict = [] }: StageDecision,
  findStaying: FindStaying,
  { compactionId, transcript }: CarryOutContext,
): readonly EntryOverlay[] {
  return evict.flatMap((evicted): readonly EntryOverlay[] => {
    const found = findStaying(evicted.seq);
    if (!found || found.unit.protected) return [];
    const { seq, message } = found.member.entry;
    const why = whyEvicted(evicted, transcript);
    if (!why || message.role !== 'tool') return [];
    return [{ kind: 'evicted-results', seq, compactionId, ...why }];
  });
}

/** The reason as a marker gives it; `undefined` where it names a newer result that there is not. */
function whyEvicted(
  { seq, supersededBySeq, reason }: EvictedResult,
  { length }: Transcript,
): Pick<EvictedResult, 'supersededBySeq' | 'reason'> | undefined {
  if (supersededBySeq === undefined) return { reason: 'ephemeral' };
  const isNewer = supersededBySeq > seq && supersededBySeq < length;
  if (!isNewer || !Number.isInteger(supersededBySeq)) return undefined;
  return { supersededBySeq, ...(reason === 'latest-only' && { reason }) };
}

/** An entry that was shortened is never sent longer again in the same epoch [CMP-8]. */
function* isShorter(
  overlay: EntryOverlay,
  findStaying: FindStaying,
  { measurer }: CarryOutContext,
): Steps<boolean> {
  const member = findStaying(overlay.seq)?.member;
  if (!member) return false;
  const { entry } = member;
  function* sizeUnder(one: EntryOverlay): Steps<number> {
    return (yield* measurer.messageInSteps(overlaidMessage(entry, one))).value;
  }
  const shownTokens = member.overlay ? yield* sizeUnder(member.overlay) : entry.tokens.value;
  return (yield* sizeUnder(overlay)) < shownTokens;
}

/** A stretch of entries that leaves or is gone. */
type Stretch = Pick<StageUnit, 'start' | 'end' | 'entries'>;

/** The overlay of entries that leave whole. */
export function rangeOf(unit: Stretch, compactionId: string): RangeOverlay {
  const isEstimated = unit.entries.some(({ tokens }) => tokens.source === 'estimated');
  return {
    fromSeq: unit.start,
    toSeq: unit.end,
    compactionId,
    tokens: unit.entries.reduce((sum, { tokens }) => sum + tokens.value, 0),
    ...(isEstimated && { source: 'estimated' }),
  };
}

/** The overlays of units in their order that leave whole; neighbours are one. */
export function* rangesOf(
  units: readonly Stretch[],
  compactionId: string,
): Steps<readonly RangeOverlay[]> {
  const ranges: RangeOverlay[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const range = rangeOf(unit, compactionId);
    const last = ranges.at(-1);
    if (last?.toSeq === range.fromSeq) ranges[ranges.length - 1] = joined(last, range);
    else ranges.push(range);
  }
  return ranges;
}
