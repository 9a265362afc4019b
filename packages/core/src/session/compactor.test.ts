import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { planContext } from '../plan/plan-context.ts';
import { tokenBudget } from '../policies/eviction-policy.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { Compactor } from './compactor.ts';
import { EffectRunner } from './effect-runner.ts';
import { initialSnapshot } from './snapshot.ts';

type Fetch = ConstructorParameters<typeof Compactor>[1];

/** A compactor over a view of about this many tokens, with watermarks at 400 and 800 of 1,000. */
function aCompactor(tokens: number, fetchEngine: Fetch) {
  const clock = aSimulatedClock();
  const budget = fixedBudget(1_000, { high: 0.8, low: 0.4 });
  const begin = { id: 'trip', budget, policy: tokenBudget(), scratchpad: {} };
  const runner = new EffectRunner(initialSnapshot(begin), undefined, clock);
  const drafts = Array.from({ length: 10 }, (_, index) => {
    const message = aTextMessage(index === 0 ? 'user' : 'assistant', 'x'.repeat(tokens * 0.4));
    return {
      id: `e${index}`,
      createdAtMs: START_MS,
      message,
      tokens: simpleMeasurer.message(message),
    };
  });
  void runner.dispatch({ type: 'append', drafts, atMs: START_MS });
  const plan = () =>
    planContext({ ...runner.snapshot, sessionId: 'trip', fixed: {}, measurer: simpleMeasurer });
  const host = {
    runner,
    summarizer: undefined,
    clock,
    createId: () => 'compaction-1',
    measurer: () => simpleMeasurer,
    plan,
    fixedTokens: () => 0,
    refuseDisposed: () => undefined,
  };
  return { compactor: new Compactor(host, fetchEngine), runner };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test('[BUD-3] over budget and without the code that compacts, the error says what to do', async () => {
  const { compactor, runner } = aCompactor(1_200, offline);
  await expect(compactor.compactWhereNeeded(undefined)).rejects.toMatchObject({
    code: 'COMPACTION_UNAVAILABLE',
    message: expect.stringContaining('Nothing was lost'),
  });
  expect(runner.snapshot.transcript.length).toBe(10);
});

test('[BUD-3] what still fits the budget is sent as it is where the code cannot be fetched', async () => {
  const { compactor } = aCompactor(900, offline);
  const plan = await compactor.compactWhereNeeded(undefined);
  expect(plan.totalTokens).toBeGreaterThan(800);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-1] a fetch that failed is tried again when it is needed', async () => {
  let isOffline = true;
  const { compactor, runner } = aCompactor(1_200, () =>
    isOffline ? offline() : import('../compaction/engine.ts'),
  );
  await expect(compactor.compactWhereNeeded(undefined)).rejects.toThrow('could not be fetched');
  isOffline = false;
  const plan = await compactor.compactWhereNeeded(undefined);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(runner.snapshot.compactions).toHaveLength(1);
});
