import type { TokenCounter } from '../tokens/token-counter.ts';

/** A counter for tests: four characters a token, rounded up. Exact by definition, and fast. */
export const simpleCounter: TokenCounter = {
  encoding: 'four-characters',
  source: 'counted',
  count: (text) => Math.ceil(text.length / 4),
};
