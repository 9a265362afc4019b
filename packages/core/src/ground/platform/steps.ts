/**
 * Work that can be left off and taken up again: a pure computation that comes up for air where it
 * says `yield`, at least once in what takes a millisecond, and gives its result at the end. It
 * decides the same anyone who drives it: `runToEnd` in one go, `inSlices` without holding up the page.
 * Ahead of a step that is longer whatever is done it says `yield 'long-step'`; that one begins a slice.
 */
export type Steps<Result> = Generator<StepAhead, Result, void>;

/** Announces the next step of a computation where it is a long one. */
export type StepAhead = 'long-step' | undefined;

/** Does all of it now. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The turns of a loop that make one step where each turn is short. */
export const TURNS_PER_STEP = 64;

/** Gives the result of `make` for each item of a long list, many in a step. */
export function* mappedInSteps<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
  turnsPerStep = TURNS_PER_STEP,
): Steps<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(make(item, index));
    if (index % turnsPerStep === turnsPerStep - 1) yield;
  }
  return results;
}

/** Gives the items of a long list that `isWanted`, many in a step. */
export function* pickedInSteps<Item>(
  items: readonly Item[],
  isWanted: (item: Item) => boolean,
): Steps<Item[]> {
  const answers = yield* mappedInSteps(items, isWanted);
  return items.filter((_, index) => answers[index]);
}

/** Gives the result of `make` for each item of a list, one in a step. */
export function eachInSteps<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Steps<Result[]> {
  return mappedInSteps(items, make, 1);
}
