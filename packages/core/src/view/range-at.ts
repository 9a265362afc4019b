import type { Overlays, RangeOverlay } from './overlay.ts';

/** The range that holds an entry; binary search. */
export function rangeAt(overlays: Pick<Overlays, 'ranges'>, seq: number): RangeOverlay | undefined {
  let low = 0;
  let high = overlays.ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = overlays.ranges[middle];
    if (!range) return undefined;
    if (isInside(range, seq)) return range;
    if (seq < range.fromSeq) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

/** Tells whether a range holds an entry. */
function isInside(range: RangeOverlay, seq: number): boolean {
  return seq >= range.fromSeq && seq < range.toSeq;
}
