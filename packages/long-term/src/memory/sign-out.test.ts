import { createAgentMemory, inMemoryStore } from '@agent-memory/core';
import { signOut } from '@agent-memory/sessions';
import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';

test('[NS-4] who signs out takes their sessions and records along, also from the index, and nobody else’s', async () => {
  const [store, recordStore] = [inMemoryStore(), inMemoryRecordStore()];
  const memoryOf = (user: string) =>
    createLongTermMemory({ user, store: recordStore, sweepEveryMs: 0 });
  const [ada, bob] = [memoryOf('ada'), memoryOf('bob')];
  await ada.set('city', 'Lyon');
  await bob.set('city', 'Wien');
  const chat = createAgentMemory({ id: 'chat', user: 'ada', store, contextWindow: 128_000 });
  await chat.append({ role: 'user', content: 'I live in Lyon.' });
  const report = await signOut('ada', { stores: [store], longTerm: [ada], remove: true });
  expect(report).toMatchObject({ ended: ['chat'], sessions: ['chat'] });
  expect(report.records).toHaveLength(1);
  expect(report.remains).toEqual([expect.stringContaining('Keyed hashes')]);
  await expect(ada.get('city')).rejects.toThrow();
  const again = memoryOf('ada');
  expect((await again.list()).items).toEqual([]);
  expect((await again.retrieve({ text: 'Lyon city' })).hits).toEqual([]);
  expect(await bob.get('city')).toBe('Wien');
  await Promise.all([again.dispose(), bob.dispose()]);
});
