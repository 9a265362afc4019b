import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFacts } from '../source/devtools-source.ts';
import { newerKind } from '../testing/newer-kind.ts';
import {
  aBudget,
  aDecision,
  aMadeItem,
  aMessage,
  anEntry,
  anItem,
  aPlan,
  aSchedule,
} from '../testing/plan-fixture.ts';
import { SEND_ORDER } from '../words/item-words.ts';
import { budgetBar } from './budget-bar.ts';

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

function planOf(tierTokens: readonly number[], inputTokens: number, reservedTokens: number) {
  const items = SEND_ORDER.map((tier, seq) => {
    const sent = tierTokens[seq] ?? 0;
    const decision = aDecision(`entry-${seq}`, { tokens: { raw: sent, sent, source: 'counted' } });
    return anItem(anEntry(seq, aMessage('user', tier)), tier, { tokens: decision.tokens });
  });
  const contextWindow = inputTokens + reservedTokens;
  const highTokens = inputTokens;
  const lowTokens = Math.floor(inputTokens / 2);
  return planFacts(
    aPlan(items, { budget: aBudget({ contextWindow, inputTokens, highTokens, lowTokens }) }),
  );
}

const anyPlan = fc
  .tuple(
    fc.array(fc.nat(60_000), { minLength: 4, maxLength: 4 }),
    fc.integer({ min: 1, max: 200_000 }),
    fc.nat(20_000),
  )
  .map(([tiers, inputTokens, reserved]) => planOf(tiers, inputTokens, reserved));

test('[DEV-1] segments add up to the window', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const bar = budgetBar(plan);
      expect(sumOf(bar.segments.map((segment) => segment.tokens))).toBe(bar.totalTokens);
      for (const segment of bar.segments) expect(segment.tokens).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('[DEV-1] watermarks and limit stand on the bar, in order', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const places = budgetBar(plan).ticks.map((tick) => tick.at);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      for (const at of places) {
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('[DEV-1] what is over the limit is said and takes from the headroom', () => {
  const bar = budgetBar(planOf([100, 0, 950, 0], 1_000, 500));
  expect(bar.overTokens).toBe(50);
  expect(bar.segments.find((segment) => segment.part === 'free')?.tokens).toBe(0);
  expect(bar.segments.find((segment) => segment.part === 'headroom')?.tokens).toBe(450);
});

test('[DEV-1] a high watermark at the limit is one tick', () => {
  const bar = budgetBar(planOf([1, 1, 1, 1], 1_000, 0));
  expect(bar.ticks.map((tick) => tick.mark)).toEqual(['low', 'limit']);
});

test('[DEV-1] the next compaction has a tick where it is due', () => {
  const schedule = aSchedule({
    numbers: { viewTokens: 3_000, grownTokens: 1_000, dueTokens: 3_900 },
  });
  const { ticks } = budgetBar(planFacts(aPlan([], { schedule })));
  expect(ticks.map(({ mark, tokens, isDue }) => ({ mark, tokens, isDue }))).toEqual([
    { mark: 'low', tokens: 4_000, isDue: undefined },
    { mark: 'due', tokens: 5_900, isDue: true },
    { mark: 'high', tokens: 7_200, isDue: undefined },
    { mark: 'limit', tokens: 8_000, isDue: undefined },
  ]);
});

test('[DEV-1] a compaction that is due at a watermark marks its tick', () => {
  const schedule = aSchedule({ reason: 'UNDER_HIGH_WATERMARK', numbers: {} });
  const { ticks } = budgetBar(planFacts(aPlan([], { schedule })));
  expect(ticks.map(({ mark, isDue }) => [mark, isDue])).toEqual([
    ['low', undefined],
    ['high', true],
    ['limit', undefined],
  ]);
});

test('[DEV-1] a compaction that is due now has no tick ahead', () => {
  const schedule = aSchedule({ state: 'act', reason: 'GROWTH_DUE' });
  const { ticks } = budgetBar(planFacts(aPlan([], { schedule })));
  expect(ticks.some(({ isDue }) => isDue)).toBe(false);
});

test('[DEV-1] a tier that came later has a segment of its own, and the bar still adds up', () => {
  const plan = planOf([100, 200, 300, 400], 4_000, 1_000);
  const tiers = { ...plan.tiers, recalled: { tokens: 250, items: 2 } };
  const bar = budgetBar({ ...plan, tiers });
  expect(bar.segments.map(({ part }) => part)).toEqual([
    ...SEND_ORDER,
    'recalled',
    'free',
    'headroom',
  ]);
  expect(bar.segments.find(({ part }) => part === 'recalled')?.tokens).toBe(250);
  expect(sumOf(bar.segments.map(({ tokens }) => tokens))).toBe(bar.totalTokens);
});

test('[DEV-1] an item of a tier that has no total of its own is in the bar all the same', () => {
  const kind = newerKind<'entry'>('recalled-memory');
  const tier = newerKind<'archive'>('recalled');
  const tokens = { raw: 80, sent: 80, source: 'counted' } as const;
  const plan = aPlan([aMadeItem({ id: 'memory-7', kind, tier }, 'x', { tokens })]);
  const bar = budgetBar(planFacts(plan));
  expect(bar.segments.find(({ part }) => part === 'recalled')?.tokens).toBe(80);
});
