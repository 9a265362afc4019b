import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFacts } from '../../source/devtools-source.ts';
import { aMapPlan } from '../../testing/map-plans.ts';
import { aLongPlan, aPlan } from '../../testing/plan-fixture.ts';
import type { MapPiece } from './block-map.ts';
import { blockMap, MOST_BLOCKS } from './block-map.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const tokens = fc.oneof(fc.nat(12), fc.nat(900));
const message = fc.record(
  {
    tokens,
    cut: fc.nat(400),
    left: fc.constantFrom('condensed' as const, 'gone' as const),
    tier: fc.constantFrom('archive' as const, 'working' as const),
  },
  { requiredKeys: ['tokens'] },
);
const plans = fc
  .record({
    messages: fc.array(message, { maxLength: 300 }),
    inputTokens: fc.integer({ min: 500, max: 60_000 }),
  })
  .map(({ messages, inputTokens }) => aMapPlan(messages, { inputTokens }));
const widths = fc.integer({ min: 292, max: 3_400 });

/** Every pixel of these pieces, counted from the start of the first row. */
function pixelsOf(pieces: readonly MapPiece[], width: number): readonly [number, number][] {
  return pieces.map(({ row, left, width: wide }) => [
    row * width + left,
    row * width + left + wide,
  ]);
}

test('[DEV-1] blocks and free room fill the rows without a gap, and add up exactly', () => {
  fc.assert(
    fc.property(plans, widths, (plan, width) => {
      const map = blockMap(plan, width);
      const pieces = [...map.blocks.flatMap((block) => block.pieces), ...map.free];
      let at = 0;
      for (const [start, end] of pixelsOf(pieces, width)) {
        expect(start).toBe(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBe(map.rows * width);
      for (const { left, width: wide } of pieces) expect(left + wide).toBeLessThanOrEqual(width);
      expect(sumOf(map.blocks.map((block) => block.tokens))).toBe(plan.totalTokens);
    }),
  );
});

test('[DEV-1] every item is in exactly one block, in send order, in few blocks, each to be seen', () => {
  fc.assert(
    fc.property(plans, widths, (plan, width) => {
      const { blocks } = blockMap(plan, width);
      const indices = blocks.flatMap(({ fromIndex, toIndex }) =>
        Array.from({ length: toIndex - fromIndex }, (_, index) => fromIndex + index),
      );
      expect(indices).toEqual(plan.items.map((_, index) => index));
      expect(blocks.length).toBeLessThanOrEqual(MOST_BLOCKS);
      expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
      for (const { pieces } of blocks) {
        expect(sumOf(pieces.map((piece) => piece.width))).toBeGreaterThanOrEqual(3);
      }
    }),
  );
});

test('[DEV-1] all that left and all that was cut is in the lane, in few ghosts', () => {
  fc.assert(
    fc.property(plans, widths, (plan, width) => {
      const { lane } = blockMap(plan, width);
      const left = sumOf(plan.ranges.map(({ decision }) => decision.tokens.raw));
      const raw = sumOf(plan.items.map(({ decision }) => decision.tokens.raw));
      expect(lane?.tokens ?? 0).toBe(left + raw - plan.totalTokens);
      if (!lane) return;
      expect(sumOf(lane.ghosts.map((ghost) => ghost.tokens))).toBe(lane.tokens);
      const notCut = lane.ghosts.filter(({ kind }) => kind !== 'cut');
      expect(sumOf(notCut.map(({ messages }) => messages))).toBe(plan.ranges.length);
      expect(lane.ghosts.length).toBeLessThanOrEqual(48);
      let at = 0;
      for (const ghost of lane.ghosts) {
        expect(ghost.left).toBe(at);
        at += ghost.width;
      }
      expect(at).toBeLessThanOrEqual(width);
    }),
  );
});

test('[DEV-1] ghosts are on the scale of the rows until they fill the lane, and then say how much smaller', () => {
  const half = aMapPlan([{ tokens: 1_000, left: 'condensed' }, { tokens: 40 }], {
    inputTokens: 9_000,
  });
  const { lane } = blockMap(half, 1_000);
  expect(lane).toMatchObject({ timesSmaller: 1, tokens: 1_000 });
  // Three rows of 1,000 pixels are 9,000 tokens.
  expect(lane?.ghosts).toMatchObject([{ kind: 'condensed', left: 0, width: 333 }]);
  const many = aMapPlan([{ tokens: 18_000, left: 'condensed' }, { tokens: 40 }], {
    inputTokens: 9_000,
  });
  expect(blockMap(many, 1_000).lane).toMatchObject({ timesSmaller: 6, ghosts: [{ width: 1_000 }] });
});

test('[DEV-1] the limit ends the last row, and over it the map says how much of it is beyond', () => {
  const within = blockMap(aMapPlan([{ tokens: 4_000 }]), 1_000);
  expect(within.marks.at(-1)).toEqual({ mark: 'limit', tokens: 8_000, row: 2, left: 1_000 });
  expect(within).toMatchObject({ over: [], overTokens: 0 });
  const over = blockMap(aMapPlan([{ tokens: 15_880 }]), 1_000);
  expect(over).toMatchObject({ overTokens: 8_000, free: [] });
  expect(sumOf(over.over.map(({ width }) => width))).toBe(1_500);
  expect(over.marks.at(-1)).toEqual({ mark: 'limit', tokens: 8_000, row: 1, left: 500 });
});

test('[DEV-1] marks stand where their tokens are reached', () => {
  fc.assert(
    fc.property(plans, widths, (plan, width) => {
      const map = blockMap(plan, width);
      const sent = sumOf(map.blocks.flatMap(({ pieces }) => pieces.map((piece) => piece.width)));
      for (const { tokens: at, row, left } of map.marks) {
        const pixel = row * width + left;
        if (at < plan.totalTokens) expect(pixel).toBeLessThanOrEqual(sent);
        else expect(pixel).toBeGreaterThanOrEqual(sent);
      }
    }),
  );
});

test('[DEV-1] a key stays what it is when a message comes after it', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ tokens }), { minLength: 2, maxLength: 80 }), (messages) => {
      const keys = (count: number) =>
        blockMap(aMapPlan(messages.slice(0, count), { inputTokens: 60_000 }), 1_200).blocks.map(
          ({ key }) => key,
        );
      const before = keys(messages.length - 1);
      expect(keys(messages.length).slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    }),
  );
});

test('[DEV-1] 5,000 items are few blocks, and an empty plan is free room alone', () => {
  const { blocks } = blockMap(planFacts(aLongPlan(5_000).plan), 1_200);
  expect(blocks.length).toBeLessThanOrEqual(MOST_BLOCKS);
  expect(blocks.at(-1)?.toIndex).toBe(5_000);
  const empty = blockMap(planFacts(aPlan([])), 1_200);
  expect(empty.blocks).toEqual([]);
  expect(empty.free).toHaveLength(3);
  expect(blockMap(planFacts(aPlan([])), 0).free).toEqual([]);
});
