import { expect, test } from 'vitest';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { ViewUnit } from '../view/view.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { divideRoom, summaryTokensOf, tailOf } from './room.ts';

function unitsOfSizes(...sizes: readonly number[]): readonly ViewUnit[] {
  return sizes.map((tokens, start) => ({
    kind: 'unit',
    start,
    end: start + 1,
    members: [],
    tokens,
  }));
}

const size = { wantedTokens: 500, mostTokens: 2_000, stretchTokens: 0 };

test('[TIER-6] the tail takes whole units from the newest back until it is large enough', () => {
  expect(tailOf(unitsOfSizes(300, 300, 300, 220), size)).toEqual({ starts: new Set([2, 3]) });
});

test('[CMP-1] a unit that reaches far beyond the wanted tail is named with what is wanted of it', () => {
  const { starts, overlong, misfit } = tailOf(unitsOfSizes(300, 1_500, 200), size);
  expect(starts).toEqual(new Set([1, 2]));
  expect(overlong).toMatchObject({ unit: { start: 1 }, roomTokens: 350 });
  expect(misfit).toBeUndefined();
});

test('[CMP-4] the newest unit is never called too long', () => {
  expect(tailOf(unitsOfSizes(300, 1_900), size)).toEqual({ starts: new Set([1]) });
});

test('[CMP-10] a summary takes more of what goes beyond the room for likely values', () => {
  const part = DEFAULT_LIMITS.summaryPartOfDerived;
  const extractive = { limits: DEFAULT_LIMITS, asksModel: false };
  expect(summaryTokensOf(1_000, extractive)).toBe(Math.floor(1_000 * part));
  expect(summaryTokensOf(6_000, extractive)).toBe(Math.floor((3_000 + 2 * 3_000) * part));
});

test('[CMP-10] a summary that a model writes has a part of its own', () => {
  const { modelSummaryPartOfDerived } = DEFAULT_LIMITS;
  const asked = { limits: DEFAULT_LIMITS, asksModel: true };
  expect(summaryTokensOf(6_000, asked)).toBe(Math.floor(6_000 * modelSummaryPartOfDerived));
});

/** The parts of what the head leaves: for derived text, and for the next steps behind the least tail. */
function partsBehind(headTokens: number, inputTokens: number) {
  const input = { budget: fixedBudget(inputTokens), limits: DEFAULT_LIMITS };
  const { derivedTokens, wantedTailTokens } = divideRoom(input, headTokens);
  const freeTokens = inputTokens - headTokens;
  return {
    derivedTokens,
    growthShare: (freeTokens - derivedTokens - wantedTailTokens) / freeTokens,
  };
}

test.each([
  [8_000, 1_500],
  [8_000, 4_000],
  [5_600, 2_700],
  [16_000, 10_000],
])(
  '[BUD-2] of %i tokens with a head of %i a compaction leaves two fifths of the rest for the next steps',
  (inputTokens, headTokens) => {
    expect(partsBehind(headTokens, inputTokens).growthShare).toBeGreaterThan(0.4);
  },
);

test('[CMP-10] where little is left derived text has the larger part of it, so that it can say anything', () => {
  expect(partsBehind(2_700, 4_000).derivedTokens).toBe(780);
});
