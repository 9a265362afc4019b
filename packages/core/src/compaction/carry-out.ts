import type { Measurer } from '../tokens/measurer.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { overlaidMessage } from '../view/overlaid-message.ts';
import type { EntryOverlay, RangeOverlay } from '../view/overlay.ts';
import { protectionOf } from '../view/protected.ts';
import type { ViewEntry } from '../view/view.ts';
import { trimEntry } from './shortening/trim-unit.ts';
import type { EvictedResult, StageDecision, StageUnit } from './stage.ts';

/** What a decision becomes, made safe: overlays, and the units that leave whole. */
export interface CarriedOut {
  readonly entries: readonly EntryOverlay[];
  readonly leaving: readonly StageUnit[];
  /** What stands for the units that leave; absent where the stage gave no words for them. */
  readonly summary?: string;
}

interface CarryOutContext {
  readonly compactionId: string;
  readonly transcript: Transcript;
  readonly measurer: Measurer;
}

/** Entries that stay in the view, by `seq`, each with the unit it belongs to. */
type Staying = ReadonlyMap<number, { readonly member: ViewEntry; readonly unit: StageUnit }>;

/**
 * Makes overlays of what a stage decided, whoever wrote it [POL-7]: only entries of the view, only
 * results of what is protected, no result of the newest unit taken away, whole unprotected units,
 * and nothing that would be sent longer than it is now.
 */
export function carryOut(
  decision: StageDecision,
  units: readonly StageUnit[],
  context: CarryOutContext,
): CarriedOut {
  const starts = new Set(decision.leave);
  const leaving = units.filter((unit) => !unit.protected && starts.has(unit.start));
  const staying = entriesOf(units.filter((unit) => unit.protected || !starts.has(unit.start)));
  const overlays = new Map(
    [...trims(decision, staying, context), ...evictions(decision, staying, context)]
      .filter((overlay) => isShorter(overlay, staying, context))
      .map((overlay) => [overlay.seq, overlay]),
  );
  const { summary } = decision;
  const hasWords = typeof summary === 'string' && summary.trim() !== '';
  return { entries: [...overlays.values()], leaving, ...(hasWords && { summary }) };
}

function entriesOf(units: readonly StageUnit[]): Staying {
  return new Map(
    units.flatMap((unit) =>
      unit.members.flatMap((member) =>
        member.kind === 'entry' ? [[member.entry.seq, { member, unit }] as const] : [],
      ),
    ),
  );
}

function trims(
  { trim = [] }: StageDecision,
  staying: Staying,
  context: CarryOutContext,
): readonly EntryOverlay[] {
  return trim.flatMap(({ seq, maxTokens }) => {
    const entry = staying.get(seq)?.member.entry;
    if (!entry || !(maxTokens > 0)) return [];
    const mayTrim = entry.message.role === 'tool' || !protectionOf(context.transcript, seq);
    return (mayTrim && trimEntry(entry, Math.floor(maxTokens), context)) || [];
  });
}

function evictions(
  { evict = [] }: StageDecision,
  staying: Staying,
  { compactionId, transcript }: CarryOutContext,
): readonly EntryOverlay[] {
  return evict.flatMap((evicted): readonly EntryOverlay[] => {
    const found = staying.get(evicted.seq);
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

/** What was shortened before is never sent longer again in the same epoch [CMP-8]. */
function isShorter(
  overlay: EntryOverlay,
  staying: Staying,
  { measurer }: CarryOutContext,
): boolean {
  const member = staying.get(overlay.seq)?.member;
  if (!member) return false;
  const { entry } = member;
  const sizeUnder = (one: EntryOverlay) => measurer.message(overlaidMessage(entry, one)).value;
  const shownTokens = member.overlay ? sizeUnder(member.overlay) : entry.tokens.value;
  return sizeUnder(overlay) < shownTokens;
}

/** The overlay of a unit that leaves whole. */
export function rangeOf(
  unit: Pick<StageUnit, 'start' | 'end' | 'entries'>,
  compactionId: string,
): RangeOverlay {
  const isEstimated = unit.entries.some(({ tokens }) => tokens.source === 'estimated');
  return {
    fromSeq: unit.start,
    toSeq: unit.end,
    compactionId,
    tokens: unit.entries.reduce((sum, { tokens }) => sum + tokens.value, 0),
    ...(isEstimated && { source: 'estimated' }),
  };
}
