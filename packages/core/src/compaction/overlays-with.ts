import type { EntryOverlay, Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';

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
  for (const range of ranges.toSorted((a, b) => a.fromSeq - b.fromSeq)) {
    const last = result.at(-1);
    if (last?.toSeq === range.fromSeq) result[result.length - 1] = joined(last, range);
    else result.push(range);
  }
  return result;
}

/** A range and the one that begins where it ends. */
export function joined(range: RangeOverlay, next: RangeOverlay): RangeOverlay {
  return {
    ...next,
    fromSeq: range.fromSeq,
    tokens: range.tokens + next.tokens,
    ...(range.source && { source: range.source }),
  };
}
