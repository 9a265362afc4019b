import type { CallFacts, KeptCalls } from '../source/call-facts.ts';

/** The number from which calls have to be asked for, given those that are known. */
export function firstWanted(known: readonly CallFacts[], { first, last }: KeptCalls): number {
  const newest = known.at(-1)?.call;
  return newest === undefined || newest > last ? first : Math.max(first, newest);
}

/** The known calls with those that were fetched; only what is still kept. */
export function joinedCalls(
  known: readonly CallFacts[],
  fetched: readonly CallFacts[],
  { first, last }: KeptCalls,
): readonly CallFacts[] {
  const from = fetched[0]?.call ?? last + 1;
  const before = known.filter(({ call }) => call >= first && call < from);
  return [...before, ...fetched];
}
