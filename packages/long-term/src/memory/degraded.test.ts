import { aSimulatedClock } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import type { RetrievalDocument, RetrievalIndex } from '../retrieval/retrieval-index.ts';
import { WorkerEndedError } from '../retrieval/worker/engine-host.ts';
import { inMemoryRecordStore } from '../store/in-memory-record-store.ts';
import type { RecordStore } from '../store/record-store.ts';
import { aReplaceableStore } from '../testing/a-replaceable-store.ts';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { LongTermMemory } from './long-term-memory.ts';
import { wordIndex } from './word-index.ts';

const TEA = { type: 'user', kind: 'fact', text: 'Ada drinks tea.', source: 'user_stated' } as const;

/** An index that keeps what it was given over pages, notes the ids, and fails when it is told to. */
function aWatchedIndex() {
  const inner = wordIndex();
  const state = { added: [] as string[], isFailing: false };
  const refuseWhenFailing = () => {
    if (state.isFailing) throw new Error('the index is broken');
  };
  const index: RetrievalIndex = {
    async add(documents: readonly RetrievalDocument[]) {
      refuseWhenFailing();
      state.added.push(...documents.map(({ id }) => id));
      await inner.add(documents);
    },
    async remove(ids) {
      refuseWhenFailing();
      await inner.remove(ids);
    },
    search: (query) => inner.search(query),
    ids: async () => (await inner.ids?.()) ?? [],
    settled: () => inner.settled(),
    close: async () => refuseWhenFailing(),
  };
  return { index, state };
}

function degradationsOf(memory: LongTermMemory): string[] {
  const sentences: string[] = [];
  memory.subscribe((event) => {
    if (event.type === 'degradation-add') sentences.push(event.sentence);
  });
  return sentences;
}

async function hitsOf(memory: LongTermMemory, text: string): Promise<string[]> {
  return (await memory.retrieve({ text })).hits.map(({ record }) => record.text);
}

test('[STO-6] a damaged record that a store gives out costs itself alone, and the answer says so', async () => {
  const inner = inMemoryRecordStore();
  const store: RecordStore = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'byIds') return typeof value === 'function' ? value.bind(target) : value;
      const byIds: RecordStore['byIds'] = async (ids) =>
        (await inner.byIds(ids)).map((record) =>
          record.text.includes('coffee') ? { ...record, createdAtMs: 9e15 } : record,
        );
      return byIds;
    },
  });
  const memory = createLongTermMemory({ user: 'ada', store });
  await memory.store(TEA);
  await memory.store({ ...TEA, text: 'Ada drinks coffee with tea.' });
  const { hits, degraded } = await memory.retrieve({ text: 'tea' });
  expect(hits.map(({ record }) => record.text)).toEqual(['Ada drinks tea.']);
  expect(degraded).toEqual([expect.stringMatching(/damaged.*1/)]);
});

test('[RET-5] an index that outlives the page is given only what it lacks', async () => {
  const store = inMemoryRecordStore();
  const { index, state } = aWatchedIndex();
  const first = createLongTermMemory({ store, index, indexName: 'records' });
  await first.store(TEA);
  await first.dispose();
  const second = createLongTermMemory({ store, index, indexName: 'records' });
  expect(await hitsOf(second, 'tea')).toEqual(['Ada drinks tea.']);
  expect(state.added).toHaveLength(1);
  await second.set('theme', 'dark');
  expect(state.added).toHaveLength(2);
});

test('[RET-5] what an index lacks after a crash is brought up', async () => {
  const store = inMemoryRecordStore();
  const { index, state } = aWatchedIndex();
  const crashed = createLongTermMemory({ store, index, indexName: 'records' });
  await crashed.ready;
  state.isFailing = true;
  const sentences = degradationsOf(crashed);
  expect((await crashed.store(TEA)).kind).toBe('stored');
  expect(sentences[0]).toContain('it is stored');
  expect(await hitsOf(crashed, 'tea')).toEqual([]);
  state.isFailing = false;
  const next = createLongTermMemory({ store, index, indexName: 'records' });
  expect(await hitsOf(next, 'tea')).toEqual(['Ada drinks tea.']);
});

test('[RET-5] what an index could not take comes with the next write', async () => {
  const { index, state } = aWatchedIndex();
  const memory = createLongTermMemory({ index });
  await memory.ready;
  state.isFailing = true;
  await memory.store(TEA);
  state.isFailing = false;
  await memory.set('theme', 'dark');
  expect(await hitsOf(memory, 'tea')).toEqual(['Ada drinks tea.']);
});

test.each([
  [1, 1],
  [2, 1],
  [1, 3],
])(
  '[RET-5] a store that was deleted under an open page after %i writes, and written %i times, fills the index again',
  async (before, after) => {
    const { store, current, beginAnew } = aReplaceableStore();
    const { index } = aWatchedIndex();
    const options = { store, index, indexName: 'records' };
    const memory = createLongTermMemory(options);
    for (let at = 0; at < before; at += 1) await memory.set(`old ${at}`, 'tea');
    beginAnew();
    // Another tab wrote before this one.
    const elsewhere = createLongTermMemory({ store: current() });
    for (let at = 1; at < after; at += 1) await elsewhere.set(`new ${at}`, 'coffee');
    await memory.set('new 0', 'coffee');
    expect(await hitsOf(memory, 'coffee')).toHaveLength(after);
    expect(await index.search({ text: 'tea' })).toMatchObject({ hits: [] });
    await memory.dispose();
    const reloaded = createLongTermMemory(options);
    expect(await hitsOf(reloaded, 'coffee')).toHaveLength(after);
    expect(await current().mark('records')).toBe(after);
  },
);

test('[RET-5] an index whose worker ended is made again, filled with what is missing, and the answer says so', async () => {
  let made = 0;
  const ends: (() => void)[] = [];
  const index = async (): Promise<RetrievalIndex> => {
    made += 1;
    const inner = wordIndex();
    let hasEnded = false;
    ends.push(() => {
      hasEnded = true;
    });
    const reached = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
      hasEnded ? Promise.reject(new WorkerEndedError('It was terminated.')) : answer;
    return {
      add: (documents) => reached(inner.add(documents)),
      remove: (ids) => reached(inner.remove(ids)),
      search: (query) => reached(inner.search(query)),
      settled: () => reached(inner.settled()),
      close: () => reached(inner.close()),
    };
  };
  const end = () => ends.at(-1)?.();
  const memory = createLongTermMemory({ index });
  const failures = degradationsOf(memory);
  await memory.store(TEA);
  end();
  const { hits, degraded } = await memory.retrieve({ text: 'tea' });
  expect(hits.map(({ record }) => record.text)).toEqual([TEA.text]);
  expect(degraded).toEqual([expect.stringMatching(/terminated.*made again/)]);
  expect((await memory.retrieve({ text: 'tea' })).degraded).toEqual([]);
  end();
  await memory.set('theme', 'dark');
  expect(await hitsOf(memory, 'tea')).toEqual([TEA.text]);
  expect(await hitsOf(memory, 'dark')).toHaveLength(1);
  expect(made).toBe(3);
  expect(failures).toEqual([]);
  end();
  await memory.dispose();
});

test('[RET-5] an index of your own whose workers end one after another is given up, and plain words are found', async () => {
  const store = inMemoryRecordStore();
  let made = 0;
  const index = (): RetrievalIndex => {
    made += 1;
    const end = () => Promise.reject(new WorkerEndedError('It ran out of memory.'));
    return { add: end, remove: end, search: end, settled: end, close: end };
  };
  const memory = createLongTermMemory({ store, index, indexName: 'records' });
  const failures = degradationsOf(memory);
  expect((await memory.store(TEA)).kind).toBe('stored');
  for (let times = 0; times < 2; times += 1) {
    const { hits, degraded } = await memory.retrieve({ text: 'tea' });
    expect(hits.map(({ record }) => record.text)).toEqual([TEA.text]);
    expect(degraded).toEqual([
      expect.stringMatching(/3 times in a row.*out of memory.*plain words.*loaded again/),
    ]);
  }
  expect(made).toBe(3);
  expect(failures).toEqual([]);
  await memory.erase({ everything: true });
  expect(await hitsOf(memory, 'tea')).toEqual([]);
  await memory.dispose();
  // The stored index was not given what the plain words were given.
  expect(await store.mark('records')).toBeUndefined();
});

test('[LTM-8] an erasure that the index did not carry out is said, and done with the next try', async () => {
  const { index, state } = aWatchedIndex();
  const memory = createLongTermMemory({ index });
  await memory.store(TEA);
  state.isFailing = true;
  await expect(memory.erase({ everything: true })).rejects.toThrow('the index is broken');
  state.isFailing = false;
  await memory.erase({ everything: true });
  expect((await index.search({ text: 'tea' })).hits).toEqual([]);
});

test('[RET-2] a recall that cannot be written down is a recall all the same', async () => {
  const store = inMemoryRecordStore();
  const memory = createLongTermMemory({ store: storeWithout(store, 'use') });
  await memory.store(TEA);
  const sentences = degradationsOf(memory);
  expect(await hitsOf(memory, 'tea')).toEqual(['Ada drinks tea.']);
  expect(sentences).toHaveLength(1);
});

test('[NS-2] a write that another tab has overtaken is decided again', async () => {
  const store = inMemoryRecordStore();
  let overtaken = 0;
  const racing = aStoreLike(store, {
    async commit(change, options) {
      if (change.basis !== undefined && overtaken < 3) {
        overtaken += 1;
        await other.set('theme', `dark ${overtaken}`);
      }
      return store.commit(change, options);
    },
  });
  const other = createLongTermMemory({ store });
  const memory = createLongTermMemory({ store: racing });
  await memory.set('theme', 'light');
  expect(overtaken).toBe(3);
  expect((await other.list()).items.map(({ record }) => record.value)).toEqual(['light']);
});

test('[STO-2] a store that cannot be opened is tried again with the next call', async () => {
  const store = inMemoryRecordStore();
  let isDenied = true;
  const denied = aStoreLike(store, {
    async secret(options) {
      if (isDenied) throw new Error('denied');
      return store.secret(options);
    },
  });
  const memory = createLongTermMemory({ store: denied });
  await expect(memory.ready).rejects.toThrow('denied');
  await expect(memory.store(TEA)).rejects.toThrow('denied');
  isDenied = false;
  expect((await memory.store(TEA)).kind).toBe('stored');
});

test('[LTM-11] a call ends with the reason of its signal, and does nothing then', async () => {
  const memory = createLongTermMemory({ clock: aSimulatedClock() });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(memory.store(TEA, { signal })).rejects.toThrow('enough');
  await expect(memory.retrieve({ text: 'tea' }, { signal })).rejects.toThrow('enough');
  await expect(memory.erase({ everything: true }, { signal })).rejects.toThrow('enough');
  expect((await memory.list()).items).toEqual([]);
});

function storeWithout(store: RecordStore, field: 'use'): RecordStore {
  return aStoreLike(store, {
    async commit(change, options) {
      if (change[field]) throw new Error('no room');
      return store.commit(change, options);
    },
  });
}

/** The store with some of its calls replaced. */
function aStoreLike(store: RecordStore, calls: Partial<RecordStore>): RecordStore {
  return new Proxy(store, {
    get(target, name) {
      const own: unknown = Reflect.get(calls, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
