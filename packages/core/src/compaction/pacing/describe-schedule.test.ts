import { describeSchedule } from '@agent-memory/explain';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInFull } from '../../../../../scripts/property-runs.mjs';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import {
  type CompactionSchedule,
  type CompactionStats,
  type ScheduleReason,
  scheduleOf,
} from './schedule.ts';

const RUNS = { seed: 20261123, numRuns: 3_000 };

/** Each claim that the words of a reason make of the session, with their figures in order. */
type Claim = (stats: CompactionStats, ...figures: number[]) => boolean;

const CLAIMS: Readonly<Record<ScheduleReason, readonly [RegExp, Claim]>> = {
  OVER_INPUT_BUDGET: [
    /over the input budget, (\S+) of (\S+) tokens/,
    (stats, view = 0, input = 0) => view > input && view === stats.viewTokens,
  ],
  OVER_HIGH_WATERMARK: [
    /over the high watermark, (\S+) of (\S+) tokens/,
    ({ budget }, view = 0, high = 0) => view > high && high === budget.highTokens,
  ],
  GROWTH_DUE: [
    /has grown (\S+) tokens, and (\S+) pay/,
    ({ budget, viewTokens }, grown = 0, due = 0) =>
      grown >= due && grown > 0 && viewTokens > budget.lowTokens,
  ],
  LIVE_NEEDS_ROOM: [
    /needs (\S+) tokens beside (\S+) of (\S+)/,
    (_, live = 0, view = 0, input = 0) => live + view > input,
  ],
  TOOL_LIMIT: [/over the limit of its tool/, (stats) => stats.hasOverLimitResult],
  POLICY_ASKED: [/eviction policy asks/, (stats) => stats.policyIsDue],
  UNDER_LOW_WATERMARK: [
    /under the low watermark, (\S+) of (\S+) tokens/,
    ({ budget }, view = 0, low = 0) => view <= low && low === budget.lowTokens,
  ],
  NOT_GROWN: [
    /of (\S+) tokens (?:has not grown over the|is no more than system text, tools and first message, of) (\S+)/,
    ({ last, headTokens, budget }, view = 0, least = 0) =>
      view <= least && least === (last?.tokensAfter ?? headTokens) && view > budget.lowTokens,
  ],
  GROWTH_NOT_DUE: [
    /has grown (\S+) of (\S+) tokens that pay/,
    (_, grown = 0, due = 0) => grown > 0 && grown < due,
  ],
  UNDER_HIGH_WATERMARK: [
    /under the high watermark, (\S+) of (\S+) tokens/,
    ({ budget }, view = 0, high = 0) => view <= high && high === budget.highTokens,
  ],
  LITTLE_ROOM_LEFT: [
    /left (\S+) tokens, close to the high watermark of (\S+), so the next one comes above (\S+), and the context has (\S+)$/,
    ({ last, budget, viewTokens }, left = 0, high = 0, mark = 0, view = 0) =>
      left === last?.tokensAfter &&
      high === budget.highTokens &&
      mark > high &&
      mark <= budget.inputTokens &&
      view === viewTokens &&
      view <= mark,
  ],
  GAIN_TOO_SMALL: [
    /freed (\S+) tokens, which is too little, and the context has grown (\S+) of the (\S+) tokens/,
    ({ last }, freed = 0, grown = 0, needed = 0) =>
      last !== undefined && freed < 0.1 * last.tokensBefore && grown < needed,
  ],
  HELD_AFTER_UNDO: [
    /was undone, so the next one comes at the input budget, (\S+) of (\S+) tokens/,
    ({ last }, view = 0, input = 0) => last?.isUndo === true && view <= input,
  ],
};

const tokens = fc.integer({ min: 0, max: 12_000 });
const stats: fc.Arbitrary<CompactionStats> = fc.record({
  budget: fc.constantFrom(
    fixedBudget(8_000),
    fixedBudget(8_000, { high: 0.85, low: 0.5 }),
    fixedBudget(10_000, { high: 0.6, low: 0.1 }),
  ),
  viewTokens: tokens,
  liveTokens: fc.constantFrom(0, 400, 3_000),
  headTokens: fc.integer({ min: 0, max: 6_000 }),
  derivedTokens: fc.integer({ min: 0, max: 2_000 }),
  calls: fc.integer({ min: 1, max: 60 }),
  summariserTokens: fc.constantFrom(0, 4_000),
  last: fc.option(
    fc
      .record({ tokensAfter: tokens, freed: fc.nat(3_000), isUndo: fc.nat(9) })
      .map(({ tokensAfter, freed, isUndo }) => ({
        tokensBefore: tokensAfter + freed,
        tokensAfter,
        isUndo: isUndo === 0,
      })),
    { nil: undefined },
  ),
  policyIsDue: fc.nat(9).map((dice) => dice === 0),
  hasOverLimitResult: fc.nat(9).map((dice) => dice === 0),
});

test('[HIS-4] what the words of a schedule say holds for the session it was made for', async () => {
  const seen = new Set<ScheduleReason>();
  const rules = fc.constantFrom('cost' as const, 'watermarks' as const);
  await fc.assert(
    fc.property(stats, rules, (given, rule) => {
      const schedule = scheduleOf(given, rule);
      const [pattern, holds] = CLAIMS[schedule.reason];
      const words = describeSchedule(schedule);
      const [found, ...figures] = pattern.exec(words) ?? [];
      expect(found, words).toBeDefined();
      const read = figures.map((figure) => Number(figure.replaceAll(',', '')));
      expect(holds(given, ...read), `${schedule.reason}: ${words}`).toBe(true);
      expect(words).not.toMatch(/unknown|NaN|undefined/);
      seen.add(schedule.reason);
    }),
    RUNS,
  );
  if (isInFull) expect([...seen].sort()).toEqual(Object.keys(CLAIMS).sort());
});

test('[HIS-4] over the low watermark nobody is told that the context is under it', () => {
  const given: CompactionStats = {
    budget: fixedBudget(8_000),
    viewTokens: 4_442,
    liveTokens: 0,
    headTokens: 500,
    derivedTokens: 900,
    calls: 1,
    summariserTokens: 0,
    last: { tokensBefore: 8_100, tokensAfter: 4_442, isUndo: false },
    policyIsDue: false,
    hasOverLimitResult: false,
  };
  const schedule = scheduleOf(given, 'cost');
  expect(schedule.reason).toBe('NOT_GROWN');
  expect(describeSchedule(schedule)).toBe(
    'the context of 4,442 tokens has not grown over the 4,442 that the last compaction left',
  );
});

test('[BUD-2] a reason of a later version is told by its code and its figures', () => {
  const reason = 'QUOTA_NEAR' as ScheduleReason;
  const schedule: CompactionSchedule = {
    state: 'wait',
    reason,
    numbers: { storedMessages: 900, limitTokens: 1_000 },
  };
  expect(describeSchedule(schedule)).toBe('quota near, stored messages 900, limit tokens 1,000');
});

test('[DEV-2] a figure that is not given is not made up', () => {
  const words = describeSchedule({ state: 'wait', reason: 'GROWTH_NOT_DUE', numbers: {} });
  expect(words).not.toMatch(/\d|undefined|NaN/);
});
