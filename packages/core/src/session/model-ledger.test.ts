import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelCall, ModelTotals } from '../condense/model-call.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { MODELS_PART } from '../state/model-ledger.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import {
  aScriptedSummarizer,
  fails,
  hangs,
  type SummaryAnswer,
  says,
} from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const replies = Array.from({ length: 20 }, (): OpenAiMessage => {
  return { role: 'assistant', content: 'x'.repeat(240) };
});

const CALL: ModelCall = {
  model: 'small',
  purpose: 'background',
  atMs: 0,
  inputTokens: 900,
  cachedInputTokens: 600,
  outputTokens: 60,
  ms: 1_200,
  cost: 0.25,
  outcome: { kind: 'answered' },
};

const ROW: ModelTotals = {
  model: 'small',
  calls: 1,
  failed: 0,
  aborted: 0,
  background: 1,
  backgroundTokens: 960,
  unreported: 0,
  inputTokens: 900,
  cachedInputTokens: 600,
  outputTokens: 60,
  ms: 1_200,
  cost: 0.25,
};

/** Tells these calls, then does as `answer` does. */
function telling(calls: readonly unknown[], answer: SummaryAnswer): SummaryAnswer {
  return (request, options) => {
    // A summariser from outside may tell anything.
    for (const call of calls as readonly ModelCall[]) options.onCall?.(call);
    return answer(request, options);
  };
}

function aMemory(answer: SummaryAnswer, { store = inMemoryStore(), model = '' } = {}) {
  const summarizer = aScriptedSummarizer(answer);
  const clock = aSimulatedClock();
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock,
    store,
    summarizer,
    ...(model && { model }),
    compaction: { prepareAt: 1, summaryTimeoutMs: 5_000 },
  });
  const run = async () => {
    await memory.append([user('Next.'), ...replies, user('Go.')]);
    await memory.assemble();
  };
  return { memory, summarizer, clock, store, run };
}

test('[CMP-14] a record and the ledger by model say what the summary took', async () => {
  const { memory, run } = aMemory(telling([CALL], says('All is well.')));
  await run();
  const { models, compactions } = memory.getState();
  expect(models).toEqual([ROW]);
  expect(compactions).toMatchObject([{ summariser: 'scripted', models: [ROW] }]);
  expect(compactions[0]).not.toHaveProperty('summaryFailure');
});

test('[CMP-14] a summary that failed counts with all it took, and the record says why', async () => {
  const calls = [CALL, { ...CALL, outcome: { kind: 'failed', code: 'MODEL_TIMED_OUT' } }];
  const { memory, run } = aMemory(telling(calls, fails('the server is gone')));
  await run();
  const { models, compactions } = memory.getState();
  expect(models).toMatchObject([{ calls: 2, failed: 1, inputTokens: 1_800, cost: 0.5 }]);
  expect(compactions).toMatchObject([
    { summariser: 'extractive', summaryFailure: 'the server is gone', models },
  ]);
});

test('[CMP-14] words of a failure are kept to 500 characters', async () => {
  const { memory, run } = aMemory(fails('x'.repeat(10_000)));
  await run();
  expect(memory.getState().compactions[0]?.summaryFailure).toHaveLength(500);
});

test('[CMP-14] the call of a summariser that hung counts when it ends', async () => {
  const { memory, summarizer, clock, run } = aMemory((request, options) => {
    options.signal?.addEventListener('abort', () => {
      options.onCall?.({ ...CALL, outcome: { kind: 'aborted' } });
    });
    return hangs(request, options);
  });
  const running = run();
  await summarizer.asked(1);
  clock.advance(5_000);
  await running;
  expect(memory.getState()).toMatchObject({
    models: [{ calls: 1, aborted: 1 }],
    compactions: [{ models: [{ aborted: 1 }] }],
  });
});

test('[CMP-7] what an aborted compaction took is known, and the store is as it was', async () => {
  const abort = aSimulatedAbort();
  const store = inMemoryStore();
  const { memory, summarizer } = aMemory(telling([CALL], hangs), { store });
  await memory.append([user('Next.'), ...replies, user('Go.')]);
  const before = await store.load('trip');
  const compacting = memory.compact({ signal: abort.signal });
  await summarizer.asked(1);
  abort.abort(new Error('never mind'));
  await expect(compacting).rejects.toThrow('never mind');
  expect(memory.getState().models).toEqual([ROW]);
  expect(await store.load('trip')).toEqual(before);
  await memory.append(user('Go on.'));
  expect((await store.load('trip'))?.parts.get(MODELS_PART.name)).toEqual([ROW]);
});

test('[OBS-2] a chat call counts for the model that was named, or else for the memory’s own', async () => {
  const { memory } = aMemory(says('-'), { model: 'big' });
  await memory.append(user('Hello'));
  await memory.assemble();
  await memory.reportUsage({ inputTokens: 40, outputTokens: 7, ms: 300, cost: 0.01 });
  await memory.reportUsage({ inputTokens: 44, cachedInputTokens: 30, model: 'fast' });
  expect(memory.getState().models).toEqual([
    {
      ...ROW,
      ...{
        model: 'big',
        background: 0,
        backgroundTokens: 0,
        inputTokens: 40,
        cachedInputTokens: 0,
        outputTokens: 7,
      },
      ...{ ms: 300, cost: 0.01 },
    },
    {
      ...ROW,
      ...{
        model: 'fast',
        background: 0,
        backgroundTokens: 0,
        unreported: 1,
        inputTokens: 44,
        cachedInputTokens: 30,
      },
      ...{ outputTokens: 0, ms: 0, cost: 0 },
    },
  ]);
  const usage = memory.history().filter(({ kind }) => kind === 'usage');
  expect(usage).toMatchObject([
    { inputTokens: 40, outputTokens: 7, ms: 300, cost: 0.01 },
    { inputTokens: 44, model: 'fast' },
  ]);
});

test('[OBS-2] a chat call without a model’s name has no row', async () => {
  const { memory } = aMemory(says('-'));
  await memory.append(user('Hello'));
  await memory.assemble();
  await memory.reportUsage({ inputTokens: 40 });
  expect(memory.getState().models).toEqual([]);
});

test('[OBS-2] the ledger by model outlives the page', async () => {
  const { memory, store, run } = aMemory(telling([CALL], says('All is well.')));
  await run();
  await memory.dispose();
  const again = aMemory(says('-'), { store }).memory;
  await again.ready;
  expect(again.getState()).toMatchObject({ models: [ROW], compactions: [{ models: [ROW] }] });
});

test.each([
  ['no list', { small: 1 }],
  ['a row without a name', [{ calls: 1 }]],
  ['null', null],
])('[STO-4] a stored ledger that is %s is left out and reported', async (_, stored) => {
  const { memory, store, run } = aMemory(says('All is well.'));
  await run();
  await memory.dispose();
  await store.commit('trip', { atMs: 1, parts: new Map([[MODELS_PART.name, stored]]) });
  const again = aMemory(says('-'), { store }).memory;
  await again.ready;
  expect(again.getState()).toMatchObject({
    models: [],
    degraded: [{ code: 'STORED_STATE_DAMAGED' }],
  });
});

test('[MOD-3] figures from outside that are none add nothing', async () => {
  const odd = { model: 7, ms: 'long', inputTokens: -4, outputTokens: Number.NaN, cost: '3' };
  const { memory, run } = aMemory(telling([odd, null, 'call'], says('All is well.')));
  await run();
  expect(memory.getState().models).toEqual([
    {
      ...ROW,
      ...{
        model: 'scripted',
        calls: 3,
        background: 3,
        backgroundTokens: 0,
        unreported: 3,
        inputTokens: 0,
        cachedInputTokens: 0,
      },
      ...{ outputTokens: 0, ms: 0, cost: 0 },
    },
  ]);
});

test('[CMP-14] figures beyond all measure add nothing, and the call counts as unreported', async () => {
  const absurd = { ...CALL, inputTokens: 1e308, cost: 1e308 };
  const { memory, run } = aMemory(telling([absurd, absurd, CALL], says('All is well.')));
  await run();
  const { models, compactions } = memory.getState();
  expect(models).toMatchObject([{ calls: 3, unreported: 2, inputTokens: 900, cost: 0.25 }]);
  expect(compactions).toMatchObject([{ models }]);
});

test('[CMP-14] no sum grows beyond a million million', async () => {
  const calls = [1, 2, 3].map(() => ({ ...CALL, inputTokens: 4e11 }));
  const { memory, run } = aMemory(telling(calls, says('All is well.')));
  await run();
  expect(memory.getState().models).toMatchObject([{ calls: 3, inputTokens: 1e12 }]);
});

test('[CMP-14] a name of a megabyte is kept to 200 characters', async () => {
  const calls = [1, 2].map(() => ({ ...CALL, model: 'x'.repeat(1_000_000) }));
  const { memory, run } = aMemory(telling(calls, says('All is well.')));
  await run();
  expect(memory.getState().models).toMatchObject([{ model: 'x'.repeat(200), calls: 2 }]);
});

test('[CMP-14] beyond a hundred models the others share a row, over a reload too', async () => {
  const names = Array.from({ length: 150 }, (_, index) => `model ${index}`);
  const calls = [...names, 'model 3'].map((model) => ({ ...CALL, model }));
  const { memory, store, run } = aMemory(telling(calls, says('All is well.')));
  await run();
  const { models } = memory.getState();
  expect(models).toHaveLength(101);
  expect(models[3]).toMatchObject({ model: 'model 3', calls: 2 });
  expect(models[100]).toMatchObject({ model: 'others', calls: 50, inputTokens: 50 * 900 });
  await memory.dispose();
  const again = aMemory(says('-'), { store }).memory;
  await again.ready;
  expect(again.getState().models).toEqual(models);
});

test('[CMP-14] a stored ledger beyond all measure is brought back within its bounds', async () => {
  const { memory, store, run } = aMemory(says('All is well.'));
  await run();
  await memory.dispose();
  const rows = Array.from({ length: 150 }, (_, index) => ({
    ...ROW,
    model: `${index} ${'x'.repeat(1_000)}`,
    inputTokens: 1e308,
  }));
  await store.commit('trip', { atMs: 1, parts: new Map([[MODELS_PART.name, rows]]) });
  const again = aMemory(says('-'), { store }).memory;
  await again.ready;
  const { models } = again.getState();
  expect(models).toHaveLength(101);
  expect(models[100]).toMatchObject({ model: 'others', calls: 50, inputTokens: 0 });
  expect(models.every(({ model }) => model.length <= 200)).toBe(true);
});

const FIGURES = [
  'calls',
  'failed',
  'aborted',
  'backgroundTokens',
  'inputTokens',
  'outputTokens',
  'ms',
  'cost',
] as const;

const aCall = fc.record({
  model: fc.constantFrom('small', 'large'),
  purpose: fc.constant('background' as const),
  atMs: fc.constant(0),
  inputTokens: fc.nat(9_000),
  outputTokens: fc.nat(900),
  ms: fc.nat(9_000),
  cost: fc.nat(100),
  outcome: fc.constantFrom<ModelCall['outcome']>(
    { kind: 'answered' },
    { kind: 'aborted' },
    { kind: 'failed' },
  ),
});

test('[CMP-14] the sums of the ledger are those of the records, over a reload (seed 20261123)', async () => {
  const aRun = fc.record({ calls: fc.array(aCall, { maxLength: 4 }), isFailing: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(aRun, { minLength: 1, maxLength: 4 }), async (runs) => {
      const store = inMemoryStore();
      const { memory, summarizer, run } = aMemory(says('-'), { store });
      for (const { calls, isFailing } of runs) {
        const answer = isFailing ? fails('no') : says('All is well.');
        summarizer.behave(telling(calls, answer));
        await run();
      }
      const { models, compactions } = memory.getState();
      const rows = compactions.flatMap((record) => record.models ?? []);
      const told = runs.slice(0, summarizer.calls).flatMap(({ calls }) => calls);
      expect(models.reduce((sum, { calls }) => sum + calls, 0)).toBe(told.length);
      for (const row of models) {
        for (const figure of FIGURES) {
          const own = rows.filter(({ model }) => model === row.model);
          expect(row[figure]).toBe(own.reduce((sum, each) => sum + each[figure], 0));
        }
      }
      await memory.dispose();
      const again = aMemory(says('-'), { store }).memory;
      await again.ready;
      expect(again.getState().models).toEqual(models);
    }),
    { seed: 20261123, numRuns: 25 },
  );
});
