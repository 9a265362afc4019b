import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { nextTask } from '../ground/platform/clock.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';
import type { ContextCounter } from './provider/context-counter.ts';

/** Compacts when it is full, and not before. */
const budgetOf = (inputTokens: number) => fixedBudget(inputTokens, { high: 1, low: 0.5 });

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const reply = (index: number, tokens = 96): OpenAiMessage => ({
  role: 'assistant',
  content: `${index} ${'x'.repeat(tokens * 4 - 4)}`,
});
const replies = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => reply(from + index));

function aMemory(options: Partial<AgentMemoryOptions> = {}) {
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: budgetOf(10_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

// ---- What the provider reports

test('[TOK-5] a report corrects figure, cut and trigger alike: half as many of our tokens fit', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 60), user('Go.')]);
  const { plan } = await memory.assemble();
  expect(plan.totalTokens).toBeGreaterThan(5_000);
  await memory.reportUsage({ inputTokens: plan.totalTokens * 2 });
  const { ledger } = memory.getState();
  expect(ledger).toMatchObject({ factor: 2, reports: 1 });
  expect(memory.plan().ledger.predictedTokens).toBe(plan.totalTokens * 2);
  expect(memory.plan().budget.inputTokens).toBe(5_000);
  expect(memory.plan().schedule).toMatchObject({ state: 'act', reason: 'OVER_INPUT_BUDGET' });
  const next = await memory.assemble();
  expect(next.plan.totalTokens).toBeLessThanOrEqual(5_000);
  expect(next.plan.ledger.predictedTokens).toBeLessThanOrEqual(10_000);
  expect(grammarFaults(next.messages)).toEqual([]);
  expect(memory.getState().compactions).toMatchObject([{ inputTokens: 5_000, epoch: 0 }]);
});

test('[TOK-5] what a server adds is learned as such, and an event says what was', async () => {
  const memory = aMemory({
    budget: { ...budgetOf(10_000), contextWindow: 12_000, reservedTokens: 1_000 },
  });
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 10)]);
  const { plan } = await memory.assemble();
  const heard: unknown[] = [];
  memory.onEvent((event) => event.type === 'usage-report' && heard.push(event.ledger));
  await memory.reportUsage({ inputTokens: plan.totalTokens + 1_600, cachedInputTokens: 100 });
  const { ledger } = memory.getState();
  expect(ledger.factor).toBe(1);
  expect(ledger.reservedTokens).toBeGreaterThanOrEqual(1_600);
  expect(heard).toEqual([ledger]);
  expect(memory.plan().budget.inputTokens).toBe(11_000 - ledger.reservedTokens);
});

test('[TOK-5] [BUD-5] where the provider counts fewer, more of ours fits, and the tiers still add up', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 60)]);
  const { plan } = await memory.assemble();
  await memory.reportUsage({ inputTokens: Math.round(plan.totalTokens / 2) });
  const { budget, tiers, totalTokens, freeTokens, ledger } = memory.plan();
  expect(budget.inputTokens).toBeGreaterThan(19_500);
  expect(ledger.predictedTokens).toBeGreaterThanOrEqual(Math.round(plan.totalTokens / 2));
  expect(tiers.headroom.tokens).toBe(plan.tiers.headroom.tokens);
  expect(totalTokens + freeTokens + tiers.headroom.tokens).toBe(budget.contextWindow);
});

test('[TOK-5] watermarks are corrected along with the budget', async () => {
  const memory = aMemory({ budget: fixedBudget(10_000, { high: 0.6, low: 0.3 }) });
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 45)]);
  const { plan } = await memory.assemble();
  expect(plan.schedule.reason).toBe('UNDER_HIGH_WATERMARK');
  await memory.reportUsage({ inputTokens: Math.round(plan.totalTokens * 1.5) });
  const { budget, schedule } = memory.plan();
  expect(budget.highTokens / budget.inputTokens).toBeCloseTo(0.6, 2);
  expect(budget.lowTokens / budget.inputTokens).toBeCloseTo(0.3, 2);
  expect(schedule.reason).toBe('OVER_HIGH_WATERMARK');
});

test('[TOK-5] another budget is another window: what was learned of the first is forgotten', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 60)]);
  const { plan } = await memory.assemble();
  await memory.reportUsage({ inputTokens: plan.totalTokens * 2 });
  await memory.configure({ budget: budgetOf(9_000) });
  expect(memory.getState().ledger).toMatchObject({ factor: 1, reports: 0 });
  expect(memory.plan().budget.inputTokens).toBe(9_000);
});

test('[CMP-8] a report makes no new epoch: overlays stay, and the prefix with them', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 60)]);
  const { plan } = await memory.assemble();
  await memory.reportUsage({ inputTokens: Math.round(plan.totalTokens * 1.1) });
  expect((await memory.assemble()).plan.epoch).toBe(plan.epoch);
  expect(memory.getState().compactions).toEqual([]);
});

test.each([
  ['nothing', 0],
  ['less than nothing', -5],
  ['half a token', 100.5],
  ['no number', Number.NaN],
  ['no end', Number.POSITIVE_INFINITY],
  ['text', '4000' as never],
  ['a hundred times too much', 900_000],
  ['a hundredth', 3],
])('[TOK-5] a report of %s is refused in words, and nothing is learned', async (_, inputTokens) => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 10)]);
  await memory.assemble();
  const state = memory.getState();
  const plan = memory.plan();
  await expect(memory.reportUsage({ inputTokens })).rejects.toMatchObject({
    code: 'INVALID_USAGE',
    message: expect.stringContaining('was not used'),
  });
  expect(memory.getState()).toBe(state);
  expect(memory.plan()).toBe(plan);
});

test('[TOK-5] more cached than read is refused, and so is a report of nothing that was assembled', async () => {
  const memory = aMemory();
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 10)]);
  await expect(memory.reportUsage({ inputTokens: 50 })).rejects.toThrow('no assembled context');
  await expect(memory.reportUsage(null as never)).rejects.toMatchObject({ code: 'INVALID_USAGE' });
  await memory.assemble();
  const tooCached = { inputTokens: 1_000, cachedInputTokens: 1_001 };
  await expect(memory.reportUsage(tooCached)).rejects.toMatchObject({ code: 'INVALID_USAGE' });
});

test('[TOK-5] whatever is reported, and however often, no context is over what the provider takes', async () => {
  const memory = aMemory({ budget: budgetOf(2_000) });
  await memory.append(user('Book ZFA04Y.'));
  const factors = [1.3, 0.7, 1.9, 1.02, 0.55, 1.4, 1.4, 1.4, 0.9, 2.6];
  let index = 0;
  for (const factor of factors) {
    for (let steps = 0; steps < 6; steps += 1) await memory.append(reply(index++));
    const { plan, messages } = await memory.assemble();
    expect(grammarFaults(messages)).toEqual([]);
    expect(plan.totalTokens).toBeLessThanOrEqual(plan.budget.inputTokens);
    expect(plan.ledger.predictedTokens).toBeLessThanOrEqual(2_000);
    await memory.reportUsage({ inputTokens: Math.ceil(plan.totalTokens * factor) });
  }
});

// ---- What the provider counts

/** A counter of the provider's that counts as told. */
function aContextCounter(count: (messages: readonly OpenAiMessage[]) => number | Promise<number>) {
  const calls: (readonly OpenAiMessage[])[] = [];
  const counter: ContextCounter = {
    name: 'the provider',
    count: async (messages) => {
      calls.push(messages);
      return count(messages);
    },
  };
  return { counter, calls };
}

const ours = (messages: readonly OpenAiMessage[]) =>
  messages.reduce((sum, { content }) => sum + 4 + simpleCounter.count(String(content)), 0);

/** As much as stands just under the limit of 1,000. */
const nearTheLimit = [user('Book ZFA04Y.'), ...replies(0, 9)];

test('[TOK-7] a context far from the limit is not confirmed, one close to it is', async () => {
  const { counter, calls } = aContextCounter(ours);
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 8)]);
  expect((await memory.assemble()).plan.totalTokens).toBeLessThan(900);
  expect(calls).toHaveLength(0);
  await memory.append(reply(8));
  const { messages, plan } = await memory.assemble();
  expect(plan.totalTokens).toBeGreaterThan(900);
  expect(calls).toEqual([messages]);
});

test('[TOK-7] a count that agrees is asked for once early, and then near the limit only', async () => {
  const { counter, calls } = aContextCounter(ours);
  const memory = aMemory({ contextCounter: counter });
  await memory.append(user('Book ZFA04Y.'));
  const sizes: number[] = [];
  for (let at = 0; sizes.length < 2; at += 1) {
    const before = calls.length;
    await memory.append(reply(at));
    const { plan } = await memory.assemble();
    if (calls.length > before) sizes.push(plan.totalTokens);
  }
  expect(sizes[0]).toBeLessThan(1_200);
  expect(sizes[1]).toBeGreaterThanOrEqual(9_000);
});

test.each([1.5, 2.5, 4])(
  '[TOK-7] a provider that counts %f times our estimate never gets a context over its limit',
  async (factor) => {
    const theirs = (messages: readonly OpenAiMessage[]) => Math.ceil(factor * ours(messages));
    const { counter, calls } = aContextCounter(theirs);
    const memory = aMemory({ contextCounter: counter });
    await memory.append(user('Book ZFA04Y.'));
    let sent = 0;
    for (; memory.getState().compactions.length < 4; sent += 1) {
      await memory.append(reply(sent));
      const { messages } = await memory.assemble();
      expect(theirs(messages)).toBeLessThanOrEqual(10_000);
    }
    expect(calls.length).toBeLessThan(sent);
  },
);

const picture: OpenAiMessage = {
  role: 'user',
  content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(400)}` } }],
};

test.each<[string, OpenAiMessage | { readonly model: string }]>([
  ['text in another script', user('Пожалуйста, закажите номер. '.repeat(40))],
  ['a picture', picture],
  ['another model', { model: 'another' }],
])('[TOK-7] %s is counted once, far from the limit too', async (_, change) => {
  const { counter, calls } = aContextCounter(() => 1_500);
  const memory = aMemory({ contextCounter: counter });
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 14)]);
  await memory.assemble();
  const asked = calls.length;
  await memory.append(reply(14));
  await memory.assemble();
  expect(calls).toHaveLength(asked);
  if ('model' in change) await memory.configure(change);
  else await memory.append(change);
  await memory.assemble();
  expect(calls.length).toBe(asked + 1);
  await memory.append(reply(15));
  await memory.assemble();
  expect(calls.length).toBe(asked + 1);
});

test.each([1, 5, 20, 60, 400])(
  '[TOK-7] a count %i tokens over the limit makes the context smaller before it is sent',
  async (overTokens) => {
    const { counter, calls } = aContextCounter((messages) =>
      calls.length === 1 ? 1_000 + overTokens : ours(messages),
    );
    const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
    await memory.append([...nearTheLimit, reply(9, 70)]);
    expect(memory.plan().totalTokens).toBeGreaterThan(985);
    const { messages, plan } = await memory.assemble();
    expect(JSON.stringify(messages)).not.toBe(JSON.stringify(calls[0]));
    expect(ours(messages)).toBeLessThan(ours(calls[0] ?? []));
    expect(grammarFaults(messages)).toEqual([]);
    expect(plan.totalTokens).toBeLessThanOrEqual(plan.budget.inputTokens);
    expect(memory.getState().ledger.reports).toBeGreaterThan(0);
  },
);

test('[TOK-7] a count that agrees changes nothing of what is sent', async () => {
  const { counter } = aContextCounter(ours);
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append(nearTheLimit);
  const { messages } = await memory.assemble();
  expect(messages).toHaveLength(nearTheLimit.length + 1);
  expect(memory.getState()).toMatchObject({ compactions: [], degraded: [] });
});

test('[TOK-7] a count holds what the server adds already; it is not added once more', async () => {
  const { counter, calls } = aContextCounter((messages) => ours(messages) + 1_000);
  const budget = { ...budgetOf(1_000), contextWindow: 2_000, reservedTokens: 1_000 };
  const memory = aMemory({ budget, contextCounter: counter });
  await memory.append(nearTheLimit);
  const { messages } = await memory.assemble();
  expect(calls).toHaveLength(1);
  expect(messages).toHaveLength(nearTheLimit.length + 1);
  expect(memory.getState().compactions).toEqual([]);
});

test('[TOK-7] a counter that finds everything too long is asked a bounded number of times, and believed', async () => {
  const { counter, calls } = aContextCounter(() => 1_900);
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append(nearTheLimit);
  await expect(memory.assemble()).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' });
  expect(calls.length).toBeLessThanOrEqual(2);
});

test.each<[string, () => number | Promise<number>]>([
  ['rejects', () => Promise.reject(new Error('429'))],
  [
    'throws',
    () => {
      throw new Error('no key');
    },
  ],
  ['gives no number', () => Number.NaN],
  ['gives nothing', () => undefined as never],
  ['gives far too much', () => 10_000_000],
])('[TOK-7] a counter that %s is survived, and the very context says so', async (_, count) => {
  const { counter } = aContextCounter(count);
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append(nearTheLimit);
  const { messages, plan } = await memory.assemble();
  expect(messages).toHaveLength(nearTheLimit.length + 1);
  expect(plan.degraded).toMatchObject([
    { code: 'COUNTER_FAILED', message: expect.stringContaining('"the provider" failed') },
  ]);
  expect(memory.getState().ledger.reports).toBe(0);
});

test('[TOK-7] a counter that hangs is given up after ten seconds, and works again when it does', async () => {
  let hangs = true;
  const { counter, calls } = aContextCounter((messages) =>
    hangs ? new Promise<never>(() => undefined) : ours(messages),
  );
  const clock = aSimulatedClock();
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter, clock });
  await memory.append(nearTheLimit);
  const assembling = memory.assemble();
  while (calls.length === 0) await nextTask();
  clock.advance(10_000);
  expect((await assembling).plan.degraded).toMatchObject([{ code: 'COUNTER_FAILED' }]);
  hangs = false;
  expect((await memory.assemble()).plan.degraded).toEqual([]);
});

test('[TOK-7] a caller who aborts while the provider counts is let go, and nothing is reported', async () => {
  const { counter, calls } = aContextCounter(() => new Promise<never>(() => undefined));
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append(nearTheLimit);
  const { signal, abort } = aSimulatedAbort();
  const assembling = memory.assemble({ signal });
  while (calls.length === 0) await nextTask();
  abort(new Error('enough'));
  await expect(assembling).rejects.toThrow('enough');
  expect(memory.getState().degraded).toEqual([]);
});

test('[TOK-7] what is appended while the provider counts is in the context that follows', async () => {
  let answer: (tokens: number) => void = () => undefined;
  const { counter, calls } = aContextCounter(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const memory = aMemory({ budget: budgetOf(1_000), contextCounter: counter });
  await memory.append(nearTheLimit);
  const assembling = memory.assemble();
  while (calls.length === 0) await nextTask();
  await memory.append(user('One more thing.'));
  answer(950);
  expect((await assembling).messages.at(-1)).toEqual(user('One more thing.'));
});

test('[TOK-5] a report that is far off leaves room for contexts, and the next one puts it right', async () => {
  const memory = createAgentMemory({
    id: 'trip',
    budget: fixedBudget(8_000),
    tokenCounter: simpleCounter,
  });
  await memory.append({ role: 'user', content: 'x'.repeat(1_200) });
  await memory.assemble();
  await memory.reportUsage({ inputTokens: 20_000 });
  const { plan } = await memory.assemble();
  expect(plan.budget.inputTokens).toBe(1_000);
  await memory.reportUsage({ inputTokens: plan.totalTokens });
  expect(memory.plan().budget.inputTokens).toBeGreaterThan(4_000);
});
