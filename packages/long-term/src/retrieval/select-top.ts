/** A document by number, with its score. */
export interface Scoring {
  readonly number: number;
  readonly score: number;
}

/**
 * The best of many candidates, best first. Of equal scores the one that `isAhead` comes first, so
 * that the order does not hang on numbers.
 */
export function selectTop(
  candidates: readonly number[],
  scores: Float32Array,
  most: number,
  isAhead: (a: number, b: number) => boolean,
): readonly Scoring[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference === 0 ? isAhead(b, a) : difference < 0;
  };
  for (const number of candidates) {
    const [worst] = heap;
    if (heap.length < most) {
      heap.push(number);
      siftUp(heap, isWorse);
    } else if (worst !== undefined && isWorse(worst, number)) {
      heap[0] = number;
      siftDown(heap, isWorse);
    }
  }
  heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
  return heap.map((number) => ({ number, score: scores[number] ?? 0 }));
}

type IsWorse = (a: number, b: number) => boolean;

function siftUp(heap: number[], isWorse: IsWorse): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfWorse(heap, at, parent, isWorse)) return;
    at = parent;
  }
}

function siftDown(heap: number[], isWorse: IsWorse): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= heap.length) return;
    const [leftNumber = 0, rightNumber] = [heap[left], heap[right]];
    const worse = rightNumber !== undefined && isWorse(rightNumber, leftNumber) ? right : left;
    if (!swapIfWorse(heap, worse, at, isWorse)) return;
    at = worse;
  }
}

function swapIfWorse(heap: number[], child: number, parent: number, isWorse: IsWorse): boolean {
  const below = heap[child];
  const above = heap[parent];
  if (below === undefined || above === undefined || !isWorse(below, above)) return false;
  heap[child] = above;
  heap[parent] = below;
  return true;
}
