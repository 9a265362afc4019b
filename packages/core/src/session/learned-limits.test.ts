import { sessionCatalog } from '@agent-memory/sessions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { LEARNED_PART } from '../state/learned.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const answer = (content: string): OpenAiMessage => ({ role: 'assistant', content });
const BUDGET = 8_000;

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(BUDGET, { high: 1, low: 0.5 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

const inputTokens = (memory: AgentMemory) => memory.plan().budget.inputTokens;
const codes = (memory: AgentMemory) => memory.getState().degraded.map(({ code }) => code);

async function refused(memory: AgentMemory): Promise<void> {
  await memory.append([user('Book ZFA04Y.'), answer('x'.repeat(800)), user('Go on.')]);
  await memory.assemble();
  await memory.onOverflow();
}

async function turn(memory: AgentMemory, tokens: number): Promise<void> {
  await memory.append(user('y'.repeat(2 * tokens)));
  await memory.assemble();
  await memory.append(answer('z'.repeat(2 * tokens)));
}

test('[BUD-6] a limit that one model taught holds for no other, and again when that one comes back', async () => {
  const memory = aMemory({ model: 'small' });
  await refused(memory);
  const learned = inputTokens(memory);
  expect(learned).toBeLessThan(BUDGET / 8);
  await memory.configure({ model: 'large' });
  expect(inputTokens(memory)).toBe(BUDGET);
  expect(codes(memory)).toEqual([]);
  await memory.configure({ model: 'other' });
  expect(inputTokens(memory)).toBe(BUDGET);
  await memory.configure({ model: 'small' });
  expect(inputTokens(memory)).toBe(learned);
  expect(codes(memory)).toEqual(['BUDGET_STEPPED_DOWN']);
  await memory.configure({ budget: fixedBudget(BUDGET) });
  expect(inputTokens(memory)).toBe(BUDGET);
  await memory.configure({ model: 'large' });
  await memory.configure({ model: 'small' });
  expect(inputTokens(memory)).toBe(BUDGET);
});

test('[BUD-6] usage that one model reported corrects the figures of no other', async () => {
  const memory = aMemory({ model: 'one' });
  await memory.append([user('Book ZFA04Y.'), answer('x'.repeat(8_000)), user('Go on.')]);
  const { plan } = await memory.assemble();
  const inputOfProvider = Math.round(1.5 * plan.totalTokens);
  await memory.reportUsage({ inputTokens: inputOfProvider, cachedInputTokens: 1_000 });
  expect(memory.plan().ledger.factor).toBeCloseTo(1.5, 1);
  await memory.configure({ model: 'two' });
  expect(memory.plan().ledger.factor).toBe(1);
  expect(inputTokens(memory)).toBe(BUDGET);
  await memory.assemble();
  await memory.reportUsage({ inputTokens: Math.round(0.8 * plan.totalTokens) });
  expect(inputTokens(memory)).toBeGreaterThan(BUDGET);
  await memory.configure({ model: 'one' });
  expect(memory.plan().ledger.factor).toBeCloseTo(1.5, 1);
});

test('[BUD-6] limits of several models survive a reload, an export and an import', async () => {
  const store = inMemoryStore();
  const first = aMemory({ store, model: 'one' });
  await refused(first);
  const ofOne = inputTokens(first);
  await first.configure({ model: 'two' });
  await first.append(user('And now?'));
  await first.assemble();
  await first.onOverflow();
  const ofTwo = inputTokens(first);
  await first.dispose();

  const elsewhere = inMemoryStore();
  const file = await sessionCatalog(store).export('trip');
  await sessionCatalog(elsewhere).import(file);
  for (const disk of [store, elsewhere]) {
    const again = aMemory({ store: disk, model: 'two' });
    await again.ready;
    expect(inputTokens(again)).toBe(ofTwo);
    expect(codes(again)).toEqual(['BUDGET_STEPPED_DOWN']);
    await again.configure({ model: 'one' });
    expect(inputTokens(again)).toBe(ofOne);
    await again.configure({ model: 'three' });
    expect(inputTokens(again)).toBe(BUDGET);
    await again.dispose();
  }
});

test('[BUD-6] a limit rises as contexts near it go through, until it is none', async () => {
  const memory = aMemory({ model: 'small' });
  await refused(memory);
  const limits = [inputTokens(memory)];
  for (let round = 0; round < 80 && codes(memory).length > 0; round += 1) {
    await turn(memory, 100);
    limits.push(inputTokens(memory));
  }
  expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  expect(inputTokens(memory)).toBe(BUDGET);
  expect(codes(memory)).toEqual([]);
});

test('[BUD-6] small contexts say nothing about a limit', async () => {
  const memory = aMemory();
  await memory.append([
    user('Book ZFA04Y.'),
    ...Array.from({ length: 9 }, () => answer('x'.repeat(3_000))),
  ]);
  await memory.append(user('Go on.'));
  await memory.assemble();
  await memory.onOverflow();
  const limit = inputTokens(memory);
  await memory.compact();
  for (let round = 0; round < 6; round += 1) {
    await memory.append([user('Yes?'), answer('Yes.')]);
    const { plan } = await memory.assemble();
    expect(plan.totalTokens).toBeLessThan(0.6 * limit);
  }
  expect(inputTokens(memory)).toBe(limit);
});

test('[BUD-6] a limit that was raised too far is left in peace for longer each time', async () => {
  const memory = aMemory();
  await refused(memory);
  const turnsUntilRaised = async () => {
    const limit = inputTokens(memory);
    let turns = 0;
    for (; turns < 200 && inputTokens(memory) <= limit; turns += 1) await turn(memory, 60);
    return turns;
  };
  const first = await turnsUntilRaised();
  await memory.append(user('Again.'));
  await memory.assemble();
  await memory.onOverflow();
  expect(await turnsUntilRaised()).toBeGreaterThan(first);
});

test('[BUD-6] a limit gives way to an exchange that cannot be smaller', async () => {
  const memory = aMemory();
  await refused(memory);
  const limit = inputTokens(memory);
  await memory.append([answer('Yes.'), user('w'.repeat(4 * (limit + 400)))]);
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeGreaterThan(limit);
  expect(plan.totalTokens).toBeLessThanOrEqual(plan.budget.inputTokens);
  // Where even the budget that was set is too small, the error says so, and what made it smaller.
  await memory.append([answer('Yes.'), user('w'.repeat(40_000))]);
  await expect(memory.assemble()).rejects.toMatchObject({
    code: 'CONTEXT_OVERFLOW',
    configuredTokens: BUDGET,
    message: expect.stringMatching(/The budget was set to 8000;.*`configure\(\{ budget \}\)`/),
  });
});

test('[BUD-6] degradation and plan say which model a limit is of, and how to lift it', async () => {
  const memory = aMemory({ model: 'small' });
  await refused(memory);
  const limit = inputTokens(memory);
  const { ledger, degraded } = memory.plan();
  expect(ledger.limitTokens).toBe(limit);
  expect(degraded[0]?.message).toBe(
    `The provider called contexts too long, so those for the model "small" are kept to ${limit} tokens ` +
      'of the 8000 that were set. The limit rises as contexts near it go through; ' +
      '`configure({ budget })` lifts it, and another `model` is not held to it.',
  );
});

/** A store whose session has learned this. */
async function aStoreWith(learned: object): Promise<MemoryStore> {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(user('Hi'));
  await memory.dispose();
  await store.commit('trip', { atMs: 1, parts: new Map([[LEARNED_PART, learned]]) });
  return store;
}

const ledger = { factor: 1, reservedTokens: 0, reports: 0 };
const breaker = { status: 'closed', failures: 0 };
const figures = (encoding: string) => `${encoding}|${BUDGET}|${BUDGET}|0`;

test.each([0, -5, Number.NaN, 1e308, 1.5, Number.POSITIVE_INFINITY, '900', null, {}])(
  '[BUD-6] a stored limit of %j is not believed',
  async (limitTokens) => {
    const { encoding } = simpleCounter;
    const store = await aStoreWith({ figuresOf: figures(encoding), ledger, limitTokens, breaker });
    const memory = aMemory({ store });
    await memory.ready;
    expect(inputTokens(memory)).toBe(BUDGET);
    await expect(memory.assemble()).resolves.toBeDefined();
  },
);

test('[BUD-6] no stored limit keeps a session from sending', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.integer(), fc.double()), async (limitTokens) => {
      const { encoding } = simpleCounter;
      const stored = { figuresOf: figures(encoding), ledger, limitTokens, breaker };
      const memory = aMemory({ store: await aStoreWith(stored) });
      await memory.append(user('Where is order ZFA04Y, which I sent on Monday?'));
      const { plan } = await memory.assemble();
      expect(plan.totalTokens).toBeLessThanOrEqual(plan.budget.inputTokens);
      expect(plan.budget.inputTokens).toBeLessThanOrEqual(BUDGET);
    }),
    { numRuns: 40 },
  );
});

test('[BUD-6] a limit of an older release holds where it names its model, and nowhere else', async () => {
  const limitTokens = 900;
  const { encoding } = simpleCounter;
  const older = (whose: string) => ({ figuresOf: figures(whose), ledger, limitTokens, breaker });
  const limitOf = async (learned: object, options: Partial<AgentMemoryOptions>) => {
    const store = await aStoreWith(learned);
    const { tokenCounter: _, ...bare } = { tokenCounter: undefined, ...options };
    const memory = options.tokenCounter
      ? aMemory({ store, ...options })
      : createAgentMemory({
          id: 'trip',
          store,
          budget: fixedBudget(BUDGET, { high: 1, low: 0.5 }),
          ...bare,
        });
    await memory.ready;
    return memory.plan().ledger.limitTokens;
  };
  // Without a counter of the caller's own, the encoding was the model's name.
  expect(await limitOf(older('gpt-4o'), { model: 'gpt-4o' })).toBe(limitTokens);
  expect(await limitOf(older('gpt-4o'), { model: 'gpt-4.1' })).toBeUndefined();
  expect(await limitOf(older('o200k_base'), {})).toBe(limitTokens);
  expect(await limitOf(older('o200k_base'), { model: 'gpt-4o' })).toBeUndefined();
  // With one, it cannot be told whose it was.
  const tokenCounter = simpleCounter;
  expect(await limitOf(older(encoding), { tokenCounter })).toBe(limitTokens);
  expect(await limitOf(older(encoding), { tokenCounter, model: 'small' })).toBeUndefined();
});

test('[BUD-6] a model without a name is refused', async () => {
  const memory = aMemory();
  for (const model of ['', 7, null]) {
    await expect(memory.configure({ model: model as never })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      option: 'model',
    });
  }
});
