import { expect, test } from 'vitest';
import { slidingWindow } from '../compaction/policies/windows.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const reply = (index: number, tokens = 40): OpenAiMessage => ({
  role: 'assistant',
  content: `${index} ${'x'.repeat(tokens * 4 - 4)}`,
});

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(2_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

/** Goes on reply by reply; gives the size of the view at each compaction, and the largest context. */
async function goOn(memory: AgentMemory, count: number, tokens?: number) {
  let largest = 0;
  for (let index = 0; index < count; index += 1) {
    await memory.append(reply(index, tokens));
    const { plan } = await memory.assemble();
    largest = Math.max(largest, plan.totalTokens);
  }
  return { largest, compactions: memory.getState().compactions };
}

test('[BUD-2] what a policy or a hint asks is known to the first plan of a stored session', async () => {
  const store = inMemoryStore();
  const before = aMemory({ store });
  await before.append([
    user('Look it up.'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'x'.repeat(800) },
    ...[1, 2, 3, 4, 5, 6].map((index) => reply(index, 5)),
    user('Go on.'),
  ]);
  await before.dispose();

  const reasonOf = async (options: Partial<AgentMemoryOptions>) => {
    const memory = aMemory({ store, ...options });
    await memory.ready;
    return memory.plan().schedule.reason;
  };
  const policy = slidingWindow({ messages: 2, slack: 1 });
  expect(await reasonOf({ policy })).toBe('POLICY_ASKED');
  expect(await reasonOf({ toolHints: { find: { maxTokens: 100 } } })).toBe('TOOL_LIMIT');
  expect(await reasonOf({})).not.toBe('POLICY_ASKED');
});

test('[BUD-2] by default the rule of cost decides, well before a large budget is full', async () => {
  const inputTokens = 12_000;
  const memory = aMemory({ budget: fixedBudget(inputTokens) });
  const earlier = Array.from({ length: 280 }, (_, index) => reply(index, 16));
  await memory.append([user('Book ZFA04Y.'), ...earlier]);
  const { compactions } = await goOn(memory, 250, 16);
  expect(compactions.length).toBeGreaterThan(1);
  expect(compactions.every(({ reason }) => reason === 'GROWTH_DUE')).toBe(true);
  expect(compactions.every(({ tokensBefore }) => tokensBefore < 0.8 * inputTokens)).toBe(true);
});

test('[BUD-2] [CMP-9] where there is little room for growth, originals stay until the budget is full', async () => {
  const memory = aMemory();
  await memory.append(user('Book ZFA04Y.'));
  const { compactions, largest } = await goOn(memory, 120);
  expect(compactions.length).toBeGreaterThan(1);
  expect(compactions.every(({ reason }) => reason === 'OVER_INPUT_BUDGET')).toBe(true);
  expect(largest).toBeGreaterThan(1_900);
  expect(largest).toBeLessThanOrEqual(2_000);
});

test('[BUD-2] watermarks that are given replace it: from above the high one to the low one', async () => {
  const memory = aMemory({ budget: fixedBudget(2_000, { high: 0.8, low: 0.3 }) });
  await memory.append(user('Book ZFA04Y.'));
  const { compactions, largest } = await goOn(memory, 120);
  expect(compactions.length).toBeGreaterThan(1);
  for (const { reason, tokensBefore, tokensAfter } of compactions) {
    expect(reason).toBe('OVER_HIGH_WATERMARK');
    expect(tokensBefore).toBeGreaterThan(1_600);
    expect(tokensAfter).toBeLessThanOrEqual(1_000);
  }
  expect(largest).toBeLessThanOrEqual(1_600);
});

test('[BUD-2] a plan that waits says why and how far it is, one that acts what is over', async () => {
  const memory = aMemory({ budget: fixedBudget(2_000, { high: 0.8, low: 0.3 }) });
  await memory.append([user('Book ZFA04Y.'), reply(0)]);
  const { schedule } = memory.plan();
  expect(schedule).toMatchObject({ state: 'wait', reason: 'UNDER_HIGH_WATERMARK' });
  const { viewTokens = 0, progressShare = 0 } = schedule.numbers;
  expect(progressShare).toBeCloseTo(viewTokens / 1_600);
  await memory.append(Array.from({ length: 38 }, (_, index) => reply(index)));
  expect(memory.plan().schedule).toMatchObject({ state: 'act', reason: 'OVER_HIGH_WATERMARK' });
});

test('[BUD-2] [POL-1] a policy that is due has its compaction, for that reason', async () => {
  const memory = aMemory({ policy: slidingWindow({ messages: 10 }) });
  await memory.append(user('Book ZFA04Y.'));
  const { compactions } = await goOn(memory, 40);
  expect(compactions.some(({ reason }) => reason === 'POLICY_ASKED')).toBe(true);
});

test.each([
  [{ prepareAt: -0.1 }, 'compaction.prepareAt'],
  [{ prepareAt: Number.NaN }, 'compaction.prepareAt'],
  [{ summaryTimeoutMs: 0 }, 'compaction.summaryTimeoutMs'],
  [{ summaryTimeoutMs: Number.NaN }, 'compaction.summaryTimeoutMs'],
  [{ breaker: { failures: 0 } }, 'breaker.failures'],
  [{ breaker: { failures: 1.5 } }, 'breaker.failures'],
  [{ breaker: { coolDownMs: -1 } }, 'breaker.coolDownMs'],
])(
  '[BUD-1] %j is refused by name, at construction and by configure',
  async (compaction, option) => {
    const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option });
    expect(() => aMemory({ compaction: compaction as never })).toThrow(refusal);
    const memory = aMemory();
    await memory.ready;
    const state = memory.getState();
    await expect(memory.configure({ compaction: compaction as never })).rejects.toThrow(refusal);
    expect(memory.getState()).toBe(state);
  },
);

test('[CMP-6] a compaction that would free nothing is not tried again on every call', async () => {
  const budget = fixedBudget(1_000, { high: 0.5, low: 0.2 });
  const memory = aMemory({ system: 'x'.repeat(2_400), budget });
  const tried: string[] = [];
  memory.onEvent(({ type }) => {
    if (type === 'compaction-start') tried.push(type);
  });
  await memory.append([user('Book ZFA04Y.'), reply(1, 20), user('Go on.'), reply(2, 20)]);
  for (let call = 0; call < 6; call += 1) await memory.assemble();
  expect(tried.length).toBeLessThanOrEqual(1);
});

test('[CMP-4] [CMP-13] a prepared summary is swapped in in the middle of a run', async () => {
  const summarizer = {
    name: 'scripted',
    summarize: () => Promise.resolve({ madeBy: 'scripted', fromSeq: 1, toSeq: 2, text: '- noted' }),
  };
  const budget = fixedBudget(2_000, { high: 0.8, low: 0.4 });
  const memory = aMemory({ summarizer, budget });
  await memory.append(user('Book ZFA04Y.'));
  const { compactions } = await goOn(memory, 60);
  expect(compactions.filter(({ wasPrepared }) => wasPrepared)).toHaveLength(1);
});
