import { expect, test } from 'vitest';
import { newerKind } from '../testing/newer-kind.ts';
import { describeCache } from './schedule-words.ts';

const REPORT = { keptTokens: 6_120, lostTokens: 0, newTokens: 240 };

test('[DEV-11] the prompt cache is told in kept, lost and new tokens', () => {
  const words = describeCache(REPORT);
  expect(words.figures).toBe('6,120 kept · 0 lost · 240 new');
  expect(words.cause).toBeUndefined();
  expect(words.parts.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1);
});

test('[DEV-11] a change names its first item and its cause', () => {
  const firstChange = { itemId: 'condensed-1', cause: 'compaction' } as const;
  expect(describeCache({ ...REPORT, firstChange })).toMatchObject({
    cause: 'a compaction',
    changedItemId: 'condensed-1',
  });
});

test.each([
  ['first-call', 'the first call of this session'],
  ['appended', 'only new messages after it'],
] as const)('[DEV-11] %s is a cause without a changed item', (cause, words) => {
  const told = describeCache({ ...REPORT, firstChange: { itemId: 'entry-9', cause } });
  expect(told.cause).toBe(words);
  expect(told.changedItemId).toBeUndefined();
});

test('[DEV-11] a context of nothing divides by nothing', () => {
  const { parts } = describeCache({ keptTokens: 0, lostTokens: 0, newTokens: 0 });
  expect(parts.map(({ share }) => share)).toEqual([0, 0, 0]);
});

test('[DEV-11] a cause that came later is told by its code, and leads to its item', () => {
  const firstChange = { itemId: 'memory-7', cause: newerKind<'edit'>('recall-changed') };
  expect(describeCache({ ...REPORT, firstChange })).toMatchObject({
    cause: 'recall changed',
    changedItemId: 'memory-7',
  });
});
