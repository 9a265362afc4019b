import { type Steps, TURNS_PER_STEP } from '../platform/steps.ts';

/** Whether one item comes ahead of another; of two different items exactly one does. */
type IsAhead<Item> = (item: Item, other: Item) => boolean;

/**
 * Items in their order, one at a time: a heap, for where the first few of very many are wanted. What
 * nobody asks for is not sorted.
 */
export class BestFirst<Item> {
  readonly #heap: Item[];
  readonly #isAhead: IsAhead<Item>;

  private constructor(heap: Item[], isAhead: IsAhead<Item>) {
    this.#heap = heap;
    this.#isAhead = isAhead;
  }

  /** @param items taken over: nobody else is to use the list. */
  static *of<Item>(items: Item[], isAhead: IsAhead<Item>): Steps<BestFirst<Item>> {
    const order = new BestFirst(items, isAhead);
    for (let at = (items.length >> 1) - 1; at >= 0; at -= 1) {
      order.#sink(at);
      if (at % TURNS_PER_STEP === 0) yield;
    }
    return order;
  }

  /** Takes out the first of those that are left. */
  next(): Item | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const item = heap[from] as Item;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (right < heap.length && this.#isAhead(heap[right] as Item, heap[child] as Item)) {
        child = right;
      }
      if (!this.#isAhead(heap[child] as Item, item)) break;
      heap[at] = heap[child] as Item;
      at = child;
    }
    heap[at] = item;
  }
}

/** Values, the one with the highest score first; those with the same score in the order in which they came. */
export interface BestFirstValues<Value> {
  /** The next best; `undefined` when none is left. */
  next(): Value | undefined;
}

interface Ranked<Value> {
  readonly value: Value;
  readonly score: number;
  readonly place: number;
}

/** Ranks values by a score, each when it is asked for. */
export function* bestFirstBy<Value>(
  values: readonly Value[],
  score: (value: Value) => number,
): Steps<BestFirstValues<Value>> {
  const list: Ranked<Value>[] = [];
  for (const [place, value] of values.entries()) {
    list.push({ value, score: score(value), place });
    if (place % TURNS_PER_STEP === 0) yield;
  }
  const order = yield* BestFirst.of(list, comesFirst);
  return { next: () => order.next()?.value };
}

function comesFirst(one: Ranked<unknown>, other: Ranked<unknown>): boolean {
  return one.score > other.score || (one.score === other.score && one.place < other.place);
}
