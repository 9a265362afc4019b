import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { conceptEmbedder } from '../testing/concept-embedder.ts';
import { inMemorySegmentStore } from '../testing/in-memory-segment-store.ts';
import { createRetrievalIndex } from './create-retrieval-index.ts';

const TURNS = [
  { id: '1', text: 'My boat is called Albatross.', author: 'Ana', sessionId: 's' },
  { id: '2', text: 'Mine is called Rex, and it barks.', author: 'Ben', sessionId: 's' },
];

test('[RET-5] the index lives in a worker, and what it stored opens in the next one', async () => {
  const segments = inMemorySegmentStore();
  const first = await createRetrievalIndex({ segments, embedder: conceptEmbedder([]) });
  expect((await first.status()).problems).toEqual([]);
  await first.add(TURNS);
  await first.settled();
  await first.close();

  const embedder = conceptEmbedder([]);
  const second = await createRetrievalIndex({ segments, embedder });
  const { hits } = await second.search({ text: 'What is the name of the ship?', limit: 1 });
  expect(hits[0]?.document).toEqual(TURNS[0]);
  expect(await second.status()).toEqual({ documents: 2, withVector: 2, problems: [] });
  await second.close();
});

test('[RET-5] a worker that does not start is reported, and the index works in the page', async () => {
  const segments = inMemorySegmentStore();
  const first = await createRetrievalIndex({ segments });
  await first.add(TURNS);
  await first.close();

  const index = await createRetrievalIndex({
    segments,
    worker: () => new Worker(URL.createObjectURL(new Blob(['throw new Error("no")']))),
  });
  expect((await index.status()).problems.join()).toMatch(/worker of the index did not start/);
  expect((await index.search({ text: 'boat' })).hits[0]?.document.id).toBe('1');
  await index.close();
});

test('[RET-5] a memory outlives the worker of its index, and misses nothing', async () => {
  const workers: Worker[] = [];
  const worker = () => {
    const made = new Worker(new URL('./worker/retrieval-worker.ts', import.meta.url), {
      type: 'module',
    });
    workers.push(made);
    return made;
  };
  const segments = inMemorySegmentStore();
  const memory = createLongTermMemory({ retrieval: { segments, worker } });
  await memory.set('boat', 'My boat is called Albatross.');
  workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory.' }));
  await memory.set('dog', 'My dog is called Rex.');
  const { hits, degraded } = await memory.retrieve({ text: 'boat and dog' });
  expect(hits.map(({ record }) => record.key).sort()).toEqual(['boat', 'dog']);
  expect(degraded.join()).toMatch(/Out of memory.*made anew/);
  workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory.' }));
  await memory.dispose();
  expect(workers).toHaveLength(2);
});

test('[RET-5] the worker and the page find the same', async () => {
  const inPage = await createRetrievalIndex({ worker: false });
  const inWorker = await createRetrievalIndex();
  await inPage.add(TURNS);
  await inWorker.add(TURNS);
  const query = { text: 'boat that barks', nowMs: 1 };
  expect(await inWorker.search(query)).toEqual(await inPage.search(query));
  await Promise.all([inPage.close(), inWorker.close()]);
});
