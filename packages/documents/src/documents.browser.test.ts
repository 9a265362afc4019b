import { indexedDbRecordStore, indexedDbSegmentStore } from '@agent-memory/indexeddb/long-term';
import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { createDocuments } from './create-documents.ts';
import type { DocumentsOptions } from './options.ts';
import { pdfReader } from './pdf/pdf-reader.ts';
import { smallPdf } from './testing/small-pdf.ts';

const cleanups: (() => Promise<void> | void)[] = [];
let databases = 0;

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function aDatabaseName(): string {
  const databaseName = `documents-${++databases}`;
  cleanups.push(() => deleteDB(databaseName));
  return databaseName;
}

function documentsIn(databaseName: string, options: DocumentsOptions = {}) {
  const store = indexedDbRecordStore({ databaseName });
  const segments = indexedDbSegmentStore({ databaseName });
  const documents = createDocuments({ store, retrieval: { segments }, ...options });
  cleanups.push(async () => {
    await documents.dispose();
    await store.close();
  });
  return documents;
}

const GUIDE = {
  id: 'guide',
  name: 'guide.md',
  content: '# Ferries\n\nThe last one leaves at 22:10.',
};

test('[LTM-10] a PDF is read in a worker of its own, and found with its page after a reload', async () => {
  const databaseName = aDatabaseName();
  const first = documentsIn(databaseName, { pdf: pdfReader() });
  const content = new Blob([
    smallPdf([
      { lines: [{ text: 'Harbour', size: 24 }] },
      { lines: [{ text: 'The ferry leaves at ten past ten.' }] },
    ]),
  ]);
  expect(await first.add({ id: 'report', content })).toMatchObject({
    kind: 'added',
    document: { format: 'pdf', pages: 2 },
  });
  await first.dispose();
  const { hits } = await documentsIn(databaseName).search({ text: 'When does the ferry leave?' });
  expect(hits[0]?.citation).toMatchObject({ headings: ['Harbour'], pages: { first: 2, last: 2 } });
});

test('[LTM-10] a PDF whose worker does not start is rejected with the reason, and nothing is stored', async () => {
  const pdf = pdfReader({ worker: () => new Worker('/no/such/worker.js') });
  const documents = documentsIn(aDatabaseName(), { pdf });
  const content = smallPdf([{ lines: [{ text: 'The ferry leaves at ten past ten.' }] }]);
  await expect(documents.add({ content })).rejects.toThrow(/nothing was stored.*`worker-src`/);
  expect((await documents.list()).items).toEqual([]);
});

test('[LTM-10] what one tab adds and removes, the other finds and finds no more', async () => {
  const databaseName = aDatabaseName();
  const one = documentsIn(databaseName);
  const other = documentsIn(databaseName);
  await Promise.all([one.ready, other.ready]);
  await one.add(GUIDE);
  const search = () => other.search({ text: 'last ferry' });
  await other.ready;
  await expect.poll(async () => (await search()).hits.length).toBe(1);
  await one.remove('guide');
  expect((await search()).hits).toEqual([]);
  expect((await other.list()).items).toEqual([]);
});

test('[LTM-10] two tabs that replace one document at once leave one of the two, whole', async () => {
  const databaseName = aDatabaseName();
  const texts = ['north', 'south'].map((pier) =>
    Array.from({ length: 300 }, (_, at) => `Ferry ${at} of the ${pier} pier.`).join('\n\n'),
  );
  const tabs = [documentsIn(databaseName), documentsIn(databaseName)];
  await Promise.all(
    tabs.map((tab, index) => tab.add({ id: 'piers', format: 'text', content: texts[index] ?? '' })),
  );
  const part = await tabs[0]?.read('piers', { limit: 1_000 });
  const read = part?.chunks.map(({ text, repeated }) => text.slice(repeated)).join(' ') ?? '';
  expect(part?.chunks).toHaveLength(part?.document.chunks ?? 0);
  expect(read.includes('north')).not.toBe(read.includes('south'));
  expect(part?.document.version).toBe(2);
});

test('[LTM-8] a removed document is nowhere in the database', async () => {
  const databaseName = aDatabaseName();
  const documents = documentsIn(databaseName);
  await documents.add(GUIDE);
  await documents.remove('guide');
  await documents.dispose();
  const segments = indexedDbSegmentStore({ databaseName });
  const store = indexedDbRecordStore({ databaseName });
  const kept = [...(await segments.read('documents')).values()].map((bytes) =>
    new TextDecoder('latin1').decode(bytes),
  );
  expect(kept.join()).not.toContain('22:10');
  expect((await store.changesSince(0)).puts).toEqual([]);
  const versions = await store.versionsAt(await store.namespaces(), Date.now());
  expect(versions).toEqual([]);
  await segments.close();
  await store.close();
});
