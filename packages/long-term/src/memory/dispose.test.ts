import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import { wordIndex } from './word-index.ts';

const TEA = { type: 'user', kind: 'fact', text: 'Ada drinks tea.', source: 'user_stated' } as const;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

test('[NS-2] a write that a disposal cuts off is stored and acknowledged, or refused and not stored', async () => {
  const seen = new Set<string>();
  for (let count = 0; count < 60; count += 1) {
    // With an address there is a channel to other tabs, as over a database.
    const store = Object.assign(inMemoryRecordStore(), { address: `dispose-${count}` });
    const memory = createLongTermMemory({ store, index: wordIndex() });
    await memory.ready;
    const write = memory.store(TEA).then(
      ({ kind }) => kind,
      (error: unknown) => (error instanceof Error ? error.name : 'no error'),
    );
    await turns(count);
    await memory.dispose();
    const outcome = await write;
    const { items } = await store.page({ namespaces: ['user:local'] });
    expect([count, outcome, items.length]).toEqual(
      items.length === 1 ? [count, 'stored', 1] : [count, 'LongTermMemoryClosedError', 0],
    );
    seen.add(outcome);
  }
  expect([...seen].sort()).toEqual(['LongTermMemoryClosedError', 'stored']);
});
