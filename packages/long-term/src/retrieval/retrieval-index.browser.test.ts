import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { createLongTermMemory } from '../memory/create-long-term-memory.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
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
  const { hits, degraded } = await index.search({ text: 'boat' });
  expect(hits[0]?.document.id).toBe('1');
  expect(degraded.join()).toMatch(/worker of the index did not start/);
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
  expect(degraded.join()).toMatch(/Out of memory.*made again/);
  workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory.' }));
  await memory.dispose();
  expect(workers).toHaveLength(2);
});

test('[RET-5] a worker that is terminated in the midst of a call fails it by its lock, not by silence', async () => {
  const workers: Worker[] = [];
  const index = await createRetrievalIndex({
    // No time passes, so its silence is never noticed.
    clock: aSimulatedClock(),
    worker: () => {
      const worker = new Worker(new URL('./worker/retrieval-worker.ts', import.meta.url), {
        type: 'module',
      });
      workers.push(worker);
      return worker;
    },
  });
  const documents = Array.from({ length: 5_000 }, (_, at) => ({ id: `${at}`, text: `Boat ${at}` }));
  const adding = index.add(documents);
  workers[0]?.terminate();
  await expect(adding).rejects.toThrow('It ended by itself.');
  await index.close();
});

test('[RET-5] a worker that crashes again and again is given up, and the index works in the page', async () => {
  const engine = new URL('./worker/retrieval-worker.ts?worker_file&type=module', import.meta.url)
    .href;
  // Its listener stands before the engine's own, which never gets to answer.
  const crash = moduleOf(`addEventListener('message', (event) => {
    if (event.data.path?.[0] !== 'search') return;
    event.stopImmediatePropagation();
    throw new Error('Out of memory.');
  });`);
  const address = moduleOf(`import ${JSON.stringify(crash)}; import ${JSON.stringify(engine)};`);
  let made = 0;
  const worker = () => {
    made += 1;
    return new Worker(address, { type: 'module' });
  };
  const store = inMemoryRecordStore();
  const segments = inMemorySegmentStore();
  const memory = createLongTermMemory({ store, retrieval: { segments, worker } });
  await memory.set('boat', 'My boat is called Albatross.');
  const [one, other] = await Promise.all([
    memory.retrieve({ text: 'name of the ship' }),
    memory.retrieve({ text: 'boat' }),
  ]);
  await memory.set('dog', 'My dog is called Rex.');
  const last = await memory.retrieve({ text: 'dog' });
  for (const { hits, degraded } of [one, other, last]) {
    expect(hits).toHaveLength(1);
    expect(degraded).toEqual([
      expect.stringMatching(/3 times in a row.*Out of memory.*in the page.*nothing is missing/),
    ]);
  }
  expect(made).toBe(3);
  await memory.dispose();
  const next = createLongTermMemory({ store, retrieval: { segments } });
  expect((await next.retrieve({ text: 'boat and dog' })).hits).toHaveLength(2);
  await next.dispose();
});

function moduleOf(script: string): string {
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}

test('[RET-5] the worker and the page find the same', async () => {
  const inPage = await createRetrievalIndex({ worker: false });
  const inWorker = await createRetrievalIndex();
  await inPage.add(TURNS);
  await inWorker.add(TURNS);
  const query = { text: 'boat that barks', nowMs: 1 };
  expect(await inWorker.search(query)).toEqual(await inPage.search(query));
  await Promise.all([inPage.close(), inWorker.close()]);
});

test('[NS-2] of two tabs one stores the index, and the other one all of it when that closes', async () => {
  const segments = Object.assign(inMemorySegmentStore(), { address: 'two tabs' });
  const stored = () => {
    const bytes = [...segments.bytes('memory').values()];
    return bytes.map((part) => new TextDecoder().decode(part)).join();
  };
  const first = await createRetrievalIndex({ segments });
  const second = await createRetrievalIndex({ segments });
  await first.add([{ id: 'a', text: 'zeppelin' }]);
  await second.add([{ id: 'b', text: 'xylophone' }]);
  await Promise.all([first.settled(), second.settled()]);
  expect(stored()).toMatch(/zeppelin/);
  expect(stored()).not.toMatch(/xylophone/);
  expect(await first.status()).toEqual({ documents: 1, withVector: 0, problems: [] });
  expect(await second.status()).toMatchObject({ isStored: false, problems: [] });
  const { hits, degraded } = await second.search({ text: 'xylophone' });
  expect([hits.length, degraded]).toEqual([1, []]);

  await first.close();
  // Locks are given in turn: behind this answer the second tab has its lock.
  await navigator.locks.request(
    'agent-memory-index:two tabs:memory',
    { ifAvailable: true },
    () => undefined,
  );
  await second.settled();
  expect(stored()).toMatch(/xylophone/);
  expect(stored()).not.toMatch(/zeppelin/);
  expect(await second.status()).toEqual({ documents: 1, withVector: 0, problems: [] });
  await second.close();
});

test('[NS-2] a second tab marks nothing as stored that is not, and the next start misses nothing', async () => {
  const store = inMemoryRecordStore();
  const segments = Object.assign(inMemorySegmentStore(), { address: 'two memories' });
  const first = createLongTermMemory({ store, retrieval: { segments } });
  await first.set('boat', 'Albatross');
  const second = createLongTermMemory({ store, retrieval: { segments } });
  await second.set('dog', 'Rex');
  await second.dispose();
  const next = createLongTermMemory({ store, retrieval: { segments } });
  const { hits } = await next.retrieve({ text: 'Albatross and Rex' });
  expect(hits.map(({ record }) => record.key).sort()).toEqual(['boat', 'dog']);
  await Promise.all([first.dispose(), next.dispose()]);
});
