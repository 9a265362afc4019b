import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';
import { readableReason } from '../policies/readable-reason.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import type { EntryOverlay, RangeOverlay } from '../view/overlay.ts';
import type { OverlayReason } from '../view/overlay-reason.ts';
import { protectionOf } from '../view/protected.ts';
import type { ViewEntry } from '../view/view.ts';
import type { KeepingSettings } from './kept-by.ts';
import { type ReasonMaker, reasonMaker } from './overlay-reasons.ts';
import { pushJoined } from './overlays-with.ts';
import { trimEntry } from './shortening/trim-unit.ts';
import type { EvictedResult, LeavingUnit, StageDecision, StageReason, StageUnit } from './stage.ts';
import { unitWith } from './unit-with.ts';

/** A decision made safe: overlays, and the units that leave whole. */
export interface CarriedOut {
  readonly entries: readonly EntryOverlay[];
  readonly leaving: readonly Leaving[];
  /** The words that stand for the units that leave; absent where the stage gave no words for them. */
  readonly summary?: string;
}

/** A unit that leaves whole. */
export interface Leaving {
  readonly unit: StageUnit;
  readonly why: OverlayReason;
}

interface CarryOutContext extends KeepingSettings {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly measurer: Measurer;
  readonly canRecall?: boolean | undefined;
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
  stage: string,
  decision: StageDecision,
  units: readonly StageUnit[],
  context: CarryOutContext,
): Steps<CarriedOut> {
  const reasons = reasonMaker(stage, context);
  const starts = yield* reasonsByStart([...(decision.leave ?? [])], stage);
  const leaves = (unit: StageUnit) => !unit.protected && starts.has(unit.start);
  const leaving: Leaving[] = [];
  for (const [index, unit] of units.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    if (!leaves(unit)) continue;
    const why = reasons.reasonFor(starts.get(unit.start), STAGE_TOOK_OUT, unit.entries);
    leaving.push({ unit, why });
  }
  const findStaying: FindStaying = (seq) => {
    const unit = unitWith(units, seq);
    if (!unit || leaves(unit)) return undefined;
    const member = unit.members.find((one) => one.kind === 'entry' && one.entry.seq === seq);
    return member?.kind === 'entry' ? { member, unit } : undefined;
  };
  const wanted = [
    ...(yield* trims(stage, decision, findStaying, reasons, context)),
    ...evictions(decision, findStaying, reasons, context),
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

const STAGE_TOOK_OUT: StageReason = { rule: 'STAGE_TOOK_OUT' };

/** A stage is anybody's: its reasons are checked like those of a policy, each once. */
function* reasonsByStart(
  leave: readonly (number | LeavingUnit)[],
  stage: string,
): Steps<ReadonlyMap<unknown, StageReason | undefined>> {
  const starts = new Map<unknown, StageReason | undefined>();
  const known = new Map<StageReason | undefined, StageReason | undefined>();
  for (const [index, one] of leave.entries()) {
    if (index % TURNS_PER_STEP === 0) yield;
    const { start, why } =
      typeof one === 'number' ? { start: one } : (Object(one) as Partial<LeavingUnit>);
    if (!known.has(why)) known.set(why, safeReason(why, 'leaving', stage));
    starts.set(start, known.get(why));
  }
  return starts;
}

/** The reason in a form that can be kept; `undefined` for one that cannot be. */
function safeReason(
  why: StageReason | undefined,
  kind: 'leaving' | 'trimming',
  stage: string,
): StageReason | undefined {
  const rule = kind === 'leaving' ? 'STAGE_TOOK_OUT' : 'TEXT_OVER_LIMIT';
  return why === undefined ? undefined : readableReason(why, kind, { rule, decidedBy: stage });
}

function* trims(
  stage: string,
  { trim = [] }: StageDecision,
  findStaying: FindStaying,
  reasons: ReasonMaker,
  context: CarryOutContext,
): Steps<readonly EntryOverlay[]> {
  // A stage is anybody's, and a text can be walked like a list.
  if (!Array.isArray(trim)) throw new TypeError('`trim` is no list.');
  const overlays: EntryOverlay[] = [];
  for (const { seq, maxTokens, why } of trim as NonNullable<StageDecision['trim']>) {
    yield;
    const found = findStaying(seq);
    const entry = found?.member.entry;
    if (!entry || !(maxTokens > 0)) continue;
    const rule = entry.message.role === 'tool' ? 'TOOL_RESULT_OVER_LIMIT' : 'TEXT_OVER_LIMIT';
    const mayTrim = entry.message.role === 'tool' || !protectionOf(context.transcript, seq);
    const overlay = mayTrim ? yield* trimEntry(entry, Math.floor(maxTokens), context) : undefined;
    if (!overlay) continue;
    const reason = reasons.reasonFor(
      safeReason(why, 'trimming', stage),
      { rule },
      found.unit.entries,
    );
    overlays.push({ ...overlay, why: reason });
  }
  return overlays;
}

const EVICTED: Readonly<Record<NonNullable<EvictedResult['reason']> | 'superseded', StageReason>> =
  {
    superseded: { rule: 'RESULT_SUPERSEDED', keptByRoom: true },
    'latest-only': { rule: 'RESULT_NOT_LATEST', keptByRoom: true },
    ephemeral: { rule: 'RESULT_USED_UP', keptByRoom: true },
  };

function evictions(
  { evict = [] }: StageDecision,
  findStaying: FindStaying,
  reasons: ReasonMaker,
  { compactionId, transcript, canRecall }: CarryOutContext,
): readonly EntryOverlay[] {
  return evict.flatMap((evicted): readonly EntryOverlay[] => {
    const found = findStaying(evicted.seq);
    if (!found || found.unit.protected) return [];
    const { seq, message } = found.member.entry;
    const why = whyEvicted(evicted, transcript);
    if (!why || message.role !== 'tool') return [];
    const given = EVICTED[why.reason ?? 'superseded'];
    const reason = reasons.reasonFor(given, given, found.unit.entries);
    const recall = canRecall ? ({ recall: true } as const) : {};
    return [{ kind: 'evicted-results', seq, compactionId, ...why, ...recall, why: reason }];
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
  units: Iterable<Stretch>,
  compactionId: string,
): Steps<readonly RangeOverlay[]> {
  const ranges: RangeOverlay[] = [];
  let turns = 0;
  for (const unit of units) {
    if (turns % TURNS_PER_STEP === 0) yield;
    turns += 1;
    pushJoined(ranges, rangeOf(unit, compactionId));
  }
  return ranges;
}
