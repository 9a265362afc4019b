import { expect, test } from 'vitest';
import { mean, ndcgAt, recallAt, reciprocalRank } from './measures.mjs';

const gold = new Set(['a', 'b']);

test('[BENCH] recall is the share of what answers among the first k', () => {
  expect(recallAt(['a', 'x', 'b'], gold, 2)).toBe(0.5);
  expect(recallAt(['a', 'x', 'b'], gold, 3)).toBe(1);
});

test('[BENCH] the reciprocal rank is that of the first that answers', () => {
  expect(reciprocalRank(['x', 'b', 'a'], gold)).toBe(0.5);
  expect(reciprocalRank(['x'], gold)).toBe(0);
});

test('[BENCH] nDCG is 1 for the best order and less for another', () => {
  expect(ndcgAt(['b', 'a', 'x'], gold, 3)).toBe(1);
  expect(ndcgAt(['x', 'b', 'a'], gold, 3)).toBeCloseTo((0.6309 + 0.5) / 1.6309, 3);
  expect(mean([1, 0])).toBe(0.5);
});
