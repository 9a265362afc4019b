import { createDocuments } from '@agent-memory/documents';
import {
  createLongTermMemory,
  inMemoryRecordStore,
  type MemoryRecord,
} from '@agent-memory/long-term';
import {
  aRecord,
  inMemorySegmentStore,
  recordStoreContract,
  segmentStoreContract,
} from '@agent-memory/long-term/testing';
import { expect, test } from 'vitest';
import { aKey } from '../testing/a-key.ts';
import { wordsIn } from '../testing/words-in.ts';
import { encryptedRecordStore } from './encrypted-record-store.ts';
import { encryptedSegmentStore } from './encrypted-segment-store.ts';

type Records = ReturnType<typeof inMemoryRecordStore>;

async function everythingIn(store: Records): Promise<unknown> {
  const { puts } = await store.changesSince(0);
  return [puts, await store.versions(puts.map(({ id }) => id)), await store.audit()];
}

recordStoreContract('encryptedRecordStore', async () => {
  const inner = inMemoryRecordStore();
  const store = encryptedRecordStore(inner, await aKey());
  return { store, reopen: async () => store, dump: async () => wordsIn(await everythingIn(inner)) };
});

segmentStoreContract('encryptedSegmentStore', async () => {
  const [inner, key] = [inMemorySegmentStore(), await aKey()];
  const reopen = async () => encryptedSegmentStore(inner, key);
  return { store: await reopen(), reopen };
});

const PLANTED = aRecord({
  id: 'a',
  text: 'A pomegranate is red.',
  subject: 'the pomegranate',
  key: 'fruit:pomegranate',
  value: { name: 'pomegranate' },
  evidence: [{ sessionId: 'pomegranate', entryId: 'pomegranate' }],
  heldFor: ['pomegranate'],
  metadata: { pomegranate: 'pomegranate' },
});

/** The store, as if what it holds had been changed on disk. */
function alteredStore(inner: Records, alter: (record: MemoryRecord) => MemoryRecord): Records {
  return {
    ...inner,
    byIds: async (ids) => (await inner.byIds(ids)).map(alter),
    changesSince: async (revision) => {
      const delta = await inner.changesSince(revision);
      return { ...delta, puts: delta.puts.map(alter) };
    },
  };
}

test('[STO-11] nothing that a record says can be read in the store, and all of it comes back and is found', async () => {
  const [inner, key] = [inMemoryRecordStore(), await aKey()];
  await encryptedRecordStore(inner, key).commit({ puts: [PLANTED], versions: [PLANTED] });
  expect(wordsIn(PLANTED).match(/pomegranate/g)).toHaveLength(9);
  expect(wordsIn(await everythingIn(inner))).not.toContain('pomegranate');
  const store = encryptedRecordStore(inner, key);
  expect(await store.byKeys('user:ada', ['fruit:pomegranate'])).toEqual([PLANTED]);
  expect(await store.bySubject('user:ada', 'the pomegranate', 'fact')).toEqual([PLANTED]);
  await store.commit({ use: { recordIds: ['a'], atMs: 5 } });
  expect(await store.byIds(['a'])).toEqual([{ ...PLANTED, uses: 1, lastUsedAtMs: 5 }]);
});

test('[STO-11] a hash of a text by the store’s own secret is no hash that the store has', async () => {
  const inner = inMemoryRecordStore();
  const store = encryptedRecordStore(inner, await aKey());
  expect(await store.secret()).not.toEqual(await inner.secret());
});

test('[STO-11] pages by the beginning of a key have all that begin so, each once', async () => {
  const store = encryptedRecordStore(inMemoryRecordStore(), await aKey());
  const keys = ['x:1', 'k:1', 'k:2', 'x:2', 'k:3', 'k:4', 'x:3'];
  await store.commit({ puts: keys.map((key, at) => aRecord({ id: key, key, createdAtMs: at })) });
  const ids: string[] = [];
  let next: string | undefined;
  do {
    const place = next === undefined ? {} : { after: next };
    const filter = { namespaces: ['user:ada'], keyPrefix: 'k:' };
    const page = await store.page(filter, { limit: 2, ...place });
    ids.push(...page.items.map(({ id }) => id));
    next = page.next;
  } while (next !== undefined);
  expect(ids).toEqual(['k:4', 'k:3', 'k:2', 'k:1']);
});

test('[STO-11] records of another key, altered ones and those without encryption are neither read nor joined by others', async () => {
  const [inner, key] = [inMemoryRecordStore(), await aKey()];
  await encryptedRecordStore(inner, key).commit({ puts: [PLANTED, aRecord({ id: 'b' })] });
  const plain = inMemoryRecordStore();
  await plain.commit({ puts: [PLANTED] });
  const [{ text }] = (await inner.byIds(['b'])) as [MemoryRecord];
  const flipped = (record: MemoryRecord) => ({
    ...record,
    text: record.text.replace(/.{5}$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1)),
  });
  const faults = [
    [encryptedRecordStore(inner, await aKey()), 'other-key'],
    [encryptedRecordStore(plain, key), 'plain'],
    [encryptedRecordStore(alteredStore(inner, flipped), key), 'altered'],
    [
      encryptedRecordStore(
        alteredStore(inner, (record) => ({ ...record, text })),
        key,
      ),
      'altered',
    ],
  ] as const;
  for (const [store, fault] of faults) {
    const refused = { code: 'DECRYPTION_FAILED', fault };
    await expect(store.byIds(['a'])).rejects.toMatchObject(refused);
    await expect(store.commit({ puts: [aRecord({ id: 'c' })] })).rejects.toMatchObject(refused);
  }
  expect([await inner.revision(), await plain.revision()]).toEqual([1, 1]);
});

test('[STO-11] an index of another key, an altered one and one without encryption are neither read nor written to', async () => {
  const [inner, key] = [inMemorySegmentStore(), await aKey()];
  const store = encryptedSegmentStore(inner, key);
  const word = new TextEncoder().encode('pomegranate').buffer;
  await store.write('own', new Map([['one', word]]));
  expect(wordsIn(inner.bytes('own'))).not.toContain('pomegranate');
  await inner.write('plain', new Map([['one', word]]));
  const [sealed] = inner.bytes('own').values();
  await inner.write('moved', new Map([['one', sealed]]));
  const other = encryptedSegmentStore(inner, await aKey());
  const faults = [
    [other, 'own', 'other-key'],
    [store, 'plain', 'plain'],
    [store, 'moved', 'altered'],
  ] as const;
  for (const [each, index, fault] of faults) {
    const before = new Map(inner.bytes(index));
    await expect(each.read(index)).rejects.toMatchObject({ fault });
    await expect(each.write(index, new Map([['two', word]]))).rejects.toMatchObject({ fault });
    expect(inner.bytes(index)).toEqual(before);
  }
});

test('[STO-11] a memory and documents work on encrypted stores, and erase what they are told to', async () => {
  const [key, records, segments] = [await aKey(), inMemoryRecordStore(), inMemorySegmentStore()];
  const store = encryptedRecordStore(records, key);
  const stored = encryptedSegmentStore(segments, key);
  const open = () => ({
    memory: createLongTermMemory({ user: 'ada', store, retrieval: { segments: stored } }),
    documents: createDocuments({ user: 'ada', store, retrieval: { segments: stored } }),
  });
  const { memory, documents } = open();
  await memory.store({
    text: 'Ada eats a pomegranate each morning.',
    type: 'user',
    kind: 'fact',
    source: 'user_stated',
  });
  const content = 'The medlar is eaten when it is soft.';
  await documents.add({ id: 'fruit', name: 'fruit.txt', content });
  await memory.dispose();
  await documents.dispose();
  const all = async () => [
    ...[await everythingIn(records), segments.bytes('records'), segments.bytes('documents')],
    await records.namespaces(),
  ];
  expect(wordsIn(await all())).not.toMatch(/pomegranate|medlar/);
  const again = open();
  expect((await again.memory.retrieve({ text: 'pomegranate' })).hits).toHaveLength(1);
  expect((await again.documents.search({ text: 'medlar' })).hits).toHaveLength(1);
  await again.documents.remove('fruit');
  expect((await again.documents.search({ text: 'medlar' })).hits).toEqual([]);
  await again.memory.dispose();
  await again.documents.dispose();
});
