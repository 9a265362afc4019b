import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallFacts } from '../source/call-facts.ts';
import { aCall } from '../testing/many-calls.ts';
import {
  columnAt,
  columnIndexOf,
  inOrder,
  lineRuns,
  MARK_ORDER,
  markClusters,
  pitchOf,
  stackedTiers,
  stackPixels,
  tallest,
  timeColumns,
} from './time-columns.ts';

const SEED = { seed: 20261123 };

const anyMarks = fc.subarray([...MARK_ORDER]);
const anyTiers = fc.dictionary(
  fc.constantFrom('system', 'archive', 'working', 'live', 'episodic'),
  fc.nat({ max: 200_000 }),
);
/** Sessions of any length from any first call on. */
const anyCalls: fc.Arbitrary<readonly CallFacts[]> = fc
  .tuple(
    fc.integer({ min: 1, max: 5_000 }),
    fc.array(fc.record({ marks: anyMarks, tierTokens: anyTiers }), { maxLength: 300 }),
  )
  .map(([first, changes]) =>
    changes.map(({ marks, tierTokens }, index) => {
      const totalTokens = Object.values(tierTokens).reduce((all, tokens) => all + tokens, 0);
      return { ...aCall(first + index), marks, tierTokens, totalTokens };
    }),
  );
const anyWidth = fc.integer({ min: 0, max: 900 });

test('[DEV-5] every call is in exactly one column, in order (seed 20261123)', () => {
  fc.assert(
    fc.property(anyCalls, anyWidth, (calls, width) => {
      const columns = timeColumns(calls, width);
      const placed = columns.flatMap(({ fromCall, toCall }) =>
        Array.from({ length: toCall - fromCall + 1 }, (_, index) => fromCall + index),
      );
      expect(placed).toEqual(calls.map(({ call }) => call));
    }),
    SEED,
  );
});

test('[DEV-5] a merged column shows the fullest of its calls (seed 20261123)', () => {
  fc.assert(
    fc.property(anyCalls, anyWidth, (calls, width) => {
      for (const { fromCall, toCall, peak } of timeColumns(calls, width)) {
        const merged = calls.filter(({ call }) => call >= fromCall && call <= toCall);
        expect(merged).toContain(peak);
        expect(peak.totalTokens).toBe(Math.max(...merged.map((call) => call.totalTokens)));
      }
    }),
    SEED,
  );
});

test('[DEV-5] no mark is lost, neither by merging nor where marks are close (seed 20261123)', () => {
  fc.assert(
    fc.property(anyCalls, anyWidth, (calls, width) => {
      const columns = timeColumns(calls, width);
      const clusters = markClusters(columns, width, 9);
      for (const { call, marks } of calls) {
        const index = columnIndexOf(columns, call);
        const column = index === undefined ? undefined : columns[index];
        expect(column?.marks).toEqual(expect.arrayContaining([...marks]));
        if (marks.length === 0) continue;
        const cluster = clusters.find(({ fromCall, toCall }) => fromCall <= call && call <= toCall);
        expect(cluster?.marks).toEqual(expect.arrayContaining([...marks]));
      }
    }),
    SEED,
  );
});

test('[DEV-5] the heights of the tiers add up to the height of the total (seed 20261123)', () => {
  fc.assert(
    fc.property(anyCalls, anyWidth, fc.integer({ min: 1, max: 64 }), (calls, width, height) => {
      const columns = timeColumns(calls, width);
      const tiers = stackedTiers(calls);
      const scale = { tallestTokens: tallest(columns), heightPixels: height };
      for (const { peak } of columns) {
        const pixels = stackPixels(peak, tiers, scale);
        const total = Math.round((peak.totalTokens / scale.tallestTokens) * height);
        expect(pixels.reduce((all, part) => all + part, 0)).toBe(total);
        expect(total).toBeLessThanOrEqual(height);
      }
    }),
    SEED,
  );
});

test('[DEV-5] the column at the place of a call is the one that holds it (seed 20261123)', () => {
  fc.assert(
    fc.property(anyCalls, fc.integer({ min: 1, max: 900 }), (calls, width) => {
      const columns = timeColumns(calls, width);
      const pitch = pitchOf(columns.length, width);
      columns.forEach((column, index) => {
        expect(columnAt(columns, width, (index + 0.5) * pitch)).toBe(column);
        expect(columnIndexOf(columns, column.peak.call)).toBe(index);
      });
    }),
    SEED,
  );
});

test('[DEV-5] a place beyond an end is the column at that end', () => {
  const columns = timeColumns([aCall(4), aCall(5)], 400);
  expect(columnAt(columns, 400, -30)?.fromCall).toBe(4);
  expect(columnAt(columns, 400, 9_000)?.fromCall).toBe(5);
  expect(columnAt([], 400, 10)).toBeUndefined();
  expect(columnIndexOf(columns, 6)).toBeUndefined();
});

test('[DEV-5] marks are named once, the most serious first, unknown ones last', () => {
  expect(inOrder(['settings', 'compaction', 'refusal', 'compaction'])).toEqual([
    'refusal',
    'compaction',
    'settings',
  ]);
});

test('[DEV-5] a line runs on as long as the limit stays', () => {
  const limits = [8_000, 8_000, 3_000, 8_000];
  const calls = limits.map((inputTokens, index) => aCall(index + 1, { inputTokens }));
  expect(lineRuns(timeColumns(calls, 400), (call) => call.inputTokens)).toEqual([
    { fromColumn: 0, toColumn: 1, tokens: 8_000 },
    { fromColumn: 2, toColumn: 2, tokens: 3_000 },
    { fromColumn: 3, toColumn: 3, tokens: 8_000 },
  ]);
});

test('[DEV-5] the height is the limit, and twice the fullest context where that is small', () => {
  const heightOf = (totalTokens: number) =>
    tallest(timeColumns([aCall(1, { totalTokens, inputTokens: 8_000 })], 400));
  expect(heightOf(7_000)).toBe(8_000);
  expect(heightOf(400)).toBe(800);
  expect(heightOf(9_000)).toBe(9_000);
});

test('[DEV-5] tiers are stacked in send order, newer ones on top, the headroom is none', () => {
  const tierTokens = { headroom: 900, episodic: 4, working: 8, system: 2 };
  expect(stackedTiers([aCall(1, { tierTokens })])).toEqual([
    ...['system', 'archive', 'working', 'live', 'episodic'],
  ]);
});
