import { describeDecision } from '@agent-memory/explain';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedAbort } from '../testing/simulated-abort.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemoryOptions, AssembledContext } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

/** Compacts when it is full, and not before. */
const budgetOf = (inputTokens: number) => fixedBudget(inputTokens, { high: 1, low: 0.5 });

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const reply = (index: number, tokens = 46): OpenAiMessage => ({
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

const conversation = [user('Book ZFA04Y.'), ...replies(0, 190), user('Go.')];

function expectSmaller(next: AssembledContext, refused: AssembledContext): void {
  expect(grammarFaults(next.messages)).toEqual([]);
  expect(next.plan.totalTokens).toBeLessThanOrEqual(Math.floor(0.9 * refused.plan.totalTokens));
  expect(JSON.stringify(next.messages)).not.toBe(JSON.stringify(refused.messages));
}

test('[BUD-4] each retry is a tenth smaller than what was refused, and never the same request', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  let refused = await memory.assemble();
  for (let refusals = 1; refusals <= 5; refusals += 1) {
    const next = await memory.onOverflow();
    expectSmaller(next, refused);
    expect(next.plan.budget.inputTokens).toBeLessThan(refused.plan.totalTokens);
    refused = next;
  }
  const state = memory.getState();
  const given = await memory.onOverflow().catch((error: unknown) => error);
  expect(given).toMatchObject({
    code: 'OVERFLOW_PERSISTS',
    message: expect.stringMatching(
      new RegExp(`6 times, the last time at ${refused.plan.totalTokens} tokens.*Nothing was lost`),
    ),
  });
  await expect(memory.onOverflow()).rejects.toMatchObject({ code: 'OVERFLOW_PERSISTS' });
  expect(memory.getState()).toBe(state);
  expect(memory.entries()).toHaveLength(conversation.length);
});

test('[BUD-4] [HIS-4] what left for a refusal names the size that the retry aimed at, and still does when the limit has risen', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const refused = await memory.assemble();
  const next = await memory.onOverflow();
  const wasThere = new Set(refused.plan.items.map(({ id }) => id));
  const isThere = new Set(next.plan.items.map(({ id }) => id));
  const left = memory.entries().filter(({ id }) => wasThere.has(id) && !isThere.has(id));
  const [{ id = '' } = {}] = left;
  const why = memory.explain(id);
  const aimTokens = Math.floor(0.96 * next.plan.budget.inputTokens);
  expect(why?.numbers).toEqual({ mostTargetTokens: aimTokens });
  expect(next.plan.totalTokens).toBeLessThanOrEqual(aimTokens);
  expect(why && describeDecision(why).sentence).toContain(
    `compacted to ${aimTokens.toLocaleString('en-US')} tokens or less`,
  );
  const { inputTokens } = memory.plan().budget;
  for (let turn = 0; memory.plan().budget.inputTokens === inputTokens; turn += 1) {
    await memory.append([reply(turn, 100), user('Go on.')]);
    await memory.assemble();
  }
  expect(memory.explain(id)?.numbers).toEqual(why?.numbers);
});

test.each([
  [1_000, 30],
  [4_000, 100],
  [4_000, 700],
  [32_000, 300],
])(
  '[BUD-4] at %i tokens a refusal takes what has to go and no more, in steps of %i tokens',
  async (tokens, step) => {
    const memory = aMemory({ budget: budgetOf(tokens) });
    await memory.append(user('Book ZFA04Y.'));
    let refused = await memory.assemble();
    for (let at = 0; refused.plan.totalTokens < 0.9 * tokens - step; at += 1) {
      await memory.append(reply(at, step));
      refused = await memory.assemble();
    }
    await memory.append(user('Go.'));
    refused = await memory.assemble();
    for (let refusals = 1; refusals <= 5; refusals += 1) {
      const next = await memory.onOverflow();
      expectSmaller(next, refused);
      // Whole units leave: one more than the limit needs, at most.
      const least = 0.8 * refused.plan.totalTokens - step;
      expect(next.plan.totalTokens).toBeGreaterThanOrEqual(Math.floor(least));
      refused = next;
    }
  },
);

test.each([
  ["This model's maximum context length is 9000 tokens. However, you requested 10000 tokens.", 0.9],
  [
    "This model's maximum context length is 8,000 tokens. However, you requested 11,000 tokens (10,000 in the messages, 1,000 in the completion).",
    0.7,
  ],
  ['prompt is too long: 208310 tokens > 104155 maximum', 0.5],
  ['input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000', 180 / 190],
  ['The input token count (1000) exceeds the maximum number of tokens allowed (600).', 0.6],
  ['request (5000 tokens) exceeds the available context size (4000 tokens)', 0.8],
])('[BUD-4] a refusal that names the limit is believed: %s', async (words, share) => {
  const memory = aMemory();
  await memory.append(conversation);
  const refused = await memory.assemble();
  const { plan } = await memory.onOverflow({ error: new Error(words) });
  const most = Math.floor(share * refused.plan.totalTokens);
  expect(plan.totalTokens).toBeLessThanOrEqual(most);
  expect(plan.totalTokens).toBeGreaterThan(0.7 * most);
});

test.each([
  'prompt is too long: 100 tokens > 200 maximum',
  'maximum context length is 0 tokens. However, you requested 0 tokens.',
  'context_length_exceeded',
  `${'1'.repeat(2_000)} tokens > 500 maximum`,
])('[BUD-4] a refusal whose figures cannot be meant is one without: %s', async (words) => {
  const memory = aMemory();
  await memory.append(conversation);
  const refused = await memory.assemble();
  const { plan } = await memory.onOverflow({ error: new Error(words) });
  expect(plan.budget.inputTokens).toBe(Math.floor(0.9 * refused.plan.totalTokens));
});

test('[BUD-4] the retry is compacted for it, and the record says why', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await memory.assemble();
  await memory.onOverflow();
  expect(memory.getState().compactions).toMatchObject([
    { trigger: 'overflow', reason: 'OVER_INPUT_BUDGET' },
  ]);
});

test('[BUD-4] live state is cut first: then nothing has to be compacted for a retry', async () => {
  const memory = aMemory({ budget: budgetOf(1_000) });
  await memory.append([user('Book ZFA04Y.'), ...replies(0, 4), user('Go.')]);
  await memory.patchScratchpad({ objective: 'z'.repeat(400) });
  const refused = await memory.assemble();
  expect(refused.plan.tiers.live.tokens).toBeGreaterThan(90);
  const next = await memory.onOverflow();
  expectSmaller(next, refused);
  expect(memory.getState().compactions.length).toBeLessThanOrEqual(1);
});

test('[BUD-4] once the conversation continues the attempts count again, and the limit stays', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await memory.assemble();
  for (let refusals = 0; refusals < 5; refusals += 1) await memory.onOverflow();
  const limitTokens = memory.plan().budget.inputTokens;
  await memory.append([reply(190), user('And then?')]);
  const { plan } = await memory.assemble();
  expect(plan.budget.inputTokens).toBe(limitTokens);
  expect(plan.totalTokens).toBeLessThanOrEqual(limitTokens);
  expect((await memory.onOverflow()).plan.budget.inputTokens).toBeLessThan(limitTokens);
});

test('[BUD-4] that it was stepped down is shown, and gone when a budget is configured', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await memory.assemble();
  const first = await memory.onOverflow();
  expect(first.plan.degraded).toMatchObject([{ code: 'BUDGET_STEPPED_DOWN' }]);
  const limit = String(first.plan.budget.inputTokens);
  expect(first.plan.degraded[0]?.message).toContain(`kept to ${limit} tokens`);
  const second = await memory.onOverflow();
  expect(second.plan.degraded).toHaveLength(1);
  expect(second.plan.degraded[0]?.message).toContain(`to ${second.plan.budget.inputTokens} tokens`);
  await memory.configure({ compaction: { prepareAt: 0.2 } });
  expect(memory.getState().degraded).toHaveLength(1);
  await memory.configure({ budget: budgetOf(10_000) });
  expect(memory.getState().degraded).toEqual([]);
  expect(memory.plan().budget.inputTokens).toBe(10_000);
});

test('[BUD-4] where only what is protected is left, the error says so, and the step is taken back', async () => {
  const memory = aMemory({ budget: budgetOf(200) });
  await memory.append([user('y'.repeat(600))]);
  await memory.assemble();
  await expect(memory.onOverflow()).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' });
  await expect(memory.onOverflow()).rejects.toMatchObject({ code: 'CONTEXT_OVERFLOW' });
  expect(memory.getState().degraded).toEqual([]);
  expect((await memory.assemble()).plan.budget.inputTokens).toBe(200);
});

test('[BUD-4] a refusal before any context steps down from the whole budget', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  const { plan } = await memory.onOverflow();
  expect(plan.budget.inputTokens).toBe(9_000);
  expect(plan.totalTokens).toBeLessThanOrEqual(9_000);
});

test('[BUD-4] an aborted retry keeps what was learned and nothing else', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await memory.assemble();
  const { signal, abort } = aSimulatedAbort();
  const retrying = memory.onOverflow({ signal });
  abort(new Error('enough'));
  await expect(retrying).rejects.toThrow('enough');
  expect(memory.getState().compactions).toEqual([]);
  expect((await memory.assemble()).plan.totalTokens).toBeLessThanOrEqual(10_000);
});

test('[BUD-4] an unknown format is refused before anything is learned', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await expect(memory.onOverflow({ format: 'x' as never })).rejects.toThrow('format');
  expect(memory.plan().budget.inputTokens).toBe(10_000);
});

test('[BUD-4] a budget that is configured again, even the same one, ends the learned limit', async () => {
  const memory = aMemory();
  await memory.append(conversation);
  await memory.assemble();
  const { plan } = await memory.onOverflow();
  expect(plan.budget.inputTokens).toBeLessThan(10_000);
  await memory.configure({ budget: memory.getState().budget });
  expect(memory.plan().budget.inputTokens).toBe(10_000);
  expect(memory.getState().degraded).toEqual([]);
});
