import { expect, test } from 'vitest';
import { aCall, manyCalls } from '../testing/many-calls.ts';
import { firstWanted, joinedCalls } from './time-columns.ts';

test('[DEV-5] only the last known call and those behind it are asked for', () => {
  expect(firstWanted([], { first: 4, last: 9 })).toBe(4);
  expect(firstWanted(manyCalls(9), { first: 1, last: 12 })).toBe(9);
});

test('[DEV-5] a history that is another one is asked for whole', () => {
  expect(firstWanted(manyCalls(9), { first: 1, last: 3 })).toBe(1);
  expect(joinedCalls(manyCalls(9), manyCalls(3), { first: 1, last: 3 })).toEqual(manyCalls(3));
});

test('[DEV-5] what was reported later on the last call replaces it; dropped calls are let go', () => {
  const told = { ...aCall(9), reportedTokens: 2_752 };
  const joined = joinedCalls(manyCalls(9), [told, aCall(10)], { first: 3, last: 10 });
  expect(joined.map(({ call }) => call)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect(joined.at(-2)).toBe(told);
});
