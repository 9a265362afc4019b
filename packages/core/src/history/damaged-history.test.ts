import { expect, test } from 'vitest';
import { createAgentMemory } from '../session/create-agent-memory.ts';
import { inMemoryStore } from '../store/in-memory-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { fixedBudget } from '../tokens/budget/token-budget.ts';

test('[STO-6] a history that takes back other changes than were made shows no context, and throws nothing', async () => {
  const store = inMemoryStore();
  const memory = aMemory(store);
  for (let turn = 0; turn < 12; turn += 1) {
    await memory.append({ role: 'user', content: `Turn ${turn}. `.repeat(60) });
    await memory.assemble();
  }
  expect(await memory.stateAt(1)).toBeDefined();
  await memory.dispose();

  const stored = await store.load('trip');
  if (!stored) throw new Error('Nothing was stored.');
  const history = stored.history.map((record) =>
    record.kind === 'compaction'
      ? { ...record, delta: { ...record.delta, addedRanges: [], addedEntries: [] } }
      : record,
  );
  expect(history).not.toEqual(stored.history);
  const load = async () => ({ ...stored, history });
  const reopened = aMemory(Object.assign(inMemoryStore(), { load }));
  expect(await reopened.stateAt(1)).toBeUndefined();
});

function aMemory(store: MemoryStore) {
  return createAgentMemory({ id: 'trip', budget: fixedBudget(1_500), store });
}
