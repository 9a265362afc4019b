import { indexOfSpanAt } from '../ground/platform/span-at.ts';
import type { RangeOverlay } from './overlay.ts';

/** The range that holds an entry; binary search. */
export function rangeAt<Range extends Pick<RangeOverlay, 'fromSeq' | 'toSeq'>>(
  { ranges }: { readonly ranges: readonly Range[] },
  seq: number,
): Range | undefined {
  return ranges[indexOfSpanAt(ranges, seq, ({ fromSeq, toSeq }) => [fromSeq, toSeq])];
}
