import { expect, test } from 'vitest';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { countedReads } from '../testing/counted-reads.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import { wordIndex } from './word-index.ts';

const TEA = { type: 'user', kind: 'fact', text: 'Ada drinks tea.', source: 'user_stated' } as const;
const question = { text: 'What does Ada drink?' };

function twoMemories() {
  const store = inMemoryRecordStore();
  return [
    createLongTermMemory({ user: 'ada', store }),
    createLongTermMemory({ user: 'ada', store }),
  ] as const;
}

test('[NS-2] a memory finds what another one over the same store has written since its first call', async () => {
  const [writer, reader] = twoMemories();
  expect((await reader.retrieve(question)).hits).toEqual([]);
  const outcome = await writer.store(TEA);
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  const { hits, degraded } = await reader.retrieve(question);
  expect(hits.map(({ record }) => record.text)).toEqual([TEA.text]);
  expect(degraded).toEqual([]);
  await writer.correct(outcome.record.id, 'Ada drinks cocoa.');
  const texts = (await reader.retrieve({ text: 'cocoa' })).hits.map(({ record }) => record.text);
  expect(texts).toEqual(['Ada drinks cocoa.']);
});

test('[NS-2] a search of an index that is up to date reads the revision, and no changes', async () => {
  const { store, reads } = countedReads(inMemoryRecordStore());
  const memory = createLongTermMemory({ user: 'ada', store });
  await memory.store(TEA);
  reads.clear();
  await memory.retrieve(question);
  expect(reads.get('revision')).toBe(1);
  expect(reads.get('changesSince')).toBeUndefined();
});

test('[NS-2] searches at the same time bring the index up once', async () => {
  const { store, reads } = countedReads(inMemoryRecordStore());
  const reader = createLongTermMemory({ user: 'ada', store });
  await reader.ready;
  await createLongTermMemory({ user: 'ada', store }).store(TEA);
  reads.clear();
  const found = await Promise.all([1, 2, 3].map(() => reader.retrieve(question)));
  expect(found.map(({ hits }) => hits.length)).toEqual([1, 1, 1]);
  expect(reads.get('changesSince')).toBe(1);
});

test('[NS-2] where the index cannot take what is new, the rest is found and the answer says so', async () => {
  const store = inMemoryRecordStore();
  const inner = wordIndex();
  let isFull = false;
  const index = {
    ...inner,
    add: async (documents: Parameters<typeof inner.add>[0]) => {
      if (isFull) throw new Error('the disk is full');
      await inner.add(documents);
    },
    remove: inner.remove.bind(inner),
    search: inner.search.bind(inner),
    settled: inner.settled.bind(inner),
    close: inner.close.bind(inner),
  };
  const reader = createLongTermMemory({ user: 'ada', store, index });
  await reader.store(TEA);
  isFull = true;
  const writer = createLongTermMemory({ user: 'ada', store });
  await writer.store({ ...TEA, text: 'Ada drinks water too.' });
  const { hits, degraded } = await reader.retrieve(question);
  expect(hits.map(({ record }) => record.text)).toEqual([TEA.text]);
  expect(degraded).toEqual([expect.stringMatching(/written last.*the disk is full/)]);
});
