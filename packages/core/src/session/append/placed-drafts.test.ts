import { expect, test } from 'vitest';
import { inMemoryStore } from '../../store/in-memory-store.ts';
import { simpleCounter } from '../../testing/simple-counter.ts';
import { fixedBudget } from '../../tokens/budget/token-budget.ts';
import type { AgentMemory, AgentMemoryOptions } from '../agent-memory.ts';
import { createAgentMemory } from '../create-agent-memory.ts';

function aMemory(options: Partial<AgentMemoryOptions> = {}): AgentMemory {
  return createAgentMemory({
    id: 'trip',
    budget: fixedBudget(1_000),
    tokenCounter: simpleCounter,
    ...options,
  });
}

const said = (id: string, content = id) => ({ id, role: 'user' as const, content });
const idsOf = (memory: AgentMemory) => memory.entries().map(({ id }) => id);

async function aConversation(options?: Partial<AgentMemoryOptions>): Promise<AgentMemory> {
  const memory = aMemory(options);
  await memory.append([said('a'), said('b'), said('c'), said('d')]);
  return memory;
}

test('[MSG-5] a known id that says something else behind another entry is an edit, and no word is lost', async () => {
  const memory = await aConversation();
  const added = await memory.append([said('c', 'NEW')], { after: 'a' });
  expect(added).toMatchObject([{ id: 'c~2', parentId: 'a' }]);
  expect(added[0]?.message.parts).toEqual([{ type: 'text', text: 'NEW' }]);
  expect(idsOf(memory)).toEqual(['a', 'c~2']);
  expect(memory.entry('c')?.message.parts).toEqual([{ type: 'text', text: 'c' }]);
});

test('[MSG-5] a known id that says something else where it stands is an edit beside it', async () => {
  const memory = await aConversation();
  await memory.append(said('c', 'NEW'), { after: 'b' });
  expect(idsOf(memory)).toEqual(['a', 'b', 'c~2']);
  expect(memory.branches()).toHaveLength(2);
});

test('[MSG-5] what shows the same elsewhere is appended where it is to stand', async () => {
  const memory = await aConversation();
  const added = await memory.append(said('c'), { after: null });
  expect(added).toMatchObject([{ id: 'c~2', parentId: null, seq: 0 }]);
  expect(idsOf(memory)).toEqual(['c~2']);
});

test('[MSG-5] what follows there and shows the same is taken up, and the rest goes on behind it', async () => {
  const memory = await aConversation();
  const before = memory.getState();
  expect(await memory.append(said('c'), { after: 'b' })).toMatchObject([{ id: 'c' }]);
  expect(memory.getState()).toBe(before);
  await memory.append([said('c'), said('x')], { after: 'b' });
  expect(idsOf(memory)).toEqual(['a', 'b', 'c', 'x']);
});

test('[MSG-5] an edit that is appended again adds nothing, also after a reload and through redact', async () => {
  const store = inMemoryStore();
  const redact = (text: string) => text.replaceAll('4111', '[card]');
  const memory = await aConversation({ store, redact });
  const edit = [said('c', 'Pay with 4111'), said('d', 'And go')];
  const added = await memory.append(edit, { after: 'a' });
  expect(added.map(({ id }) => id)).toEqual(['c~2', 'd~2']);
  expect(await memory.append(edit, { after: 'a' })).toEqual(added);
  await memory.dispose();
  const again = aMemory({ store, redact });
  await again.append(edit, { after: 'a' });
  expect(idsOf(again)).toEqual(['a', 'c~2', 'd~2']);
  expect(again.branches()).toHaveLength(2);
  await again.dispose();
});

test('[MSG-5] the head stays where there is nothing to append', async () => {
  const memory = await aConversation();
  expect(await memory.append([], { after: 'a' })).toEqual([]);
  expect(idsOf(memory)).toEqual(['a', 'b', 'c', 'd']);
});
