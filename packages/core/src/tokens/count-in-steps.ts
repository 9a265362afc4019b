import type { Steps } from '../platform/steps.ts';
import type { TokenCounter } from './token-counter.ts';

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
