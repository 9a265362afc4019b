import { runToEnd, type Steps } from '../platform/steps.ts';
import type { RankTable } from './rank-table.ts';

/** Counts the tokens that are left of `bytes[0, length)` when no pair can be merged any more. */
export type ByteMerger = (bytes: Uint8Array, length: number) => number;

/** Pieces up to this many bytes share one set of arrays; a longer one gets its own. */
const SHARED_BYTES = 1_024;
/** Up to this many bytes a search in all parts is quicker than keeping a heap. */
const SHORT_BYTES = 48;
/** Bytes that are looked at, or pairs that are merged, in one step. */
const MERGES_PER_STEP = 2_048;
/** Heap keys are `rank * POSITIONS + position`: 18 bits of rank and 32 of position fit a double. */
const POSITIONS = 2 ** 32;
const NO_TOKEN = -1;
/** Behind every rank. */
const NO_RANK = 0x7fffffff;

/**
 * Byte-pair merging: the adjacent pair with the lowest rank becomes one part, the leftmost first,
 * until no pair is a token.
 *
 * Parts are a linked list over the bytes, candidates stand in a heap, and a merge touches its two
 * neighbours only: n bytes need at most 3n lookups and n log n steps, where a search for the next
 * pair in all parts would need n².
 */
export function createByteMerger(ranks: RankTable): ByteMerger {
  const shared = createArrays(SHARED_BYTES);
  return (bytes, length) => {
    if (length < 2) return length;
    if (length <= SHORT_BYTES) return mergeShort(bytes, length, ranks, shared);
    const arrays = length <= SHARED_BYTES ? shared : createArrays(length);
    return runToEnd(mergingAll(bytes, length, ranks, arrays));
  };
}

/** The same in steps, for a piece that may be of megabytes: a run of one letter, or of line breaks. */
export function mergingBytes(bytes: Uint8Array, length: number, ranks: RankTable): Steps<number> {
  return mergingAll(bytes, length, ranks, createArrays(length));
}

interface MergeArrays {
  /** Start of the next part, by start of a part. */
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Rank of a part joined with the next one, by start of the part. */
  readonly pairRank: Int32Array;
  /** Min-heap of candidates. Stale ones stay in it and are skipped when they surface. */
  readonly heap: Float64Array;
}

function createArrays(length: number): MergeArrays {
  return {
    next: new Int32Array(length),
    previous: new Int32Array(length),
    pairRank: new Int32Array(length),
    // One for each pair, and each of the at most n merges takes one out and puts two in.
    heap: new Float64Array(length * 2),
  };
}

/**
 * The same by searching all parts for the best pair after each merge. Part p is
 * `bytes[next[p], next[p + 1])`, and merged parts leave no gap.
 */
function mergeShort(
  bytes: Uint8Array,
  length: number,
  ranks: RankTable,
  { next: starts, pairRank }: MergeArrays,
): number {
  let parts = length;
  for (let at = 0; at < length; at += 1) {
    starts[at] = at;
    pairRank[at] =
      at + 1 < length ? ranks.rankOfPair(bytes[at] as number, bytes[at + 1] as number) : NO_TOKEN;
  }
  for (;;) {
    let best = NO_TOKEN;
    let bestRank = NO_RANK;
    for (let part = 0; part < parts - 1; part += 1) {
      const rank = pairRank[part] as number;
      if (rank !== NO_TOKEN && rank < bestRank) {
        bestRank = rank;
        best = part;
      }
    }
    if (best === NO_TOKEN) return parts;
    parts -= 1;
    for (let part = best + 1; part < parts; part += 1) {
      starts[part] = starts[part + 1] as number;
      pairRank[part] = pairRank[part + 1] as number;
    }
    starts[parts] = length;
    pairRank[best] = rankOfParts(best);
    if (best > 0) pairRank[best - 1] = rankOfParts(best - 1);
  }

  /** Rank of a part joined with the next one. */
  function rankOfParts(part: number): number {
    if (part + 1 >= parts) return NO_TOKEN;
    return ranks.rankOf(bytes, starts[part] as number, starts[part + 2] as number);
  }
}

function* mergingAll(
  bytes: Uint8Array,
  length: number,
  ranks: RankTable,
  { next, previous, pairRank, heap }: MergeArrays,
): Steps<number> {
  let size = 0;
  for (let at = 0; at < length; at += 1) {
    if (at % MERGES_PER_STEP === MERGES_PER_STEP - 1) yield;
    next[at] = at + 1;
    previous[at] = at - 1;
    const rank =
      at + 1 < length ? ranks.rankOfPair(bytes[at] as number, bytes[at + 1] as number) : NO_TOKEN;
    pairRank[at] = rank;
    if (rank !== NO_TOKEN) size = push(heap, size, rank * POSITIONS + at);
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

    const end = behind < length ? (next[behind] as number) : 0;
    const joined = end > 0 ? ranks.rankOf(bytes, left, end) : NO_TOKEN;
    pairRank[left] = joined;
    if (joined !== NO_TOKEN) size = push(heap, size, joined * POSITIONS + left);

    const before = previous[left] as number;
    if (before < 0) continue;
    const joinedBefore = ranks.rankOf(bytes, before, behind);
    pairRank[before] = joinedBefore;
    if (joinedBefore !== NO_TOKEN) size = push(heap, size, joinedBefore * POSITIONS + before);
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
