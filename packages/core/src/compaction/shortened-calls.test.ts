import { describeDecision } from '@agent-memory/explain';
import { expect, test } from 'vitest';
import type { OpenAiMessage } from '../formats/openai/openai-message.ts';
import type { AgentMemory } from '../session/agent-memory.ts';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { grammarFaults } from '../testing/context-faults.ts';
import { simpleCounter } from '../testing/simple-counter.ts';
import { aSimulatedClock } from '../testing/simulated-clock.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';

const code = Array.from({ length: 400 }, (_, index) => `const value${index} = "${index}";`).join(
  '\n',
);

/** A run whose last step writes a file that is larger than the budget. */
const run: readonly OpenAiMessage[] = [
  { role: 'user', content: 'Repair the bicycle shop.' },
  {
    role: 'assistant',
    content: 'I write it anew.',
    tool_calls: [
      {
        id: 'a',
        type: 'function',
        function: { name: 'write', arguments: JSON.stringify({ path: 'shop.ts', text: code }) },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'a', content: 'Written.' },
];

function aMemory(store: MemoryStore = inMemoryStore()): AgentMemory {
  return createAgentMemory({
    id: 'shop',
    system: 'Answer briefly.',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    clock: aSimulatedClock(),
    store,
  });
}

async function contextOf(memory: AgentMemory) {
  const { messages, plan } = await memory.assemble();
  const sent = messages.flatMap((message) => message.tool_calls ?? [])[0]?.function.arguments;
  return { messages, plan, sent: sent ?? '' };
}

test('[CMP-3] [CMP-9] huge arguments are sent as JSON, with the long text cut and the rest as it was', async () => {
  const memory = aMemory();
  await memory.append(run);
  const { messages, plan, sent } = await contextOf(memory);
  expect(plan.totalTokens).toBeLessThanOrEqual(1_000);
  expect(grammarFaults(messages)).toEqual([]);
  const { path, text } = JSON.parse(sent) as { readonly path: string; readonly text: string };
  expect(path).toBe('shop.ts');
  expect(text.startsWith('const value0 = "0";\n')).toBe(true);
  expect(text.endsWith('\nconst value399 = "399";')).toBe(true);
  expect(text).toMatch(/\[… \d+ characters left out; kept in full as message #1 …\]/);
});

test('[CMP-9] the plan says that the arguments of the call were over their limit', async () => {
  const memory = aMemory();
  await memory.append(run);
  const { plan } = await contextOf(memory);
  const decision = plan.items.find(({ seq }) => seq === 1)?.decision;
  expect(decision).toMatchObject({ fate: 'trimmed', rule: 'CALL_ARGUMENTS_OVER_LIMIT' });
  expect(decision?.tokens.sent).toBeLessThan(decision?.tokens.raw ?? 0);
  const limitTokens = decision?.numbers.limitTokens ?? 0;
  expect(limitTokens).toBeGreaterThan(64);
  expect(decision && describeDecision(decision).sentence).toContain(`${limitTokens} tokens`);
});

test('[CMP-8] [STO-1] a session that is opened again sends the same bytes, and goes on shortened', async () => {
  const store = inMemoryStore();
  const memory = aMemory(store);
  await memory.append(run);
  const before = await contextOf(memory);
  await memory.dispose();
  const again = aMemory(store);
  await again.ready;
  const after = await contextOf(again);
  expect(after.messages).toEqual(before.messages);
  expect(again.getState().compactions).toHaveLength(1);
  await again.append({ role: 'assistant', content: 'Done.' });
  expect((await contextOf(again)).sent).toBe(before.sent);
});

test('[CMP-12] an undo shows the call whole, also in a session that is opened again', async () => {
  const store = inMemoryStore();
  const memory = aMemory(store);
  await memory.append(run);
  await contextOf(memory);
  await memory.dispose();
  const again = aMemory(store);
  await again.ready;
  await again.undoCompaction();
  const item = again.plan().items.find(({ seq }) => seq === 1);
  expect(item?.decision).toMatchObject({ fate: 'sent' });
  const [call] = item?.message.parts.filter((part) => part.type === 'tool-call') ?? [];
  expect(call?.arguments).toBe(run[1]?.tool_calls?.[0]?.function.arguments);
});
