import { createAgentMemory, systemClock } from '@agent-memory/core';
import {
  createLongTermMemory,
  type LongTermMemory,
  type LongTermMemoryOptions,
  type RecordStore,
} from '@agent-memory/long-term';
import { aRecord, recordStoreContract } from '@agent-memory/long-term/testing';
import { sessionCatalog } from '@agent-memory/sessions';
import fc from 'fast-check';
import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { indexedDbStore } from '../indexeddb-store.ts';
import { dumpDatabase } from '../testing/database-dump.ts';
import { indexedDbRecordStore } from './indexeddb-record-store.ts';
import { indexedDbSegmentStore } from './indexeddb-segment-store.ts';

let databases = 0;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

recordStoreContract('indexedDbRecordStore', async () => {
  const databaseName = aDatabaseName();
  const store = indexedDbRecordStore({ databaseName });
  return {
    store,
    reopen: async () => {
      await store.close();
      return aStoreIn(databaseName);
    },
    dump: async () => JSON.stringify(await dumpDatabase(databaseName)),
  };
});

test('[STO-6] a record that is damaged on disk costs itself alone, and is named', async () => {
  const { store, databaseName } = aStore();
  await store.commit({ puts: ['a', 'b', 'c'].map((id) => aRecord({ id })) });
  await damage(databaseName, 'b', { record: { id: 'b', text: 7 }, page: ['user:ada', 1, 'b'] });
  await damage(databaseName, 'c', 'no record at all');
  const ids = ['a', 'b', 'c'];
  expect((await store.byIds(ids)).map(({ id }) => id)).toEqual(['a']);
  expect((await store.page({ namespaces: ['user:ada'] })).items).toHaveLength(1);
  expect((await store.changesSince(0)).puts).toHaveLength(1);
  expect(await store.damaged()).toHaveLength(2);
  expect((await store.damaged())[0]).toContain('"b"');
});

test.each([-1e15, 0.5, 'seven', Number.MAX_SAFE_INTEGER, null])(
  '[STO-6] a count of changes that is not one (%s) is made again, and nothing waits for ever',
  async (revision) => {
    const { store, databaseName } = aStore();
    await store.commit({ puts: [aRecord({ id: 'a', text: 'Ada drinks tea.' })] });
    await store.commit({ puts: [aRecord({ id: 'b' })] });
    const db = await openDB(databaseName);
    await db.put('record-meta', revision, 'revision');
    db.close();
    expect(await store.revision()).toBe(2);
    const { hits } = await aMemoryIn(databaseName).retrieve({ text: 'tea' });
    expect(hits.map(({ record: { id } }) => id)).toEqual(['a']);
  },
);

test.each([['\ud800'], [['user:ada', 'no time', 'b']], [[7]], [[]]])(
  '[STO-6] a damaged place in the order of records (%j) hides no namespace',
  async (page) => {
    const { store, databaseName } = aStore();
    const namespaces = ['a', 'user:ada', 'z'];
    await store.commit({
      puts: namespaces.map((namespace) => aRecord({ id: namespace, namespace })),
    });
    await damage(databaseName, 'b', { record: aRecord({ id: 'b' }), putAt: 1, page });
    expect(await store.namespaces()).toEqual(namespaces);
  },
);

test('[STO-6] a record with a time that no date can hold costs itself alone', async () => {
  const { store, databaseName } = aStore();
  await store.commit({
    puts: [aRecord({ id: 'a', text: 'Ada drinks tea.' }), aRecord({ id: 'b' })],
  });
  const record = aRecord({ id: 'b', text: 'Ada drinks green tea.', createdAtMs: 9e15 });
  await damage(databaseName, 'b', { record, putAt: 1, page: ['user:ada', 9e15, 'b'] });
  const memory = aMemoryIn(databaseName);
  const { hits } = await memory.retrieve({ text: 'tea' });
  expect(hits.map(({ record: { id } }) => id)).toEqual(['a']);
  expect((await store.damaged()).join()).toContain('"b"');
});

test('[STO-2] where there is no IndexedDB every call says so', async () => {
  const store = indexedDbRecordStore({ getIndexedDb: () => undefined });
  await expect(store.revision()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await expect(store.commit({ puts: [aRecord()] })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
});

test('[NS-2] of two tabs that write on the same revision both keep their word', async () => {
  const databaseName = aDatabaseName();
  const tabs = [aMemoryIn(databaseName), aMemoryIn(databaseName)];
  await Promise.all(
    tabs.flatMap((memory, tab) =>
      Array.from({ length: 10 }, (_, index) => memory.set(`key-${tab}-${index}`, index)),
    ),
  );
  const [one] = tabs;
  expect((await one?.list({}, { limit: 100 }))?.items).toHaveLength(20);
  await Promise.all(tabs.map((memory) => memory.set('same', Math.random())));
  expect((await one?.list({ keyPrefix: 'same' }))?.items).toHaveLength(1);
});

test('[LTM-5] of changes of one record in two tabs at the same time one counts (seed 7)', async () => {
  const aChange = fc.record({
    name: fc.constantFrom('correct', 'supersede', 'forget'),
    tab: fc.constantFrom(0, 1),
  });
  const databaseName = aDatabaseName();
  const tabs = [aMemoryIn(databaseName), aMemoryIn(databaseName)] as const;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(aChange, { minLength: 2, maxLength: 4 }), async (changes) => {
      const id = `cat-${++runs}`;
      const draft = { type: 'user', kind: 'fact', subject: id, source: 'user_stated' } as const;
      await tabs[0].store({ ...draft, id, text: 'Ada has 1 cat.' });
      const outcomes = await Promise.all(
        changes.map(({ name, tab }, at) => {
          const memory = tab === 0 ? tabs[0] : tabs[1];
          const text = 'lion puma lynx serval'.split(' ')[at] ?? '';
          if (name === 'forget') return memory.forget(id);
          if (name === 'correct') return memory.correct(id, text);
          return memory.store({ ...draft, text, supersedes: id });
        }),
      );
      const kinds = outcomes.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind !== 'refused')).toHaveLength(1);
      const { items } = await tabs[0].list({ subject: id });
      expect(items).toHaveLength(kinds.includes('changed') ? 0 : 1);
    }),
    { seed: 7, numRuns: 20 },
  );
});

test('[NS-2] a tab finds what another one has written, and is told about it', async () => {
  const databaseName = aDatabaseName();
  const [one, two] = [aMemoryIn(databaseName), aMemoryIn(databaseName)];
  await two.ready;
  const told = new Promise<string>((resolve) => {
    two.subscribe((event) => {
      if (event.type === 'record-change') resolve(event.from);
    });
  });
  await one.store({
    type: 'user',
    kind: 'fact',
    text: 'Ada plays the cello.',
    source: 'user_stated',
  });
  expect(await told).toBe('elsewhere');
  const { hits } = await two.retrieve({ text: 'cello' });
  expect(hits.map(({ record }) => record.text)).toEqual(['Ada plays the cello.']);
});

test('[LTM-8] what was erased is nowhere in the database, under no name and in no version', async () => {
  const databaseName = aDatabaseName();
  const memory = aMemoryIn(databaseName);
  const first = await memory.store({
    type: 'user',
    kind: 'fact',
    subject: 'allergies',
    key: 'allergy',
    value: 'hazelnut',
    text: 'Ada cannot eat hazelnuts.',
    source: 'user_stated',
    metadata: { note: 'hazelnut, said twice' },
  });
  if (first.kind === 'refused') throw new Error(first.refusal.sentence);
  const second = await memory.correct(first.record.id, 'Ada cannot eat walnuts.');
  if (second.kind === 'refused') throw new Error(second.refusal.sentence);
  await memory.retrieve({ text: 'walnuts' });
  await memory.erase({ id: second.record.id });
  const all = JSON.stringify(await dumpDatabase(databaseName));
  expect(all).not.toMatch(/hazelnut|walnut|allerg/i);
  expect(all).toContain(second.record.id);
});

test('[LTM-8] erased with its sources, a statement is nowhere in the database of records and sessions', async () => {
  const databaseName = aDatabaseName();
  const sessions = indexedDbStore({ databaseName });
  cleanups.push(() => sessions.close());
  const talk = createAgentMemory({ id: 'talk', contextWindow: 4096, store: sessions });
  await talk.append({ id: 'said', role: 'user', content: 'My safe opens with quince-zz47.' });
  for (let turn = 0; turn < 30; turn += 1) {
    await talk.append({ role: 'user', content: `Tell me about topic ${turn}.` });
    await talk.append({ role: 'assistant', content: `Topic ${turn} is long. `.repeat(20) });
  }
  await talk.append({
    id: 'echo',
    role: 'assistant',
    content: 'Your safe opens with quince-zz47.',
  });
  await talk.patchScratchpad({ keyFacts: ['safe: quince-zz47'] });
  await talk.assemble();
  await talk.dispose();
  const memory = aMemoryIn(databaseName, { sessions: sessionCatalog(sessions) });
  await memory.store({
    type: 'user',
    kind: 'identifier',
    text: 'The safe opens with quince-zz47.',
    value: 'quince-zz47',
    source: 'user_stated',
    evidence: [{ sessionId: 'talk', entryId: 'said' }],
  });
  expect(JSON.stringify(await dumpDatabase(databaseName))).toContain('quince');
  const report = await memory.erase({ everything: true }, { includeSources: true });
  expect(report.sources).toEqual([{ sessionId: 'talk', entryId: 'said' }]);
  expect(JSON.stringify(await dumpDatabase(databaseName))).not.toMatch(/quince|zz47/);
  expect((await sessions.load('talk'))?.entries).toHaveLength(62);
});

test('[LTM-6] one of two tabs sweeps, and the other one when that tab is gone', async () => {
  const databaseName = aDatabaseName();
  let aheadMs = 0;
  const clock = { ...systemClock, nowMs: () => Date.now() + aheadMs };
  const one = aMemoryIn(databaseName, { clock });
  const sweptByOne = nextSweep(one);
  await one.ready;
  expect(await sweptByOne).toBe(0);
  const two = aMemoryIn(databaseName, { clock });
  const sweptByTwo = nextSweep(two);
  await two.set('short', 'lived', { expiresAtMs: clock.nowMs() + 3_600_000 });
  aheadMs = 3_600_000;
  await one.dispose();
  expect(await sweptByTwo).toBe(1);
});

test('[RET-5] what is stored after the database was deleted under an open page is found, also after a reload', async () => {
  const databaseName = aDatabaseName();
  const options = () => ({
    store: indexedDbRecordStore({ databaseName }),
    retrieval: { segments: indexedDbSegmentStore({ databaseName }) },
  });
  const memory = createLongTermMemory(options());
  await memory.set('boat', 'Albatross');
  await deleteDB(databaseName);
  await memory.set('dog', 'Rex');
  const keysOf = async (asked: LongTermMemory) => {
    const { hits } = await asked.retrieve({ text: 'Albatross or Rex' });
    return hits.map(({ record }) => record.key);
  };
  expect(await keysOf(memory)).toEqual(['dog']);
  await memory.dispose();
  const reloaded = createLongTermMemory(options());
  expect(await keysOf(reloaded)).toEqual(['dog']);
  await reloaded.dispose();
});

test('[LTM-8] after the database was deleted under an open page, ids and tombstones are those of the new one', async () => {
  const databaseName = aDatabaseName();
  const memory = aMemoryIn(databaseName);
  const draft = { type: 'user', kind: 'fact', text: 'Ada drinks tea.' } as const;
  const before = await memory.store(draft);
  await deleteDB(databaseName);
  const after = await memory.store(draft);
  if (before.kind === 'refused' || after.kind === 'refused') throw new Error('Both are stored.');
  expect(after.record.id).not.toBe(before.record.id);
  await memory.erase({ everything: true });
  await memory.dispose();
  const reloaded = aMemoryIn(databaseName);
  const again = await reloaded.store(draft);
  expect(again).toMatchObject({ kind: 'refused', refusal: { rule: 'ERASED' } });
  const anew = await reloaded.store({
    ...draft,
    source: 'user_stated',
    evenIfErased: true,
  });
  expect(anew).toMatchObject({ kind: 'stored', record: { id: after.record.id } });
});

test('[LTM-8] a database that is deleted while a write is decided gets nothing that is keyed to the old one', async () => {
  const databaseName = aDatabaseName();
  const store = aStoreIn(databaseName);
  const draft = { type: 'user', kind: 'fact', text: 'Ada drinks tea.' } as const;
  let isDeleted = false;
  const commit = store.commit.bind(store);
  store.commit = async (change, options) => {
    if (!isDeleted) await deleteDB(databaseName);
    isDeleted = true;
    return commit(change, options);
  };
  const memory = aMemoryIn(databaseName, { store });
  // Both databases are at revision 0, and only the secret tells them apart.
  const stored = await memory.store(draft);
  const elsewhere = await aMemoryIn(databaseName).store(draft);
  if (stored.kind === 'refused') throw new Error(stored.refusal.sentence);
  expect(elsewhere).toMatchObject({ kind: 'unchanged', record: { id: stored.record.id } });
});

test('[RET-5] no task of the page takes in more than one segment, and all of them come back', async () => {
  const store = indexedDbSegmentStore({ databaseName: aDatabaseName() });
  cleanups.push(() => store.close());
  const segments = Array.from({ length: 30 }, (_, at) => {
    return [`documents-${at}`, Uint8Array.of(at).buffer] as const;
  });
  await store.write('records', new Map(segments));
  const readAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const read = await store.read('records');
  expect(readAll).not.toHaveBeenCalled();
  readAll.mockRestore();
  expect(read).toEqual(new Map(segments));
});

test('[RET-5] segments come back equal after a reload, and go when they are taken away', async () => {
  const databaseName = aDatabaseName();
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const store = indexedDbSegmentStore({ databaseName });
  await store.write(
    'records',
    new Map([
      ['a', bytes],
      ['b', new ArrayBuffer(0)],
    ]),
  );
  await store.write('records-2', new Map([['a', new ArrayBuffer(1)]]));
  await store.close();
  const again = indexedDbSegmentStore({ databaseName });
  cleanups.push(() => again.close());
  const read = await again.read('records');
  expect([...read.keys()]).toEqual(['a', 'b']);
  expect(read.get('a')).toEqual(bytes);
  expect(read.get('a')).not.toBe(bytes);
  await again.write('records', new Map([['a', undefined]]));
  expect([...(await again.read('records')).keys()]).toEqual(['b']);
  expect((await again.read('none')).size).toBe(0);
});

function nextSweep(memory: LongTermMemory): Promise<number> {
  return new Promise((resolve) => {
    memory.subscribe((event) => {
      if (event.type === 'sweep-end') resolve(event.ended);
    });
  });
}

function aMemoryIn(databaseName: string, options: LongTermMemoryOptions = {}) {
  const store = aStoreIn(databaseName);
  const memory = createLongTermMemory({ store, user: 'ada', ...options });
  cleanups.push(() => memory.dispose());
  return memory;
}

function aStore(): { readonly store: RecordStore; readonly databaseName: string } {
  const databaseName = aDatabaseName();
  return { store: aStoreIn(databaseName), databaseName };
}

function aStoreIn(databaseName: string): RecordStore {
  const store = indexedDbRecordStore({ databaseName });
  cleanups.push(() => store.close());
  return store;
}

async function damage(databaseName: string, id: string, value: unknown): Promise<void> {
  const db = await openDB(databaseName);
  await db.put('records', value, id);
  db.close();
}

function aDatabaseName(): string {
  const databaseName = `records-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}
