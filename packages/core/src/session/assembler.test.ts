import { expect, test } from 'vitest';
import { fixedBudget } from '../budget/token-budget.ts';
import { Compactor } from '../compactor/compactor.ts';
import { CompactionUnavailableError } from '../errors/errors.ts';
import { Behaviours } from '../planner/behaviours.ts';
import { Planner } from '../planner/planner.ts';
import { Door } from '../platform/door.ts';
import { tokenBudget } from '../policies/eviction-policy.ts';
import { EffectRunner } from '../runner/effect-runner.ts';
import { readCompactionOptions } from '../state/compaction-options.ts';
import { initialSnapshot } from '../state/snapshot.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { Assembler } from './assembler.ts';

/** An assembler over a view of about this many tokens, with watermarks at 400 and 800 of 1,000. */
function anAssembler(tokens: number, isOffline: () => boolean) {
  const clock = aSimulatedClock();
  const budget = fixedBudget(1_000, { high: 0.8, low: 0.4 });
  const behaviours = new Behaviours();
  const policy = tokenBudget();
  const behaviour = behaviours.add({ policy });
  const { rules } = readCompactionOptions();
  const settings = { budget, policy: policy.name, rules, encoding: 'simple', behaviour };
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
  const planner = new Planner({
    behaviours,
    placement: 'auto',
    hasSummarizer: false,
    toolsText: undefined,
    measurer: simpleMeasurer,
    snapshot: () => runner.snapshot,
    sections: () => [],
  });
  const refuseDisposed = () => undefined;
  const createId = () => 'compaction-1';
  const parts = { runner, planner, behaviours, clock, createId, refuseDisposed };
  const compaction = new Door(
    async () => {
      if (isOffline()) throw new TypeError('Failed to fetch');
      return new Compactor({ ...parts, summarizer: undefined });
    },
    (cause) => new CompactionUnavailableError({ cause }),
  );
  const assembler = new Assembler({ ...parts, compaction, counter: undefined, model: undefined });
  return { assembler, runner };
}

const need = { trigger: 'auto', liveHosts: 'any', signal: undefined } as const;

test('[BUD-3] over budget and without the code that compacts, the error says what to do', async () => {
  const { assembler, runner } = anAssembler(1_200, () => true);
  await expect(assembler.assemble(need)).rejects.toMatchObject({
    code: 'COMPACTION_UNAVAILABLE',
    message: expect.stringContaining('Nothing was lost'),
  });
  expect(runner.snapshot.transcript.length).toBe(10);
});

test('[BUD-3] what still fits the budget is sent as it is where the code cannot be fetched', async () => {
  const { assembler } = anAssembler(900, () => true);
  const plan = await assembler.assemble(need);
  expect(plan.totalTokens).toBeGreaterThan(800);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
});

test('[CMP-1] a fetch that failed is tried again when it is needed', async () => {
  let isOffline = true;
  const { assembler, runner } = anAssembler(1_200, () => isOffline);
  await expect(assembler.assemble(need)).rejects.toThrow('could not be fetched');
  isOffline = false;
  const plan = await assembler.assemble(need);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(runner.snapshot.compactions).toHaveLength(1);
});
