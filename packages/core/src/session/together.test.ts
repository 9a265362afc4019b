import { expect, test, vi } from 'vitest';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';
import { createAgentMemory } from './create-agent-memory.ts';

function aSession(store: MemoryStore) {
  return createAgentMemory({ id: 'long', budget: fixedBudget(2_000), store });
}

/** Appends messages one by one and asks for a context after each. */
async function talk(memory: ReturnType<typeof aSession>, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1) {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    await memory.append({
      role,
      content: `Message ${at}: ${'the ferry is late again. '.repeat(9)}`,
    });
    await memory.assemble();
  }
}

test('[STO-4] work done together is stored as if each change was written alone, in few commits', async () => {
  const inner = inMemoryStore();
  const commits = vi.spyOn(inner, 'commit');
  const memory = aSession(inner);
  await memory.ready;
  await memory.together(() => talk(memory, 0, 200));
  const { compactions } = memory.getState();
  expect(compactions.length).toBeGreaterThan(2);
  expect(commits.mock.calls.length).toBeLessThanOrEqual(compactions.length + 3);
  const stored = await inner.load('long');
  expect(stored?.entries.map(({ id }) => id)).toEqual(memory.entries().map(({ id }) => id));
  expect(stored?.compactions.map(({ id }) => id)).toEqual(compactions.map(({ id }) => id));
  const plain = inMemoryStore();
  const other = aSession(plain);
  await talk(other, 0, 200);
  const kinds = (await plain.load('long'))?.history.map(({ kind }) => kind);
  expect(kinds?.length).toBeGreaterThanOrEqual(200);
  expect(stored?.history.map(({ kind }) => kind)).toEqual(kinds);
  await other.dispose();
  await memory.dispose();
});

test('[STO-4] outside of such work each change is stored when its commit resolves', async () => {
  const inner = inMemoryStore();
  const memory = aSession(inner);
  await memory.together(() => talk(memory, 0, 2));
  await memory.append({ role: 'user', content: 'And now?' });
  expect((await inner.load('long'))?.entries).toHaveLength(3);
  await memory.dispose();
});

test('[STO-2] a batch that the store refuses is an error, and is given again ahead of the next change', async () => {
  const inner = inMemoryStore();
  const memory = aSession(inner);
  await memory.ready;
  vi.spyOn(inner, 'commit').mockRejectedValueOnce(new Error('The disk is full.'));
  await expect(memory.together(() => talk(memory, 0, 4))).rejects.toThrow('The disk is full.');
  expect(await inner.load('long')).toBeUndefined();
  await memory.append({ role: 'user', content: 'And now?' });
  expect((await inner.load('long'))?.entries).toHaveLength(5);
  await memory.dispose();
});
