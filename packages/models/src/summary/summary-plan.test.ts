import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSummary, type SummaryWork } from './summary-plan.ts';

/** SmolLM2 on one thread: a conversation of 900 tokens is read in three minutes. */
const SLOW = { readsPerSecond: 5, writesPerSecond: 3.5 };

const work: SummaryWork = {
  speed: SLOW,
  limitMs: 600_000,
  roomTokens: 2_900,
  ownTokens: 100,
  soFarTokens: 0,
  matterTokens: 900,
  answerTokens: 94,
};

test('[CMP-10] a model whose speed nobody knows is asked for as much as its window holds', () => {
  const plan = planSummary({ ...work, speed: undefined });
  expect(plan).toMatchObject({ kind: 'ask', roomTokens: 2_900, answerTokens: 94, joins: false });
});

test('[CMP-10] a quick model is asked for all of it at once', () => {
  const speed = { readsPerSecond: 800, writesPerSecond: 30 };
  const plan = planSummary({ ...work, speed, limitMs: 60_000 });
  expect(plan).toMatchObject({ kind: 'ask', roomTokens: 2_900, matterTokens: 900, joins: false });
});

test('[CMP-10] a slow model with time reads all of it, in parts', () => {
  const plan = planSummary(work);
  expect(plan).toEqual({
    kind: 'ask',
    roomTokens: 294,
    matterTokens: 900,
    answerTokens: 94,
    joins: true,
  });
});

test('[CMP-10] a slow model with little time reads the part that it has time for, and answers in brief', () => {
  const plan = planSummary({ ...work, limitMs: 90_000 });
  expect(plan).toMatchObject({ kind: 'ask', matterTokens: 116, answerTokens: 67, joins: false });
});

test('[MOD-3] a model that cannot even read a little in its time is not asked, and it is known what it needs', () => {
  const plan = planSummary({ ...work, limitMs: 60_000 });
  expect(plan).toMatchObject({ kind: 'too-slow' });
  const needsMs = plan.kind === 'too-slow' ? plan.needsMs : 0;
  expect(needsMs).toBeGreaterThan(60_000);
  expect(planSummary({ ...work, limitMs: needsMs })).toMatchObject({ kind: 'ask' });
});

test('[CMP-10] what is planned is expected to be done in time, whatever the speed (seed 20261201)', async () => {
  const speeds = fc.double({ min: 0.5, max: 2_000, noNaN: true });
  await fc.assert(
    fc.property(
      fc.record({
        speed: fc.record({ readsPerSecond: speeds, writesPerSecond: speeds }),
        limitMs: fc.integer({ min: 1_000, max: 600_000 }),
        roomTokens: fc.integer({ min: 160, max: 8_000 }),
        ownTokens: fc.integer({ min: 50, max: 400 }),
        soFarTokens: fc.nat({ max: 150 }),
        matterTokens: fc.integer({ min: 1, max: 20_000 }),
        answerTokens: fc.integer({ min: 20, max: 150 }),
      }),
      ({ speed, ...rest }) => {
        const plan = planSummary({ speed, ...rest });
        if (plan.kind === 'too-slow') {
          expect(plan.needsMs + 1).toBeGreaterThanOrEqual(rest.limitMs);
          return;
        }
        const { matterTokens, answerTokens } = plan;
        expect(plan.roomTokens).toBeLessThanOrEqual(rest.roomTokens);
        expect(answerTokens).toBeGreaterThan(0);
        expect(matterTokens).toBeGreaterThan(0);
        const seconds =
          (rest.ownTokens + rest.soFarTokens + matterTokens) / speed.readsPerSecond +
          answerTokens / speed.writesPerSecond;
        expect(seconds * 1_000).toBeLessThanOrEqual(rest.limitMs);
      },
    ),
    { seed: 20261201, numRuns: 500 },
  );
});
