import { expect, test } from 'vitest';
import { tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { CodeUnavailableError } from '../ground/errors/errors.ts';
import { LazyCode } from '../ground/platform/lazy-code.ts';
import { readCompactionOptions } from '../state/settings.ts';
import { initialSnapshot } from '../state/snapshot.ts';
import { aTextMessage, START_MS } from '../testing/builders.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { simpleMeasurer } from '../testing/transcripts.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { Planner } from './assemble/planner.ts';
import { Policies } from './assemble/policies.ts';
import { Assembler } from './assembler.ts';
import { attachFeatures } from './attached-features.ts';
import { CompactionCode } from './compaction-code.ts';
import { Lifecycle } from './lifecycle.ts';
import type { ContextCounter } from './provider/context-counter.ts';
import { NOTES_PART } from './session-notes.ts';
import { EffectRunner } from './store/effect-runner.ts';
import { StoredParts } from './stored-parts.ts';

/** An assembler over a view of about this many tokens, with watermarks at 400 and 800 of 1,000. */
function anAssembler(tokens: number, isOffline: () => boolean, counter?: ContextCounter) {
  const clock = aSimulatedClock();
  const budget = fixedBudget(1_000, { high: 0.8, low: 0.4 });
  const policies = new Policies();
  const policy = tokenBudget();
  const policyIndex = policies.add(policy);
  const rules = readCompactionOptions();
  const settings = { budget, policy: policy.name, rules, encoding: 'simple', policyIndex };
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
  void runner.dispatch({ type: 'append', drafts });
  const parts = {
    clock,
    settings,
    createId: () => 'compaction-1',
    ...(counter && { contextCounter: counter }),
    livePlacement: 'auto',
    toolsText: undefined,
    measurer: simpleMeasurer,
  } as const;
  const lifecycle = new Lifecycle('trip', runner, () => Promise.resolve());
  const storedParts = new StoredParts({ runner, lifecycle, checkSent: () => Promise.resolve() });
  const notes = storedParts.own(NOTES_PART);
  const none = { id: 'trip', clock, features: [] };
  const backgroundCalls = () => Promise.reject(new Error('No feature asks for it.'));
  const features = attachFeatures(none, { runner, storedParts, lifecycle, backgroundCalls });
  const planner = new Planner({ parts, runner, features, notes, policies });
  const session = { parts, runner, lifecycle, features, planner };
  const compaction = new LazyCode(
    async () => {
      if (isOffline()) throw new TypeError('Failed to fetch');
      return new CompactionCode(session);
    },
    (cause) => new CodeUnavailableError('compacting', { phase: 'compact', cause }),
  );
  const assembler = new Assembler(session, compaction);
  return { assembler, runner, compaction };
}

function append(runner: EffectRunner<object>, id: string): void {
  const message = aTextMessage('user', 'And now?');
  const tokens = simpleMeasurer.message(message);
  const draft = { id, createdAtMs: START_MS, message, tokens };
  void runner.dispatch({ type: 'append', drafts: [draft] });
}

const need = { trigger: 'auto', liveHosts: 'any', signal: undefined } as const;

test('[BUD-3] over budget and without the code that compacts, the error says what to do', async () => {
  const { assembler, runner } = anAssembler(1_200, () => true);
  await expect(assembler.assemble(need)).rejects.toMatchObject({
    code: 'CODE_UNAVAILABLE',
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

test('[OBS-2] until the code that compares is here, only a first context says what a cache keeps', async () => {
  let isOffline = true;
  const { assembler, runner, compaction } = anAssembler(300, () => isOffline);
  const first = await assembler.assemble(need);
  expect(first.cache).toMatchObject({ keptTokens: 0, firstChange: { cause: 'first-call' } });
  append(runner, 'e10');
  expect(await assembler.assemble(need)).not.toHaveProperty('cache');
  isOffline = false;
  await compaction.load();
  append(runner, 'e11');
  const third = await assembler.assemble(need);
  expect(third.cache).toMatchObject({ lostTokens: 0, firstChange: { cause: 'appended' } });
  expect(third.cache?.keptTokens).toBeGreaterThan(0);
});

test('[TOK-7] where the code cannot be fetched, a context close to its limit goes out as it was counted here', async () => {
  const counter: ContextCounter = { name: 'provider', count: () => Promise.resolve(2_000) };
  const { assembler, runner } = anAssembler(950, () => true, counter);
  const plan = await assembler.assemble(need);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(runner.snapshot.degraded).toMatchObject([
    { code: 'COUNTER_FAILED', message: expect.stringContaining('could not be fetched') },
  ]);
});

test('[BUD-4] a refusal teaches nothing while the code cannot be fetched, and all once it can', async () => {
  let isOffline = true;
  const { assembler, runner } = anAssembler(900, () => isOffline);
  const refused = await assembler.assemble(need);
  const before = runner.snapshot;
  await expect(assembler.assembleAfterRefusal(need, undefined)).rejects.toMatchObject({
    code: 'CODE_UNAVAILABLE',
  });
  expect(runner.snapshot).toBe(before);
  isOffline = false;
  const smaller = await assembler.assembleAfterRefusal(need, undefined);
  expect(smaller.totalTokens).toBeLessThanOrEqual(0.9 * refused.totalTokens);
  expect(runner.snapshot.degraded).toMatchObject([{ code: 'BUDGET_STEPPED_DOWN' }]);
});
