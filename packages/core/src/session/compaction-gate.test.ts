import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import type { Overlays } from '../compaction/overlay.ts';
import { tokenBudget } from '../policies/eviction-policy.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { CompactionGate } from './compaction-gate.ts';
import { compactionRules } from './compaction-rules.ts';
import { EffectRunner } from './effect-runner.ts';
import { sessionPlan } from './session-plan.ts';
import { initialSnapshot } from './snapshot.ts';

type Fetch = ConstructorParameters<typeof CompactionGate>[1];

/** A gate over a view of about this many tokens, with watermarks at 400 and 800 of 1,000. */
function aGate(tokens: number, fetchCode: Fetch) {
  const clock = aSimulatedClock();
  const budget = fixedBudget(1_000, { high: 0.8, low: 0.4 });
  const settings = { budget, policy: tokenBudget(), rules: compactionRules(), encoding: 'simple' };
  const begin = { id: 'trip', ...settings, scratchpad: {} };
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
  const surroundings = {
    fixed: {},
    measurer: simpleMeasurer,
    placement: 'auto',
    hosts: 'any',
    hasSummarizer: false,
  } as const;
  const planUnder = (overlays: Overlays) =>
    sessionPlan({ ...runner.snapshot, overlays }, surroundings);
  const host = {
    runner,
    summarizer: undefined,
    clock,
    createId: () => 'compaction-1',
    measurer: () => simpleMeasurer,
    budget: () => budget,
    plan: () => planUnder(runner.snapshot.overlays),
    planUnder,
    notes: () => undefined,
    fixedTokens: () => 0,
    refuseDisposed: () => undefined,
  };
  return { gate: new CompactionGate(host, fetchCode), runner };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test('[BUD-3] over budget and without the code that compacts, the error says what to do', async () => {
  const { gate, runner } = aGate(1_200, offline);
  await expect(gate.compactWhereNeeded(undefined, 'auto')).rejects.toMatchObject({
    code: 'COMPACTION_UNAVAILABLE',
    message: expect.stringContaining('Nothing was lost'),
  });
  expect(runner.snapshot.transcript.length).toBe(10);
});

test('[BUD-3] what still fits the budget is sent as it is where the code cannot be fetched', async () => {
  const { gate } = aGate(900, offline);
  const plan = await gate.compactWhereNeeded(undefined, 'auto');
  expect(plan.totalTokens).toBeGreaterThan(800);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-1] a fetch that failed is tried again when it is needed', async () => {
  let isOffline = true;
  const { gate, runner } = aGate(1_200, () => (isOffline ? offline() : import('./on-demand.ts')));
  await expect(gate.compactWhereNeeded(undefined, 'auto')).rejects.toThrow('could not be fetched');
  isOffline = false;
  const plan = await gate.compactWhereNeeded(undefined, 'auto');
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(runner.snapshot.compactions).toHaveLength(1);
});
