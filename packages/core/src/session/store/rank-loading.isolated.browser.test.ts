import { afterEach, expect, test } from 'vitest';
import {
  type AgentMemory,
  type AgentMemoryOptions,
  createAgentMemory,
  inMemoryStore,
} from '../../index.ts';

/** Requests for ranks of either encoding so far, which js-tiktoken keeps in a file of its own each. */
function rankRequests(encoding = /o200k|cl100k/): number {
  const requests = performance.getEntriesByType('resource');
  return requests.filter(({ name }) => encoding.test(name.split('?')[0] ?? '')).length;
}

// Beyond the first 250 a page notes no request, unless it is told to.
performance.setResourceTimingBufferSize(10_000);

const open: AgentMemory[] = [];
afterEach(async () => {
  for (const memory of open.splice(0)) await memory.dispose();
});

function aMemory(options: Partial<AgentMemoryOptions>): AgentMemory {
  const memory = createAgentMemory({ id: 'trip', contextWindow: 32_000, ...options });
  open.push(memory);
  return memory;
}

const user = (content: string) => ({ role: 'user', content }) as const;
const sourceOf = (memory: AgentMemory) => memory.plan().tokenSource;

// In this order: a page keeps the ranks that it has loaded once.
test('[TOK-1] no ranks are loaded for other families, nor before the first message', async () => {
  for (const model of ['claude-sonnet-4-5', 'gemini-2.5-pro', 'qwen3:8b', 'my-own', undefined]) {
    const store = inMemoryStore();
    const options = { store, ...(model !== undefined && { model }) };
    const memory = aMemory(options);
    await memory.append(user('Where is order ZFA04Y?'));
    await memory.assemble();
    await memory.append({ role: 'assistant', content: 'In Lyon.' });
    const again = aMemory(options);
    await again.ready;
    expect(sourceOf(again)).toBe('estimated');
  }
  const empty = aMemory({ model: 'gpt-4o', system: 'Be brief.' });
  await empty.ready;
  await empty.assemble();
  expect(rankRequests()).toBe(0);

  // Requests that the steps above began come ahead of this: one pass of another model, with its ranks.
  const other = aMemory({ id: 'other', model: 'gpt-4' });
  await other.append(user('Hi'));
  await expect.poll(() => sourceOf(other)).toBe('counted');
  expect(rankRequests(/cl100k/)).toBeGreaterThan(0);
  expect(rankRequests(/o200k/)).toBe(0);

  await empty.append(user('Hi'));
  await expect.poll(() => sourceOf(empty)).toBe('counted');
  expect(rankRequests(/o200k/)).toBeGreaterThan(0);
});

test('[TOK-1] figures follow the model: counted, estimated for another family, counted again', async () => {
  const memory = aMemory({ model: 'gpt-4o' });
  await memory.append([user('Where is order ZFA04Y?'), { role: 'assistant', content: 'In Lyon.' }]);
  await expect.poll(() => sourceOf(memory)).toBe('counted');
  await memory.configure({ model: 'claude-sonnet-4-5' });
  await expect.poll(() => sourceOf(memory)).toBe('estimated');
  const { ledger, totalTokens } = memory.plan();
  expect(ledger.predictedTokens).toBe(Math.ceil(1.375 * totalTokens));
  await memory.append(user('And now?'));
  expect(sourceOf(memory)).toBe('estimated');
  await memory.configure({ model: 'gpt-4.1' });
  await expect.poll(() => sourceOf(memory)).toBe('counted');
  expect(memory.plan().ledger.factor).toBe(1);
  expect(memory.entries().map(({ tokens }) => tokens.encoding)).toEqual(
    Array(3).fill('o200k_base'),
  );
});
