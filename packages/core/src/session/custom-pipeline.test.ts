import { expect, test } from 'vitest';
import { type EvictionPolicy, tokenBudget } from '../compaction/policies/eviction-policy.ts';
import { slidingWindow } from '../compaction/policies/windows.ts';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { SettingsChange } from '../state/settings.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { aScriptedSummarizer } from '../testing/scripted-summarizer.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from './agent-memory.ts';
import { createAgentMemory } from './create-agent-memory.ts';

const user = (content: string): OpenAiMessage => ({ role: 'user', content });
const reply = (index: number, tokens = 60): OpenAiMessage => ({
  role: 'assistant',
  content: `${index} ${'x'.repeat(tokens * 4 - 4)}`,
});

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    ...options,
  });
}

/** A call of this tool and its result of so many tokens. */
function call(id: string, tool: string, tokens: number): readonly OpenAiMessage[] {
  const args = JSON.stringify({ id });
  return [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: tool, arguments: args } }],
    },
    { role: 'tool', tool_call_id: id, content: `${id}: ${'y '.repeat(tokens * 2)}` },
  ];
}

const tooMuch = [
  user('Book ZFA04Y.'),
  ...Array.from({ length: 20 }, (_, i) => reply(i)),
  user('Go.'),
];

async function soundContext(memory: AgentMemory) {
  const context = await memory.assemble();
  expect(grammarFaults(context.messages)).toEqual([]);
  expect(context.plan.totalTokens).toBeLessThanOrEqual(context.plan.budget.inputTokens);
  return context;
}

// ---- Policies

test.each<[string, EvictionPolicy['choose']]>([
  [
    'lies about everything',
    ({ units }) => [-3, 0.5, Number.NaN, ...units.map(({ start }) => start + 1)],
  ],
  ['wants everything', ({ units }) => units.map(({ start }) => start)],
  ['wants nothing', () => []],
  ['answers no list', () => 'all' as never],
  [
    'throws',
    () => {
      throw new Error('a fault of the policy');
    },
  ],
])('[POL-7] a policy that %s loses neither anchor nor budget', async (_, choose) => {
  const memory = aMemory({ policy: { name: 'my own', choose } });
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await memory.append(tooMuch);
    const { messages, plan } = await soundContext(memory);
    expect(messages).toContainEqual(user('Book ZFA04Y.'));
    expect(messages.at(-1)).toEqual(user('Go.'));
    expect(plan.items.some(({ decision }) => decision.rule.startsWith('ANCHOR'))).toBe(true);
  }
});

// ---- Hints for tools

test('[POL-8] a result above the limit of its tool is held to it as soon as it is there', async () => {
  const memory = aMemory({ toolHints: { read: { maxTokens: 64 } } });
  await memory.append([user('Go.'), ...call('a', 'read', 200), ...call('b', 'other', 200)]);
  const { plan } = await soundContext(memory);
  const sent = plan.items.filter(({ message }) => message.role === 'tool');
  expect(sent[0]?.decision.tokens.sent).toBeLessThanOrEqual(68);
  expect(sent[1]?.decision.tokens.sent).toBeGreaterThan(180);
  expect(memory.getState().compactions).toMatchObject([{ reason: 'TOOL_LIMIT', left: [] }]);
  expect(memory.entries()[2]?.message.parts[0]).toMatchObject({
    text: expect.stringContaining('a: y y'),
  });
});

test('[POL-8] a limit of a tool asks no summariser and does not put the next compaction off', async () => {
  const summarizer = aScriptedSummarizer();
  const memory = aMemory({ summarizer, toolHints: { read: { maxTokens: 64 } } });
  await memory.append([user('Go.'), ...call('a', 'read', 200)]);
  await soundContext(memory);
  expect(summarizer.calls).toBe(0);
  await memory.append([...Array.from({ length: 13 }, (_, i) => reply(i)), user('?')]);
  await soundContext(memory);
  expect(memory.getState().compactions.map(({ reason }) => reason)).toEqual([
    'TOOL_LIMIT',
    'OVER_HIGH_WATERMARK',
  ]);
});

test('[POL-8] [CMP-8] a result of use once is sent until the model has answered, and nothing ahead of it changes', async () => {
  const memory = aMemory({
    budget: fixedBudget(20_000, { high: 0.9, low: 0.4 }),
    toolHints: { peek: { ephemeral: true } },
  });
  await memory.append([user('Go.'), ...call('a', 'peek', 200), ...call('b', 'other', 200)]);
  let before = await soundContext(memory);
  for (const id of ['c', 'd', 'e']) {
    await memory.append([...call(`${id}-1`, 'other', 100), ...call(id, 'peek', 200)]);
    const fresh = await soundContext(memory);
    expect(JSON.stringify(fresh.messages)).toContain(`${id}: y y`);
    // What the model has not answered yet stands at the end, so a provider has all but its step cached.
    expect(fresh.messages.slice(0, -4)).toEqual(
      before.messages.slice(0, fresh.messages.length - 4),
    );
    await memory.append(call(`${id}-2`, 'other', 100));
    before = await soundContext(memory);
    expect(JSON.stringify(before.messages)).not.toContain(`${id}: y y`);
  }
  const used = before.plan.items.filter(({ decision }) => decision.rule === 'RESULT_USED_UP');
  expect(used).toHaveLength(4);
  expect(memory.getState().compactions.every(({ left }) => left.length === 0)).toBe(true);
});

test.each([
  ['maxTokens', { fetch: { maxTokens: 100 } }],
  ['ephemeral', { fetch: { ephemeral: true } }],
])(
  '[POL-8] [CMP-8] a long run with %s is compacted as seldom as without, and its text speaks of all that left',
  async (_, toolHints) => {
    const memory = aMemory({ budget: fixedBudget(5_000, { high: 0.9, low: 0.4 }), toolHints });
    await memory.append(user('Read all pages.'));
    for (let step = 0; step < 120; step += 1) {
      await memory.append(
        call(`c${step}`, step % 4 === 0 ? 'fetch' : 'note', step % 4 === 0 ? 300 : 60),
      );
      const { plan } = await soundContext(memory);
      const gone = plan.ranges.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, 0);
      if (gone > 0) expect(JSON.stringify(plan.items)).toContain(`${gone} earlier messages`);
    }
    for (const { reason, left } of memory.getState().compactions) {
      if (reason === 'TOOL_LIMIT') expect(left).toEqual([]);
    }
  },
);

test('[POL-8] what is pinned stays, what is ephemeral leaves first, of latest-only the newest stays', async () => {
  const memory = aMemory({
    toolHints: { rules: { pinned: true }, peek: { ephemeral: true }, status: { latestOnly: true } },
  });
  await memory.append([
    user('Go.'),
    ...call('r', 'rules', 60),
    ...call('p', 'peek', 160),
    ...call('s1', 'status', 160),
    ...call('s2', 'status', 160),
    ...Array.from({ length: 6 }, (_, i) => reply(i)),
    user('?'),
  ]);
  const { messages } = await soundContext(memory);
  const text = JSON.stringify(messages);
  expect(text).toContain('r: y y');
  expect(text).not.toContain('p: y y');
  expect(text).not.toContain('s1: y y');
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await memory.append(tooMuch);
    expect(JSON.stringify((await soundContext(memory)).messages)).toContain('r: y y');
  }
});

// ---- Epochs

const changes: readonly (readonly [string, SettingsChange])[] = [
  ['policy', { policy: slidingWindow({ messages: 8 }) }],
  ['tool hints', { toolHints: { read: { ephemeral: true } } }],
  ['budget', { budget: fixedBudget(990, { high: 0.9, low: 0.4 }) }],
  ['watermarks', { budget: fixedBudget(1_000, { high: 0.8, low: 0.4 }) }],
];

test.each(changes)(
  '[CMP-8] another %s is another epoch: decided anew, in one recorded break',
  async (_, change) => {
    const memory = aMemory();
    await memory.append(tooMuch);
    await memory.assemble();
    const epochs: number[] = [];
    memory.onEvent((event) => event.type === 'settings-update' && epochs.push(event.epoch));
    await memory.configure(change);
    expect(memory.plan()).toMatchObject({ epoch: 1, ranges: [] });
    expect(epochs).toEqual([1]);
    await soundContext(memory);
    expect(memory.getState().compactions.at(-1)).toMatchObject({ epoch: 1, trigger: 'epoch' });
  },
);

const sameSettings: readonly (readonly [string, SettingsChange])[] = [
  ['nothing', {}],
  ['a policy of the same name', { policy: tokenBudget() }],
  ['no hints again', { toolHints: {} }],
  ['no options again', { compaction: {} }],
  ['the same budget made anew', { budget: fixedBudget(1_000, { high: 0.9, low: 0.4 }) }],
  ['when to compact, not how', { compaction: { breaker: { failures: 1 }, prepareAt: 1 } }],
];

test.each(sameSettings)(
  '[CMP-8] %s is the same epoch: overlays and prefix stay',
  async (_, change) => {
    const memory = aMemory();
    await memory.append(tooMuch);
    const before = await memory.assemble();
    await memory.configure(change);
    const after = await memory.assemble();
    expect(after.plan.epoch).toBe(0);
    expect(JSON.stringify(after.messages)).toBe(JSON.stringify(before.messages));
    expect(memory.getState().compactions).toHaveLength(1);
  },
);

test('[CMP-8] after a reload the same settings go on in the same epoch, others and another encoding do not', async () => {
  const store = inMemoryStore();
  const memory = aMemory({ store });
  await memory.append(tooMuch);
  const { messages } = await memory.assemble();
  await memory.dispose();
  const again = aMemory({ store });
  expect(JSON.stringify((await again.assemble()).messages)).toBe(JSON.stringify(messages));
  const otherwise: readonly Partial<AgentMemoryOptions>[] = [
    { policy: slidingWindow({ messages: 8 }) },
    { toolHints: { read: { latestOnly: true } } },
    { tokenCounter: { ...simpleCounter, encoding: 'another' } },
  ];
  let epoch = 0;
  for (const options of otherwise) {
    const other = aMemory({ store, ...options });
    await other.ready;
    expect(other.plan().epoch).toBeGreaterThan(epoch);
    expect(other.plan().ranges).toEqual([]);
    const { plan } = await soundContext(other);
    epoch = plan.epoch;
    await other.dispose();
  }
});
