import { createLongTermMemory, inMemoryRecordStore } from '@agent-memory/long-term';
import { inMemorySegmentStore } from '@agent-memory/long-term/testing';
import { expect, test } from 'vitest';
import { createDocuments } from './create-documents.ts';
import type { AddOutcome, Documents, StoredDocument } from './documents.ts';

const GUIDE = `# Harbour guide

## Ferries

The last ferry to the island leaves at 22:10.

## Prices

| from | to | price |
| --- | --- | --- |
| pier | island | 7 |
| island | cape | 9 |

- children ride for free
- dogs pay half
`;

const guide = { id: 'guide', name: 'guide.md', content: GUIDE };

function stored(outcome: AddOutcome): StoredDocument {
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.sentence);
  return outcome.document;
}

async function textsIn(documents: Documents): Promise<string> {
  const { items } = await documents.list();
  return JSON.stringify(await Promise.all(items.map(({ id }) => documents.read(id))));
}

test('[LTM-10] a document is found with its title, its headings, its lines and the id of the chunk', async () => {
  const documents = createDocuments();
  const document = stored(
    await documents.add({ ...guide, source: 'https://harbour.example/guide' }),
  );
  expect(document).toMatchObject({ id: 'guide', version: 1, title: 'Harbour guide', chunks: 3 });
  const { hits } = await documents.search({ text: 'When does the last ferry leave?' });
  expect(hits[0]?.citation).toEqual({
    documentId: 'guide',
    chunkId: expect.stringMatching(/^guide@[0-9a-f]{8}#1$/),
    title: 'Harbour guide',
    source: 'https://harbour.example/guide',
    headings: ['Harbour guide', 'Ferries'],
    lines: { first: 5, last: 5 },
  });
  expect(hits[0]).toMatchObject({ rank: 1, confidence: 0.3, chunk: { kind: 'paragraph' } });
});

test('[LTM-10] a document is listed and read in pages', async () => {
  const documents = createDocuments();
  await documents.add(guide);
  await documents.add({ name: 'note.txt', content: 'Bring a coat.' });
  const { items } = await documents.list();
  expect(items.map(({ title }) => title).sort()).toEqual(['Harbour guide', 'note.txt']);
  const first = await documents.read('guide', { limit: 2 });
  expect(first).toMatchObject({ next: 3, chunks: [{ number: 1 }, { kind: 'table' }] });
  const rest = await documents.read('guide', { from: 3 });
  expect(rest?.chunks.map(({ text }) => text)).toEqual([
    '- children ride for free\n- dogs pay half',
  ]);
  expect(rest?.next).toBeUndefined();
  expect(await documents.read('unknown')).toBeUndefined();
});

test('[LTM-10] a newer version takes the place of the one before, whose chunks are gone', async () => {
  const store = inMemoryRecordStore();
  const documents = createDocuments({ store });
  await documents.add(guide);
  const newer = GUIDE.replace('22:10', '23:45');
  const outcome = await documents.add({ ...guide, content: newer });
  expect(outcome).toMatchObject({ kind: 'replaced', document: { id: 'guide', version: 2 } });
  const { hits } = await documents.search({ text: 'last ferry' });
  expect(hits.map(({ chunk }) => chunk.text).join()).toContain('23:45');
  const { puts } = await store.changesSince(0);
  expect(JSON.stringify(puts)).not.toContain('22:10');
  expect(await documents.add({ ...guide, content: newer })).toMatchObject({ kind: 'unchanged' });
});

test('[LTM-8] a removed document is in no store and no index, and its words are in no audit', async () => {
  const store = inMemoryRecordStore();
  const segments = inMemorySegmentStore();
  const documents = createDocuments({ store, retrieval: { segments } });
  await documents.add(guide);
  expect(await documents.remove('guide')).toBe(true);
  expect((await documents.search({ text: 'ferry island dogs' })).hits).toEqual([]);
  expect(await documents.get('guide')).toBeUndefined();
  expect(await textsIn(documents)).not.toMatch(/ferry|island/i);
  const { items } = await documents.audit();
  expect(items.map(({ action }) => action)).toEqual(['erase', 'store']);
  expect(JSON.stringify(items)).not.toMatch(/ferry|harbour/i);
  await documents.dispose();
  const kept = [...(await segments.read('documents')).values()].map((bytes) =>
    new TextDecoder('latin1').decode(bytes),
  );
  expect(kept.join()).not.toMatch(/22:10|children/);
  expect((await store.changesSince(0)).puts).toEqual([]);
  expect(await documents.remove('guide').catch((error: Error) => error.name)).toMatch(/Closed/);
});

test('[LTM-8] a removed text is not taken in again under another name, unless the user adds it anew', async () => {
  const documents = createDocuments({ chunkTokens: 64, overlapTokens: 0 });
  await documents.add(guide);
  await documents.remove('guide');
  const copy = { name: 'copy.md', content: GUIDE.replaceAll('\n\n', '\n\n\n') };
  expect(await documents.add(copy)).toMatchObject({ kind: 'refused', refusal: { rule: 'ERASED' } });
  expect(await documents.add(copy, { evenIfErased: true })).toMatchObject({ kind: 'added' });
  expect((await documents.search({ text: 'last ferry' })).hits).not.toEqual([]);
});

test('[LTM-10] an abort leaves nothing behind, and the version before stays', async () => {
  const store = inMemoryRecordStore();
  const documents = createDocuments({ store });
  await documents.add(guide);
  const before = (await store.changesSince(0)).puts.length;
  const stop = new AbortController();
  const long = Array.from(
    { length: 400 },
    (_, index) => `Paragraph ${index}. ${'word '.repeat(200)}`,
  );
  const adding = documents.add(
    { ...guide, content: long.join('\n\n') },
    {
      signal: stop.signal,
      onProgress: ({ phase }) => phase === 'storing' && stop.abort(new Error('enough')),
    },
  );
  await expect(adding).rejects.toThrow('enough');
  expect((await documents.search({ text: 'last ferry' })).hits[0]?.chunk.text).toContain('22:10');
  await documents.dispose();
  const { puts } = await store.changesSince(0);
  expect(puts).toHaveLength(before);
});

test('[LTM-10] an adding whose tab was killed is cleared away by a later tab', async () => {
  const store = inMemoryRecordStore();
  let nowMs = 1_700_000_000_000;
  const clock = { nowMs: () => nowMs };
  const documents = createDocuments({ store, clock });
  await documents.add(guide);
  const whole = (await store.changesSince(0)).puts;
  const edition = (await documents.read('guide'))?.chunks[0]?.id.split(/[@#]/)[1] ?? '';
  const [chunk] = whole.filter(({ namespace }) => namespace.startsWith('document-chunks:'));
  if (!chunk) throw new Error('A chunk was stored.');
  // The records as a killed tab leaves them: some chunks of an edition, and the job that says so.
  const orphan = JSON.parse(JSON.stringify(chunk).replaceAll(edition, 'dead0000'));
  const job = {
    ...chunk,
    id: 'document-jobs:user:local/guide@dead0000',
    namespace: 'document-jobs:user:local',
    text: 'adding',
    metadata: { document: 'guide', edition: 'dead0000', chunks: 3 },
  };
  await store.commit({ puts: [orphan, job] });
  const reader = createDocuments({ store, clock });
  expect((await reader.search({ text: 'last ferry' })).hits).toHaveLength(1);
  expect((await store.changesSince(0)).puts).toHaveLength(whole.length + 2);
  nowMs += 6 * 60_000;
  const later = createDocuments({ store, clock });
  await later.ready;
  expect((await store.changesSince(0)).puts.map(({ id }) => id).sort()).toEqual(
    whole.map(({ id }) => id).sort(),
  );
});

test('[LTM-10] the index of documents outlives the page, and nothing is added to it again', async () => {
  const store = inMemoryRecordStore();
  const segments = inMemorySegmentStore();
  const first = createDocuments({ store, retrieval: { segments } });
  await first.add(guide);
  await first.dispose();
  const delta: number[] = [];
  const watched = {
    ...store,
    changesSince: async (...args: Parameters<typeof store.changesSince>) => {
      const changes = await store.changesSince(...args);
      delta.push(changes.puts.length);
      return changes;
    },
  };
  for (const name of [
    'secret',
    'revision',
    'commit',
    'byIds',
    'page',
    'tombstones',
    'mark',
  ] as const) {
    Reflect.set(watched, name, store[name].bind(store));
  }
  const second = createDocuments({ store: watched, retrieval: { segments } });
  expect((await second.search({ text: 'last ferry' })).hits).toHaveLength(1);
  expect(delta).toEqual([0]);
  await second.dispose();
});

test('[LTM-10] documents are apart from facts, also in one store', async () => {
  const store = inMemoryRecordStore();
  const documents = createDocuments({ store, user: 'ada' });
  const memory = createLongTermMemory({ store, user: 'ada' });
  await memory.store({
    type: 'user',
    kind: 'fact',
    text: 'Ada takes the ferry.',
    source: 'user_stated',
  });
  await documents.add(guide);
  const { hits } = await memory.retrieve({ text: 'ferry to the island' });
  expect(hits.map(({ record }) => record.text)).toEqual(['Ada takes the ferry.']);
  expect((await memory.list()).items).toHaveLength(1);
  expect((await documents.search({ text: 'Ada' })).hits).toEqual([]);
  for (const namespace of ['documents:user:ada', 'document-chunks:user:ada']) {
    expect(() => createLongTermMemory({ store, namespace })).toThrow('no records');
  }
});

test('[NS-1] a user finds, reads and removes no documents of another one', async () => {
  const store = inMemoryRecordStore();
  const segments = inMemorySegmentStore();
  const ada = createDocuments({ store, user: 'ada', retrieval: { segments } });
  await ada.add(guide);
  const bob = createDocuments({ store, user: 'bob' });
  expect((await bob.search({ text: 'last ferry' })).hits).toEqual([]);
  expect((await bob.list()).items).toEqual([]);
  expect(await bob.read('guide')).toBeUndefined();
  expect(await bob.remove('guide')).toBe(false);
  expect(await textsIn(bob)).not.toContain('ferry');
  expect((await bob.audit()).items).toEqual([]);
  expect((await ada.search({ text: 'last ferry' })).hits).toHaveLength(1);
});

test('[LTM-10] a search stays within its tokens and its documents', async () => {
  const documents = createDocuments();
  const paragraph = (name: string) => `The ferry ${name} sails. ${'All about it. '.repeat(30)}`;
  await documents.add({ id: 'one', content: paragraph('Albatross') });
  await documents.add({ id: 'two', content: paragraph('Heron') });
  const only = await documents.search({ text: 'ferry', documentIds: ['two'] });
  expect(only.hits.map(({ citation }) => citation.documentId)).toEqual(['two']);
  const tokens = only.hits[0]?.chunk.tokens ?? 0;
  expect((await documents.search({ text: 'ferry', maxTokens: tokens + 10 })).hits).toHaveLength(1);
});

test.each([
  [{ chunkTokens: 20 }, 'chunkTokens'],
  [{ overlapTokens: 200 }, 'overlapTokens'],
  [{ limits: { maxPages: 0 } }, 'maxPages'],
  [{ limits: { maxPage: 3 } }, 'maxPage'],
  [{ pdf: {} }, 'pdf'],
  [{ chunks: 3 }, 'chunk'],
  [{ namespace: 'user:bob', user: 'ada' }, 'other users'],
])('[LTM-10] options that cannot be meant are refused: %j', (options, named) => {
  expect(() => createDocuments(options as object)).toThrow(named);
});

test.each(['a#1', 'a@b', '', ' '])('[LTM-10] %j is no id of a document', async (id) => {
  await expect(createDocuments().add({ id, content: 'Text.' })).rejects.toThrow('id');
});

test('[LTM-10] a place for documents finds what another one over the same store has added since its first call', async () => {
  const store = inMemoryRecordStore();
  const reader = createDocuments({ store });
  expect((await reader.search({ text: 'last ferry' })).hits).toEqual([]);
  await createDocuments({ store }).add(guide);
  const { hits } = await reader.search({ text: 'last ferry' });
  expect(hits.map(({ citation }) => citation.documentId)).toEqual(['guide']);
});
