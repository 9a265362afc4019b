import { expect, test } from 'vitest';
import { conceptEmbedder } from '../../testing/concept-embedder.ts';
import { inMemorySegmentStore } from '../../testing/in-memory-segment-store.ts';
import { createRetrievalIndex } from '../create-retrieval-index.ts';

const SHIPS = [['ship', 'vessel']];
const DOCUMENTS = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, text: `vessel ${at}` }));

async function aFilledStore() {
  const segments = inMemorySegmentStore();
  const embedder = conceptEmbedder(SHIPS);
  const index = await createRetrievalIndex({ segments, embedder, neighbours: false });
  await index.add(DOCUMENTS);
  await index.settled();
  await index.close();
  return segments;
}

/** An embedder that stops after so many batches of passages until it is let go on. */
function halting(batches: number, options: Parameters<typeof conceptEmbedder>[1]) {
  const inner = conceptEmbedder(SHIPS, options);
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let passed = 0;
  let reached = (): void => undefined;
  const halted = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return {
    model: inner.model,
    calls: inner.calls,
    halted,
    letGo,
    async embed(...[texts, call]: Parameters<typeof inner.embed>) {
      if (call.purpose === 'passage') {
        passed += 1;
        if (passed > batches) {
          reached();
          await gate;
        }
      }
      return inner.embed(texts, call);
    },
  };
}

test.each([
  ['another version', { version: '2' }],
  ['another model and dimension', { id: 'other', dimension: 48 }],
])(
  '[RET-7] %s: searches work meanwhile, and in the end only its vectors are left',
  async (_, options) => {
    const segments = await aFilledStore();
    const embedder = halting(2, options);
    const index = await createRetrievalIndex({ segments, embedder, neighbours: false });
    await embedder.halted;
    const meanwhile = await index.search({ text: 'vessel 39', limit: 1 });
    expect(meanwhile.hits[0]?.document.id).toBe('39');
    embedder.letGo();
    await index.settled();
    const { hits, degraded } = await index.search({ text: 'ship', limit: 1 });
    expect(hits[0]?.signals.meaning?.rank).toBe(1);
    expect(degraded).toEqual([]);
    expect(await index.status()).toEqual({ documents: 40, withVector: 40, problems: [] });
    await index.close();
    const { id, version } = embedder.model;
    const names = [...segments.bytes('memory').keys()].filter((name) => name.startsWith('vectors'));
    expect(names).toEqual([`vectors-${id}@${version}-0`]);
  },
);

test('[RET-7] another dimension under the same name is no error: words answer, and vectors are made anew', async () => {
  const segments = await aFilledStore();
  const embedder = conceptEmbedder(SHIPS, { dimension: 48 });
  const index = await createRetrievalIndex({ segments, embedder, neighbours: false });
  const meanwhile = await index.search({ text: 'vessel 39', limit: 1 });
  expect(meanwhile.hits[0]?.document.id).toBe('39');
  expect(meanwhile.degraded.join()).toMatch(/40 of 40 documents are found by words alone/);
  await index.settled();
  const { hits, degraded } = await index.search({ text: 'ship', limit: 1 });
  expect(hits[0]?.signals.meaning?.rank).toBe(1);
  expect(degraded).toEqual([]);
});

test('[RET-7] an embedder whose dimension changes from vector to vector is asked once, and every search says so', async () => {
  let calls = 0;
  const wild = {
    model: { id: 'wild', version: '1' },
    async embed(texts: readonly string[]) {
      calls += 1;
      return texts.map((_, at) => new Float32Array(8 + calls + at).fill(1));
    },
  };
  const index = await createRetrievalIndex({ embedder: wild, neighbours: false });
  await index.add(DOCUMENTS);
  await index.settled();
  const sentence = /embedder gave no vectors.*vectors of \d+ and of \d+ numbers/;
  expect((await index.status()).problems.join()).toMatch(sentence);
  const asked = calls;
  for (let search = 1; search <= 3; search += 1) {
    const { hits, degraded } = await index.search({ text: 'vessel 39', limit: 1 });
    expect(hits[0]?.document.id).toBe('39');
    expect(degraded.join()).toMatch(sentence);
    expect(calls).toBe(asked + search);
  }
});

test('[RET-7] questions of another dimension than documents leave the words to decide, and nothing is embedded again', async () => {
  const passages = conceptEmbedder(SHIPS);
  const questions = conceptEmbedder(SHIPS, { dimension: 48 });
  const embedder = {
    model: passages.model,
    embed: (...[texts, call]: Parameters<typeof passages.embed>) =>
      (call.purpose === 'query' ? questions : passages).embed(texts, call),
  };
  const index = await createRetrievalIndex({
    segments: await aFilledStore(),
    embedder,
    neighbours: false,
  });
  // The stored vectors may be those of an earlier dimension: they are made anew, once.
  await index.search({ text: 'vessel 39' });
  for (let search = 0; search < 3; search += 1) {
    await index.settled();
    const { hits, degraded } = await index.search({ text: 'vessel 39', limit: 1 });
    expect(hits[0]?.document.id).toBe('39');
    expect(degraded).toEqual([
      expect.stringMatching(/48 numbers for questions and of 32 for documents.*words alone/),
    ]);
  }
  expect(passages.calls.flatMap(({ texts }) => texts)).toHaveLength(DOCUMENTS.length);
});

test('[RET-7] re-embedding goes on where a closed page left off', async () => {
  const segments = await aFilledStore();
  const first = halting(3, { version: '2' });
  const left = await createRetrievalIndex({ segments, embedder: first, neighbours: false });
  await first.halted;
  await left.close();
  first.letGo();

  const second = conceptEmbedder(SHIPS, { version: '2' });
  const index = await createRetrievalIndex({ segments, embedder: second, neighbours: false });
  await index.settled();
  const again = second.calls.flatMap(({ texts }) => texts);
  expect(again).toHaveLength(40 - 3 * 8);
  expect((await index.status()).withVector).toBe(40);
});

test('[RET-7] an embedder that tells its model only once it was loaded is waited for', async () => {
  const inner = conceptEmbedder(SHIPS);
  let loaded = false;
  const late = {
    get model() {
      return loaded ? inner.model : undefined;
    },
    embed: (...call: Parameters<typeof inner.embed>) => {
      loaded = true;
      return inner.embed(...call);
    },
  };
  const index = await createRetrievalIndex({ embedder: late });
  await index.settled();
  expect(inner.calls).toEqual([]);
  await index.add(DOCUMENTS);
  await index.settled();
  expect((await index.status()).withVector).toBe(40);
});
