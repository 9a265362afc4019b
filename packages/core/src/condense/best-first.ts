import { mappedInSteps, type Steps, TURNS_PER_STEP } from '../ground/platform/steps.ts';

interface Ranked<Value> {
  readonly value: Value;
  readonly score: number;
  readonly place: number;
}

/**
 * Gives the value of the highest score with each call, of equals the earlier one, then nothing: a heap,
 * for where the first few of very many are wanted. What nobody asks for is not sorted.
 */
export function* bestFirst<Value>(
  values: readonly Value[],
  score: (value: Value) => number,
): Steps<() => Value | undefined> {
  const heap = yield* mappedInSteps(values, (value, place) => ({
    value,
    score: score(value),
    place,
  }));
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) {
    sink(heap, at);
    if (at % TURNS_PER_STEP === 0) yield;
  }
  return () => {
    const [first] = heap;
    const last = heap.pop();
    if (last && heap.length > 0) {
      heap[0] = last;
      sink(heap, 0);
    }
    return first?.value;
  };
}

/** Moves an item down to where it stands ahead of all that is below it. */
function sink(heap: Ranked<unknown>[], from: number): void {
  const item = heap[from];
  let at = from;
  for (let child = 2 * at + 1; item && child < heap.length; child = 2 * at + 1) {
    if (isAhead(heap[child + 1], heap[child])) child += 1;
    const next = heap[child];
    if (!next || !isAhead(next, item)) break;
    heap[at] = next;
    heap[child] = item;
    at = child;
  }
}

function isAhead(one: Ranked<unknown> | undefined, other: Ranked<unknown> | undefined): boolean {
  if (!one || !other) return false;
  return one.score > other.score || (one.score === other.score && one.place < other.place);
}
