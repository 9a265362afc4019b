import { describeDecision } from '@agent-memory/explain';
import { expect, test } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const words = (tokens: number) => 'word '.repeat(Math.floor((tokens * 4) / 5));

function aMemory(store = inMemoryStore()) {
  return createAgentMemory({
    id: 'too-long',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    store,
  });
}

async function refusedMemory(store = inMemoryStore()) {
  const memory = aMemory(store);
  await memory.append({ role: 'user', content: 'Hello.' });
  const sent = await memory.assemble();
  await memory.append({ role: 'assistant', content: 'Hello.' });
  await memory.append({ role: 'user', content: words(1_600) });
  const error = await memory.assemble().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'CONTEXT_OVERFLOW' });
  return { memory, sent };
}

test('[HIS-4] nothing of a refused context is shown as sent', async () => {
  const { memory } = await refusedMemory();
  const { plan } = memory.getState();
  if (!plan) throw new Error('there is a plan');
  expect(plan.isRefused).toBe(true);
  expect(plan.cache).toBeUndefined();
  for (const { decision } of plan.items) {
    expect(decision).toMatchObject({ fate: 'not-selected', rule: 'CONTEXT_REFUSED' });
    expect(describeDecision(decision).sentence).toMatch(/^Not sent: /);
  }
});

test('[HIS-4] `plan` and `explain` say of a refused context what the state says', async () => {
  const { memory } = await refusedMemory();
  const plan = memory.plan();
  expect(plan.isRefused).toBe(true);
  expect(memory.plan()).toBe(plan);
  for (const { decision } of plan.items) expect(decision.rule).toBe('CONTEXT_REFUSED');
  for (const { id } of memory.entries()) {
    expect(['not-selected', 'evicted', 'summarised']).toContain(memory.explain(id)?.fate);
  }
  const newest = memory.entries().at(-1)?.id ?? '';
  expect(memory.explain(newest)).toMatchObject({ fate: 'not-selected', rule: 'CONTEXT_REFUSED' });
  // Under another budget it is no refused context any more.
  await memory.configure({ budget: fixedBudget(8_000) });
  expect(memory.plan().isRefused).toBeUndefined();
  expect(memory.explain(newest)?.fate).toBe('sent');
});

test('[HIS-4] [HIS-2] a refused context is no call, and the next one is compared with the last that was sent', async () => {
  const { memory, sent } = await refusedMemory();
  await memory.configure({ budget: fixedBudget(8_000) });
  const next = await memory.assemble();
  expect(next.plan.isRefused).toBeUndefined();
  expect(next.plan.cache?.keptTokens).toBe(sent.plan.totalTokens);
  expect(await memory.stateAt(2)).toBeDefined();
  expect(await memory.stateAt(3)).toBeUndefined();
});

test('[HIS-2] [BUD-3] a refused context leaves a record that says what did not fit, once', async () => {
  const { memory } = await refusedMemory();
  const { plan } = memory.getState();
  const refusals = () => memory.history().filter(({ kind }) => kind === 'refused');
  const refusal = {
    kind: 'refused',
    headId: memory.getState().headId,
    entries: 3,
    epoch: 0,
    totalTokens: plan?.totalTokens,
    tokenSource: 'counted',
    inputTokens: 1_000,
  };
  expect(refusals()).toMatchObject([refusal]);
  await memory.assemble().catch(() => undefined);
  expect(refusals()).toHaveLength(1);
});

test('[HIS-2] [STO-5] the record of a refusal is stored, and past contexts stand beside it', async () => {
  const store = inMemoryStore();
  const { memory, sent } = await refusedMemory(store);
  const before = memory.history();
  await memory.dispose();
  const stored = await store.load('too-long');
  expect(stored?.history).toEqual(before);
  expect(before.map(({ kind }) => kind)).toContain('refused');
  const again = aMemory(store);
  expect((await again.stateAt(1))?.items).toEqual(sent.plan.items);
  expect(await again.stateAt(2)).toBeUndefined();
});

test('[BUD-3] asked again, a refused context is refused again with the same plan', async () => {
  const { memory } = await refusedMemory();
  const { plan } = memory.getState();
  await memory.assemble().catch(() => undefined);
  expect(memory.getState().plan).toBe(plan);
});
