import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { inMemorySegmentStore } from '../testing/in-memory-segment-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';

const decoder = new TextDecoder('latin1');

test('[LTM-8] an erasure ends though an embedder never answers, and the stored index has no word of it', async () => {
  const segments = inMemorySegmentStore();
  const stored = async () =>
    [...(await segments.read('memory')).values()].map((bytes) => decoder.decode(bytes)).join();
  const store = inMemoryRecordStore();
  const silent = {
    model: { id: 'silent', version: '1' },
    embed: () => new Promise<never>(() => undefined),
  };
  const first = createLongTermMemory({
    user: 'ada',
    store,
    retrieval: { segments, worker: false },
  });
  await first.store({ type: 'user', kind: 'fact', text: 'The door code is quince.' });
  await first.store({ type: 'user', kind: 'fact', text: 'Ada has a boat.' });
  await first.dispose();
  expect(await stored()).toContain('quince');
  const second = createLongTermMemory({
    user: 'ada',
    store,
    retrieval: { segments, worker: false, embedder: silent },
  });
  const [code] = (await second.list()).items.filter(({ record }) => record.text.includes('quince'));
  await second.erase({ id: code?.record.id ?? '' });
  expect(await stored()).not.toContain('quince');
  expect(await stored()).toContain('boat');
});

test('[LTM-8] an erasure whose words cannot be taken out of the stored index says so, and ends when it is asked again', async () => {
  const inner = inMemorySegmentStore();
  let isFull = false;
  const segments = {
    ...inner,
    write: async (...given: Parameters<typeof inner.write>) => {
      if (isFull) throw new Error('The disk is full.');
      await inner.write(...given);
    },
  };
  const memory = createLongTermMemory({ user: 'ada', retrieval: { segments, worker: false } });
  const draft = { type: 'user', kind: 'fact' } as const;
  await memory.store({ ...draft, id: 'code', text: 'The door code is quince.' });
  await memory.store({ ...draft, id: 'boat', text: 'Ada has a boat.' });
  await memory.retrieve({ text: 'boat' });
  isFull = true;
  await expect(memory.erase({ id: 'code' })).rejects.toThrow(/disk is full/);
  expect((await memory.retrieve({ text: 'door code or boat' })).hits).toHaveLength(1);
  isFull = false;
  await memory.erase({ id: 'code' });
  const stored = [...inner.bytes('memory').values()].map((bytes) => decoder.decode(bytes)).join();
  expect(stored).toContain('boat');
  expect(stored).not.toContain('quince');
});
