import { expect, test } from 'vitest';
import { queryFrom, reachedValues } from './reachable-values.mjs';
import { assistant, call, result, user } from './testing/builders.mjs';

const context = [
  user('An old question on trains'),
  assistant('An old answer.'),
  user('Which fare is it?'),
  call('c1', { path: 'src/fares.ts' }),
  result('c1', 'the fare of R7K2PX'),
];

test('[BENCH] the query has words of the last user message and the newest unit, each once', () => {
  expect(queryFrom(context)).toBe('Which fare is it look path : src/fares.ts the of R7K2PX');
  expect(queryFrom(context.slice(0, 1))).toBe('An old question on trains');
  expect(queryFrom([])).toBe('');
});

test('[BENCH] a missing value is reached where it stands alone in the page of one search', async () => {
  const queries: string[] = [];
  const memory = {
    append: () => undefined,
    assemble: () => context,
    search: async (query: string) => {
      queries.push(query);
      return 'message 3: Q4L9HS and R7K2PXX';
    },
  };
  expect(await reachedValues(memory, context, ['Q4L9HS', 'R7K2PX'])).toEqual(['Q4L9HS']);
  expect(await reachedValues(memory, context, [])).toEqual([]);
  expect(queries).toEqual([queryFrom(context)]);
});

test('[BENCH] a page over 2,000 tokens is refused, and a system without a search reaches nothing', async () => {
  const memory = { append: () => undefined, assemble: () => context };
  expect(await reachedValues(memory, context, ['Q4L9HS'])).toEqual([]);
  const wordy = { ...memory, search: async () => 'word '.repeat(3_000) };
  await expect(reachedValues(wordy, context, ['word'])).rejects.toThrow('over 2000');
});
