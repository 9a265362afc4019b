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
