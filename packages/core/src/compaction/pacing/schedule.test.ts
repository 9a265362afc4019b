import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import {
  type CompactionSchedule,
  type CompactionStats,
  growthDue,
  type LastCompaction,
  type PacingRule,
  scheduleOf,
} from './schedule.ts';

/** A view of 300 tokens under a budget of 1,000, low watermark 500, nothing compacted yet. */
function aState(stats: Partial<CompactionStats> = {}): CompactionStats {
  return {
    budget: fixedBudget(1_000),
    viewTokens: 300,
    liveTokens: 0,
    headTokens: 100,
    derivedTokens: 0,
    calls: 4,
    summariserTokens: 0,
    last: undefined,
    policyIsDue: false,
    hasOverLimitResult: false,
    ...stats,
  };
}

function last(compaction: Partial<LastCompaction> = {}): LastCompaction {
  return { tokensBefore: 1_000, tokensAfter: 500, isUndo: false, ...compaction };
}

function decided({ state, reason }: CompactionSchedule): string {
  return `${state} ${reason}`;
}

function decide(stats: Partial<CompactionStats>, rule: PacingRule = 'cost'): string {
  return decided(scheduleOf(aState(stats), rule));
}

/** Watermarks as the caller names them. */
const marks = (high: number, low = 0.2) => ({ budget: fixedBudget(1_000, { high, low }) });

test('[BUD-3] what is over the input budget is compacted, whatever else is said', () => {
  const held = last({ tokensBefore: 1_005, tokensAfter: 1_000, isUndo: true });
  expect(decide({ viewTokens: 1_001, last: held })).toBe('act OVER_INPUT_BUDGET');
});

test('[BUD-2] a view at the high watermark is sent as it is, one token above it is compacted', () => {
  expect(decide({ ...marks(0.8), viewTokens: 800 }, 'watermarks')).toBe(
    'wait UNDER_HIGH_WATERMARK',
  );
  expect(decide({ ...marks(0.8), viewTokens: 801 }, 'watermarks')).toBe('act OVER_HIGH_WATERMARK');
  expect(decide({ ...marks(0.8), viewTokens: 801 }, 'cost')).toBe('act OVER_HIGH_WATERMARK');
});

test('[BUD-2] where watermarks were given, growth is no reason', () => {
  const grown = { viewTokens: 790, calls: 100, last: last({ tokensAfter: 210 }), ...marks(0.8) };
  expect(decide(grown, 'cost')).toBe('act GROWTH_DUE');
  expect(decide(grown, 'watermarks')).toBe('wait UNDER_HIGH_WATERMARK');
});

/** 300 tokens grown in 100 calls, at 400 to read anew: 147 pay for a compaction, a third of the room. */
const slow = { viewTokens: 800, calls: 100, last: last() };
const slowDueTokens = Math.round(Math.sqrt((2 * 3 * 0.9 * 400) / 0.1));

test('[BUD-2] a view that has grown as far as pays for it is compacted, at any fill', () => {
  const schedule = scheduleOf(aState(slow), 'cost');
  expect(decided(schedule)).toBe('act GROWTH_DUE');
  expect(schedule.numbers).toEqual({ grownTokens: 300, dueTokens: slowDueTokens });
});

test('[BUD-2] until then it waits, and says how far it has come', () => {
  const { numbers, ...rest } = scheduleOf(aState({ ...slow, viewTokens: 600, calls: 33 }), 'cost');
  expect(decided({ ...rest, numbers })).toBe('wait GROWTH_NOT_DUE');
  const dueTokens = Math.round(Math.sqrt((2 * (100 / 33) * 0.9 * 400) / 0.1));
  expect(numbers).toMatchObject({ viewTokens: 600, grownTokens: 100, dueTokens });
  expect(numbers.progressShare).toBeCloseTo(100 / dueTokens);
});

test('[BUD-2] where the room is less than three times the growth that pays, it waits for the watermark', () => {
  // 300 tokens in 78 calls ask for a growth of 166 of the 500 to the watermark, in 77 for one of 168.
  expect(decide({ ...slow, calls: 78 })).toBe('act GROWTH_DUE');
  expect(decide({ ...slow, calls: 77 })).toBe('wait UNDER_HIGH_WATERMARK');
  const nearer = { budget: { ...fixedBudget(1_000), highTokens: 900 } };
  expect(decide({ ...slow, ...nearer })).toBe('wait UNDER_HIGH_WATERMARK');
  expect(decide({ ...slow, summariserTokens: 2_000 })).toBe('wait UNDER_HIGH_WATERMARK');
});

test('[BUD-2] while it waits for the watermark, it says how far that is', () => {
  const { numbers } = scheduleOf(aState({ ...slow, calls: 4 }), 'cost');
  expect(numbers).toEqual({ viewTokens: 800, highTokens: 1_000, progressShare: 0.8 });
});

test('[BUD-2] without a compaction before, growth counts from what one would aim at', () => {
  const first = { ...slow, headTokens: 500, last: undefined };
  expect(scheduleOf(aState(first), 'cost').numbers.grownTokens).toBe(300);
  const wide = { ...first, headTokens: 700 };
  expect(scheduleOf(aState(wide), 'cost').numbers.grownTokens).toBe(100);
});

test('[BUD-2] right after a compaction, and where nothing came since, no other one is due', () => {
  expect(decide({ viewTokens: 640, last: last({ tokensAfter: 640 }), calls: 1 })).toBe(
    'wait NOT_GROWN',
  );
  expect(decide({ viewTokens: 600, headTokens: 600, calls: 1 })).toBe('wait NOT_GROWN');
});

test('[BUD-2] under the low watermark growth is no reason: a compaction would free nothing', () => {
  const grown = { calls: 400, last: last({ tokensAfter: 100 }) };
  const { state, numbers } = scheduleOf(aState({ viewTokens: 500, ...grown }), 'cost');
  expect(state).toBe('wait');
  expect(numbers.grownTokens).toBeGreaterThan(numbers.dueTokens ?? Infinity);
  expect(numbers.progressShare).toBeLessThan(1);
  expect(decide({ viewTokens: 501, ...grown })).toBe('act GROWTH_DUE');
});

test('[BUD-2] a view that was measured smaller since has not grown, and every figure is a number', () => {
  const { state, numbers } = scheduleOf(aState({ viewTokens: 450, last: last() }), 'cost');
  expect(state).toBe('wait');
  expect(numbers.grownTokens).toBe(0);
  expect(Object.values(numbers).every(Number.isFinite)).toBe(true);
});

test('[BUD-2] a system text over the low watermark does not make every step a compaction', () => {
  const heavy = { headTokens: 700, calls: 1 };
  expect(decide({ ...heavy, viewTokens: 710 })).toBe('wait UNDER_HIGH_WATERMARK');
  expect(decide({ ...heavy, viewTokens: 720, calls: 20 })).toBe('wait GROWTH_NOT_DUE');
});

test('[BUD-3] messages that can leave give way before the scratchpad does', () => {
  expect(decide({ viewTokens: 960, liveTokens: 40 })).toBe('wait UNDER_HIGH_WATERMARK');
  expect(decide({ viewTokens: 960, liveTokens: 41 })).toBe('act LIVE_NEEDS_ROOM');
});

test('[CMP-6] the scratchpad asks for no compaction that, by the last one, would not make the room', () => {
  const stats = { ...marks(1, 0.5), viewTokens: 960, liveTokens: 60 };
  const after = (tokensAfter: number) => ({ ...stats, last: last({ tokensAfter }) });
  expect(decide(after(950), 'watermarks')).toBe('wait UNDER_HIGH_WATERMARK');
  expect(decide(after(940), 'watermarks')).toBe('act LIVE_NEEDS_ROOM');
  expect(decide({ ...stats, last: undefined }, 'watermarks')).toBe('act LIVE_NEEDS_ROOM');
});

test('[POL-8] a result over the limit of its tool is held to it where nothing else is due', () => {
  expect(decide({ hasOverLimitResult: true })).toBe('act TOOL_LIMIT');
  expect(decide({ hasOverLimitResult: true, viewTokens: 1_001 })).toBe('act OVER_INPUT_BUDGET');
});

test('[POL-1] a policy that asks is heard, however much room there is and little the last one freed', () => {
  const little = last({ tokensBefore: 205, tokensAfter: 200 });
  expect(decide({ policyIsDue: true })).toBe('act POLICY_ASKED');
  expect(decide({ policyIsDue: true, viewTokens: 210, last: little })).toBe('act POLICY_ASKED');
  expect(decide({ policyIsDue: true }, 'watermarks')).toBe('act POLICY_ASKED');
});

test('[BUD-2] a compaction that came to lie close below the watermark leaves most of its room to be used', () => {
  const close = { ...marks(0.85, 0.5), last: last({ tokensBefore: 1_000, tokensAfter: 800 }) };
  expect(decide({ ...close, viewTokens: 860 })).toBe('wait LITTLE_ROOM_LEFT');
  expect(decide({ ...close, viewTokens: 950 })).toBe('wait LITTLE_ROOM_LEFT');
  expect(decide({ ...close, viewTokens: 951 })).toBe('act OVER_HIGH_WATERMARK');
  expect(decide({ ...close, viewTokens: 1_001 })).toBe('act OVER_INPUT_BUDGET');
  const far = { ...marks(0.85, 0.5), last: last({ tokensBefore: 1_000, tokensAfter: 500 }) };
  expect(decide({ ...far, viewTokens: 860 })).toBe('act OVER_HIGH_WATERMARK');
});

test('[BUD-2] watermarks that the caller names stay where they are', () => {
  const close = { ...marks(0.85, 0.5), last: last({ tokensBefore: 1_000, tokensAfter: 700 }) };
  expect(decide({ ...close, viewTokens: 860 }, 'watermarks')).toBe('act OVER_HIGH_WATERMARK');
});

test('[CMP-6] after a compaction that freed too little, another one waits until the view has grown', () => {
  const little = { ...marks(0.6, 0.5), last: last({ tokensBefore: 750, tokensAfter: 700 }) };
  expect(decide({ ...little, viewTokens: 799 }, 'watermarks')).toBe('wait GAIN_TOO_SMALL');
  expect(decide({ ...little, viewTokens: 800 }, 'watermarks')).toBe('act OVER_HIGH_WATERMARK');
  const enough = { ...little, last: last({ tokensBefore: 780, tokensAfter: 700 }) };
  expect(decide({ ...enough, viewTokens: 701 }, 'watermarks')).toBe('act OVER_HIGH_WATERMARK');
});

test('[CMP-12] after an undo everything waits until the input budget is passed', () => {
  const undone = { last: last({ isUndo: true, tokensAfter: 900 }) };
  const busy = { policyIsDue: true, hasOverLimitResult: true, liveTokens: 90 };
  expect(decide({ ...undone, ...busy, viewTokens: 1_000 })).toBe('wait HELD_AFTER_UNDO');
  expect(decide({ ...undone, viewTokens: 1_001 })).toBe('act OVER_INPUT_BUDGET');
});

const tokens = (max: number) => fc.integer({ min: 0, max });

test('[BUD-3] nothing waits over the input budget, every figure is a number, nothing acts on nothing (seed 20261122)', async () => {
  const someLast = fc.record({
    tokensBefore: tokens(2_000),
    tokensAfter: tokens(2_000),
    isUndo: fc.boolean(),
  });
  const stats = fc.record({
    viewTokens: tokens(2_000),
    liveTokens: tokens(2_000),
    headTokens: tokens(2_000),
    derivedTokens: tokens(1_000),
    calls: fc.integer({ min: 1, max: 500 }),
    summariserTokens: tokens(100_000),
    last: fc.option(someLast, { nil: undefined }),
    policyIsDue: fc.boolean(),
    hasOverLimitResult: fc.boolean(),
  });
  const rule = fc.constantFrom('cost' as const, 'watermarks' as const);
  await fc.assert(
    fc.property(stats, rule, (given, itsRule) => {
      const state = aState(given);
      const { numbers, ...schedule } = scheduleOf(state, itsRule);
      expect(schedule.state === 'wait' && state.viewTokens > 1_000).toBe(false);
      expect(Object.values(numbers).every((figure) => figure >= 0 && figure < Infinity)).toBe(true);
      if (schedule.reason !== 'GROWTH_DUE') return;
      expect(state.viewTokens).toBeGreaterThan(state.last?.tokensAfter ?? state.headTokens);
      expect(state.viewTokens).toBeGreaterThan(state.budget.lowTokens);
    }),
    { seed: 20261122, numRuns: 2_000 },
  );
});

/** The cost of one session's calls, in tokens at full price, by the prices of prompt caching. */
interface Costs {
  readonly newTokensPerCall: number;
  readonly rereadTokens: number;
  readonly summariserTokens: number;
}

/** Cost of a call on average where each compaction comes after so many calls: played call by call. */
function costOfACycle(costs: Costs, calls: number): number {
  const { newTokensPerCall, rereadTokens, summariserTokens } = costs;
  let cost = summariserTokens;
  let cachedTokens = 0;
  for (let call = 1; call <= calls; call += 1) {
    // The first call after a compaction finds nothing of what stands behind the head in the cache.
    if (call === 1) cost += rereadTokens;
    else cost += 0.1 * cachedTokens;
    cost += newTokensPerCall;
    cachedTokens = rereadTokens + call * newTokensPerCall;
  }
  return cost / calls;
}

function leastCost(costs: Costs, mostCalls: number): number {
  let least = Infinity;
  for (let calls = 1; calls <= mostCalls; calls += 1) {
    least = Math.min(least, costOfACycle(costs, calls));
  }
  return least;
}

const someCosts: fc.Arbitrary<Costs> = fc.record({
  newTokensPerCall: fc.integer({ min: 20, max: 2_000 }),
  rereadTokens: fc.integer({ min: 0, max: 20_000 }),
  summariserTokens: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
});

test('[BUD-2] no other growth between compactions is more than 3 % cheaper than the one of the rule (seed 20261122)', async () => {
  await fc.assert(
    fc.property(someCosts, (costs) => {
      const calls = Math.max(1, Math.ceil(growthDue(costs) / costs.newTokensPerCall));
      const ours = costOfACycle(costs, calls);
      expect(ours).toBeLessThanOrEqual(1.03 * leastCost(costs, 4 * calls + 10));
    }),
    { seed: 20261122 },
  );
});

/** A session of which each compaction comes down to the low watermark. */
const longSession = {
  budget: fixedBudget(64_000),
  headTokens: 2_000,
  last: { tokensBefore: 64_000, tokensAfter: 32_000, isUndo: false },
};
const roomTokens = longSession.budget.highTokens - longSession.budget.lowTokens;

const someSessions: fc.Arbitrary<Costs> = fc.record({
  newTokensPerCall: fc.integer({ min: 40, max: 2_000 }),
  rereadTokens: fc.constant(longSession.budget.lowTokens - longSession.headTokens),
  summariserTokens: fc.constantFrom(0, 5_000),
});

/** The calls from one compaction to the next, as the schedule paces them, and why the next one comes. */
function pacedBySchedule({ newTokensPerCall, summariserTokens }: Costs) {
  const after = (calls: number) =>
    aState({
      ...longSession,
      summariserTokens,
      calls,
      viewTokens: longSession.budget.lowTokens + calls * newTokensPerCall,
    });
  let calls = 1;
  while (scheduleOf(after(calls), 'cost').state === 'wait') calls += 1;
  const { reason } = scheduleOf(after(calls), 'cost');
  // It acts ahead of the call that it was asked for, which then begins the next cycle.
  return { calls: Math.min(calls, Math.floor(roomTokens / newTokensPerCall)), reason };
}

function leastCostOf(costs: Costs): number {
  return leastCost(costs, Math.floor(roomTokens / costs.newTokensPerCall));
}

test('[BUD-2] with room of three times the growth that pays, a session costs at most 5 % more than at the best fixed pace (seed 20261122)', async () => {
  await fc.assert(
    fc.property(someSessions, (costs) => {
      fc.pre(3 * (growthDue(costs) + 1) <= roomTokens);
      const { calls, reason } = pacedBySchedule(costs);
      expect(reason).toBe('GROWTH_DUE');
      expect(costOfACycle(costs, calls)).toBeLessThanOrEqual(1.05 * leastCostOf(costs));
    }),
    { seed: 20261122 },
  );
});

test('[BUD-2] with less it waits for the watermark, at most two thirds more of what growth and compactions cost (seed 20261122)', async () => {
  await fc.assert(
    fc.property(someSessions, (costs) => {
      fc.pre(3 * (growthDue(costs) - 1) > roomTokens);
      const { calls, reason } = pacedBySchedule(costs);
      expect(reason).toBe('OVER_INPUT_BUDGET');
      // The cost of a call at any pace: its own tokens, and the fixed start at the cached price.
      const atAnyPace = 0.95 * costs.newTokensPerCall + 0.1 * costs.rereadTokens;
      const ours = costOfACycle(costs, calls) - atAnyPace;
      expect(ours).toBeLessThanOrEqual((5 / 3 + 0.01) * (leastCostOf(costs) - atAnyPace));
    }),
    { seed: 20261122 },
  );
});
