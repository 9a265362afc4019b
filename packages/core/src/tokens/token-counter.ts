import type { Steps } from '../ground/platform/steps.ts';

/** How a token figure came about. */
export type TokenSource = 'estimated' | 'counted' | 'provider';

/**
 * Counts the tokens of a text. The default stands on js-tiktoken's ranks; any other engine can be
 * plugged in here.
 */
export interface TokenCounter {
  /** Name of the encoding, e.g. `o200k_base`; counts of different encodings never mix. */
  readonly encoding: string;
  readonly source: 'estimated' | 'counted';
  /** Tokens of a text taken as plain text: special-token look-alikes are text. Never throws, linear time, 0 for ''. */
  count(text: string): number;
}

/** Tokens of one item and how the figure came about. `encoding` says whose tokens they are. */
export interface TokenCount {
  readonly value: number;
  readonly source: TokenSource;
  readonly encoding: string;
}

type Count = TokenCounter['count'];

/**
 * By the function itself: a counter made of another one's fields with a `count` of its own is not taken
 * for that one.
 */
const stepsOf = new WeakMap<Count, (text: string) => Steps<number>>();

/** A function that counts, and how it gives the same figure for a text of megabytes in steps. */
export function steppable(count: Count, inSteps: (text: string) => Steps<number>): Count {
  stepsOf.set(count, inSteps);
  return count;
}

/** The steps in which a counter can count; absent where it knows but one go. */
export function stepsOfCounter({ count }: TokenCounter) {
  return stepsOf.get(count);
}
