import type { Steps } from '../ground/platform/steps.ts';
import type { RankTable } from './rank-table.ts';

/** Bytes that are looked at, or pairs that are merged, in one step. */
const MERGES_PER_STEP = 2_048;
/** Heap keys are `rank * POSITIONS + position`: 18 bits of rank and 32 of position fit a double. */
const POSITIONS = 2 ** 32;
const NO_TOKEN = -1;

/** Arrays for pieces of so many bytes; one set serves one piece after another. */
export function mergeArrays(length: number) {
  return {
    /** Starts of the parts ahead and behind. */
    next: new Int32Array(length),
    previous: new Int32Array(length),
    /** The rank of a part joined with the next one. */
    pairRank: new Int32Array(length),
    /**
     * Min-heap of candidates. Stale ones stay in it and are skipped when they surface. One for each pair,
     * and each of the at most n merges takes one out and puts two in.
     */
    heap: new Float64Array(length * 2),
  };
}

/**
 * Counts the tokens that are left of `bytes[0, length)` when no pair can be merged any more. The
 * adjacent pair with the lowest rank becomes one part, the leftmost first, until no pair is a token.
 *
 * Parts are a linked list over the bytes, candidates stand in a heap, and a merge touches its two
 * neighbours only: n bytes need at most 3n lookups and n log n steps, where a search for the next
 * pair in all parts would need n². A piece may be of megabytes: a run of one letter, or of line breaks.
 */
export function* mergingBytes(
  bytes: Uint8Array,
  length: number,
  ranks: RankTable,
  { next, previous, pairRank, heap } = mergeArrays(length),
): Steps<number> {
  let size = 0;
  const rankPair = (start: number, end: number): void => {
    const rank = end <= length ? ranks.rankOf(bytes, start, end) : NO_TOKEN;
    pairRank[start] = rank;
    if (rank !== NO_TOKEN) size = push(heap, size, rank * POSITIONS + start);
  };
  for (let at = 0; at < length; at += 1) {
    if (at % MERGES_PER_STEP === MERGES_PER_STEP - 1) yield;
    next[at] = at + 1;
    previous[at] = at - 1;
    rankPair(at, at + 2);
  }

  let parts = length;
  for (let turns = 1; size > 0; turns += 1) {
    if (turns % MERGES_PER_STEP === 0) yield;
    const key = heap[0] as number;
    size = dropTop(heap, size);
    const rank = Math.floor(key / POSITIONS);
    const left = key - rank * POSITIONS;
    // A rank names one byte sequence, so the same rank at the same place is the same pair.
    if (pairRank[left] !== rank) continue;

    const right = next[left] as number;
    const behind = next[right] as number;
    next[left] = behind;
    if (behind < length) previous[behind] = left;
    pairRank[right] = NO_TOKEN;
    parts -= 1;

    rankPair(left, behind < length ? (next[behind] as number) : Number.POSITIVE_INFINITY);
    const before = previous[left] as number;
    if (before >= 0) rankPair(before, behind);
  }
  return parts;
}

/** Puts a key into the heap's first `size` places and gives the new size. */
function push(heap: Float64Array, size: number, key: number): number {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as number;
    if (above <= key) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = key;
  return size + 1;
}

/** Takes the smallest key out of the heap's first `size` places and gives the new size. */
function dropTop(heap: Float64Array, size: number): number {
  const last = size - 1;
  const key = heap[last] as number;
  let at = 0;
  for (let child = 1; child < last; child = at * 2 + 1) {
    if (child + 1 < last && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
    const below = heap[child] as number;
    if (below >= key) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = key;
  return last;
}
