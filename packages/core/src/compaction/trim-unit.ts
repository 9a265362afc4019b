import type { Part } from '../message/message.ts';
import type { ViewEntry, ViewUnit } from '../plan/view.ts';
import type { Measurer } from '../tokens/measurer.ts';
import type { Entry } from '../transcript/entry.ts';
import { fitText } from './fit-text.ts';
import { overlaidMessage } from './overlaid-message.ts';
import type { EntryOverlay, TextTrim } from './overlay.ts';

type Trimmed = Extract<EntryOverlay, { kind: 'trimmed' }>;

interface TrimContext {
  readonly compactionId: string;
  readonly measurer: Measurer;
}

/** An overlay that holds each long text of the entry to `limitTokens`; `undefined` when none is longer. */
export function trimEntry(
  entry: Entry,
  limitTokens: number,
  { compactionId, measurer }: TrimContext,
): Trimmed | undefined {
  if (entry.tokens.value <= limitTokens) return undefined;
  const trims: TextTrim[] = [];
  entry.message.parts.forEach((part, partIndex) => {
    if (part.type !== 'tool-result' && part.type !== 'text') return;
    const tokens = measurer.text(part.text);
    if (tokens <= limitTokens) return;
    const trim = fitText({
      text: part.text,
      tokens,
      maxTokens: limitTokens,
      seq: entry.seq,
      partIndex,
      count: (text) => measurer.text(text),
    });
    if (trim) trims.push(trim);
  });
  if (trims.length === 0) return undefined;
  return { kind: 'trimmed', seq: entry.seq, compactionId, limitTokens, trims };
}

/** An overlay that holds all texts of the entry together to `limitTokens`; `undefined` when they are less. */
export function trimEntryAsWhole(
  entry: Entry,
  limitTokens: number,
  context: TrimContext,
): Trimmed | undefined {
  const sizes = entry.message.parts.map((part) => textTokens(part, context.measurer));
  const overlay = trimEntry(entry, commonLimit(sizes, limitTokens), context);
  return overlay && { ...overlay, limitTokens };
}

/** Below this a trimmed result is not worth its place. */
const LEAST_RESULT_TOKENS = 64;

/**
 * Overlays that bring a unit down to `roomTokens` by holding its tool results to one common limit:
 * the largest give first, small ones stay whole. `undefined` when even that is not enough.
 */
export function trimUnitToRoom(
  unit: ViewUnit,
  roomTokens: number,
  context: TrimContext,
): readonly Trimmed[] | undefined {
  const sizes = resultSizes(unit, context.measurer);
  const otherTokens = unit.tokens + seams(unit) - sizes.reduce((sum, size) => sum + size, 0);
  const limitTokens = commonLimit(sizes, roomTokens - otherTokens);
  if (limitTokens < LEAST_RESULT_TOKENS) return undefined;
  return toolEntries(unit).flatMap((entry) => trimEntry(entry, limitTokens, context) ?? []);
}

function toolEntries(unit: ViewUnit): readonly Entry[] {
  return unit.members.flatMap((member) =>
    member.kind === 'entry' && member.entry.message.role === 'tool' ? [member.entry] : [],
  );
}

/** Sizes of the results as they stand in the view: an earlier trim included, and those passed on as text. */
function resultSizes(unit: ViewUnit, measurer: Measurer): readonly number[] {
  return unit.members.flatMap((member) =>
    member.kind === 'entry' && member.entry.message.role === 'tool'
      ? shownParts(member).map((part) => textTokens(part, measurer))
      : [],
  );
}

/** A text that is passed on inside another may count a token more than it does alone. */
function seams(unit: ViewUnit): number {
  return unit.members.reduce(
    (sum, member) =>
      member.kind === 'entry' && member.mended ? sum + member.entry.message.parts.length : sum,
    0,
  );
}

function shownParts({ entry, overlay }: ViewEntry): readonly Part[] {
  return (overlay ? overlaidMessage(entry, overlay) : entry.message).parts;
}

function textTokens(part: Part, measurer: Measurer): number {
  return part.type === 'tool-result' || part.type === 'text' ? measurer.text(part.text) : 0;
}

/** The largest limit L with Σ min(size, L) ≤ room. */
function commonLimit(sizes: readonly number[], roomTokens: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let room = roomTokens;
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(room / (ascending.length - index));
    if (size > share) return share;
    room -= size;
  }
  return Number.POSITIVE_INFINITY;
}
