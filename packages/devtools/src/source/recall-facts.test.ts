import { createLongTermMemory, wordIndex } from '@agent-memory/long-term';
import { expect, test } from 'vitest';
import { knownRecords } from '../testing/known-records.ts';
import { tryRecall } from './recall-facts.ts';

const TEXT = 'What does Ada prefer on a train?';

test('[DEV-7] the tokens of all hits are as the limit counts them: what fits exactly is not cut', async () => {
  const { longTerm } = await knownRecords();
  const free = await tryRecall(longTerm, { text: TEXT, limit: 5 });
  expect(free.hits.length).toBeGreaterThan(1);
  expect(free.tokens).toBe(free.hits.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(free.maxTokens).toBeUndefined();
  const exact = await tryRecall(longTerm, { text: TEXT, limit: 5, maxTokens: free.tokens });
  expect(exact.hits.map(({ facts }) => facts.id)).toEqual(free.hits.map(({ facts }) => facts.id));
  expect(exact.tokens).toBe(exact.maxTokens);
});

test('[DEV-7] a hit without room says what it takes and what was left', async () => {
  const { longTerm } = await knownRecords();
  const free = await tryRecall(longTerm, { text: TEXT, limit: 5 });
  const tight = await tryRecall(longTerm, { text: TEXT, limit: 5, maxTokens: free.tokens - 1 });
  const last = free.hits.at(-1);
  const room = free.tokens - 1 - (free.tokens - (last?.tokens ?? 0));
  expect(tight.cut).toContainEqual(
    expect.objectContaining({
      id: last?.facts.id,
      rule: 'OVER_TOKEN_BUDGET',
      tokens: last?.tokens,
      leftTokens: room,
    }),
  );
  expect(tight.tokens).toBeLessThan(free.tokens);
});

test('[DEV-7] an index that keeps to no limit is not made out to', async () => {
  const longTerm = createLongTermMemory({ user: 'ada', index: wordIndex(), sweepEveryMs: 0 });
  await longTerm.store({ type: 'user', kind: 'preference', text: 'Ada prefers green tea.' });
  const recall = await tryRecall(longTerm, { text: 'tea', limit: 5, maxTokens: 1 });
  expect(recall.hits).toHaveLength(1);
  expect(recall.tokens).toBeGreaterThan(1);
});
