import { expect, test } from 'vitest';
import type { MemoryDraft } from '../policy/memory-draft.ts';
import { createRetrievalIndex } from '../retrieval/create-retrieval-index.ts';
import type { RetrievalIndex } from '../retrieval/retrieval-index.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import { inMemorySegmentStore } from '../testing/in-memory-segment-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import { LateIndex, plainIndex } from './package-index.ts';
import { wordIndex } from './word-index.ts';

const boat: MemoryDraft = {
  type: 'user',
  kind: 'fact',
  text: 'Ada calls her boat Albatross.',
  source: 'user_stated',
};
const whichShip = { text: 'What is the name of the ship?' };

test('[RET-1] without a model and without an option other words for the same thing are found', async () => {
  const memory = createLongTermMemory({ user: 'ada', retrieval: { worker: false } });
  await memory.store(boat);
  const { hits, degraded } = await memory.retrieve(whichShip);
  expect(hits.map(({ record }) => record.text)).toEqual([boat.text]);
  expect(degraded).toEqual([]);
  await memory.dispose();
});

test('[RET-5] an index with segments is read at the next start, and filled anew where they are gone', async () => {
  const store = inMemoryRecordStore();
  const segments = inMemorySegmentStore();
  const added: string[][] = [];
  const index = async (): Promise<RetrievalIndex> => {
    const inner = await createRetrievalIndex({ segments, worker: false });
    return {
      add(documents) {
        added.push(documents.map(({ id }) => id));
        return inner.add(documents);
      },
      remove: (ids) => inner.remove(ids),
      search: (query) => inner.search(query),
      settled: () => inner.settled(),
      close: () => inner.close(),
      status: () => inner.status(),
    };
  };
  const options = { user: 'ada', store, index, indexName: 'memory' };
  const found = async () => {
    const memory = createLongTermMemory(options);
    const { hits } = await memory.retrieve(whichShip);
    await memory.dispose();
    return hits.length;
  };
  const first = createLongTermMemory(options);
  await first.store(boat);
  await first.dispose();
  expect(added).toHaveLength(1);
  expect(await found()).toBe(1);
  expect(added).toHaveLength(1);
  const all = await segments.read('memory');
  await segments.write('memory', new Map([...all.keys()].map((name) => [name, undefined])));
  expect(await found()).toBe(1);
  expect(added).toHaveLength(2);
});

test('[RET-5] an index that could not be made is tried again, and one that nobody used is never made', async () => {
  let tries = 0;
  const index = new LateIndex(() => {
    tries += 1;
    if (tries === 1) throw new Error('no worker');
    return wordIndex();
  }, plainIndex);
  await index.settled();
  await index.close();
  expect(tries).toBe(0);
  await expect(index.search({ text: 'boat' })).rejects.toThrow('no worker');
  expect(await index.search({ text: 'boat' })).toMatchObject({ hits: [] });
  expect(tries).toBe(2);
});

test('[MSG-3] an option that a lazily made index refuses is told by every retrieval, and nothing is lost', async () => {
  const index = () => createRetrievalIndex({ language: 'no language!' });
  const memory = createLongTermMemory({ user: 'ada', index });
  expect(await memory.store(boat)).toMatchObject({ kind: 'stored' });
  await expect(memory.retrieve(whichShip)).rejects.toThrow('language');
  expect((await memory.list()).items).toHaveLength(1);
});
