import { expect, test } from 'vitest';
import type { CallFacts, CallMark } from '../source/call-facts.ts';
import { memorySource } from '../source/memory-source.ts';
import { manyCalls } from './many-calls.ts';
import { timeSession } from './time-session.ts';

const MARKS: readonly CallMark[] = [
  'compaction',
  'undo',
  'retrieval',
  'refusal',
  'error',
  'head-move',
  'settings',
];

function marksOf(calls: readonly CallFacts[]): ReadonlySet<CallMark> {
  return new Set(calls.flatMap(({ marks }) => marks));
}

test('[DEV-5] the session of 60 calls has every mark', async () => {
  const calls = await memorySource(await timeSession()).calls(1);
  expect(calls.map(({ call }) => call)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  expect(marksOf(calls)).toEqual(new Set(MARKS));
});

test('[DEV-5] many calls in figures have every mark, and tiers that add up', () => {
  const calls = manyCalls(2_000);
  expect(marksOf(calls)).toEqual(new Set(MARKS));
  for (const { totalTokens, tierTokens, inputTokens } of calls) {
    const { system = 0, archive = 0, working = 0, live = 0 } = tierTokens;
    expect(system + archive + working + live).toBe(totalTokens);
    expect(totalTokens).toBeLessThanOrEqual(inputTokens);
  }
});
