import type { EntryOverlay, Overlays, RangeOverlay } from '../view/overlay.ts';
import { rangeAt } from '../view/range-at.ts';
import { joinedReason } from './overlay-reasons.ts';

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

/** Puts a range behind the others, in one with the last where it goes on there for the same reason. */
export function pushJoined(ranges: RangeOverlay[], next: RangeOverlay): void {
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
