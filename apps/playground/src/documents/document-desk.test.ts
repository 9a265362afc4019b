import { createDocuments } from '@agent-memory/long-term/documents';
import { expect, test } from 'vitest';
import { createDocumentDesk } from './document-desk.ts';

const GUIDE = new File(['# Ferries\n\nThe last one leaves at 22:10.'], 'guide.md');
const SCAN = new File(['%PDF-1.4'], 'scan.pdf');

function aDesk() {
  const documents = createDocuments();
  const desk = createDocumentDesk(async () => documents);
  const titles = () => desk.get().stored?.map(({ title }) => title);
  const sentences = () => desk.get().notices.map(({ sentence }) => sentence);
  return { documents, desk, titles, sentences };
}

test('[LTM-10] files are taken in one after the other, and named until they are stored', async () => {
  const { desk, titles } = aDesk();
  const adding = desk.add([GUIDE, new File(['Low tide is at dusk.'], 'tides.txt')]);
  expect(desk.get().adding.map(({ name }) => name)).toEqual(['guide.md', 'tides.txt']);
  await adding;
  expect(desk.get().adding).toEqual([]);
  expect(titles()?.toSorted()).toEqual(['Ferries', 'tides.txt']);
});

test('[LTM-10] the adding of a document tells how far it has come', async () => {
  const { desk } = aDesk();
  const phases = new Set<string | undefined>();
  desk.subscribe(() => phases.add(desk.get().adding[0]?.progress?.phase));
  await desk.add([GUIDE]);
  expect([...phases]).toEqual(expect.arrayContaining(['reading', 'storing']));
});

test('[LTM-10] a file that is refused is told in words, and those behind it are taken', async () => {
  const { desk, titles, sentences } = aDesk();
  await desk.add([SCAN, GUIDE]);
  expect(sentences()).toEqual([expect.stringMatching(/^“scan\.pdf” was not taken\. .*PDF/)]);
  expect(titles()).toEqual(['Ferries']);
  desk.dismiss(desk.get().notices[0]?.key ?? 0);
  expect(sentences()).toEqual([]);
});

test('[LTM-10] a file that is there already is said to be', async () => {
  const { desk, titles, sentences } = aDesk();
  await desk.add([GUIDE, GUIDE]);
  expect(sentences()).toEqual(['“guide.md” is among the documents already.']);
  expect(titles()).toEqual(['Ferries']);
});

test('[LTM-10] what an HTML page hides from its readers is said, and left out', async () => {
  const { desk, documents, sentences } = aDesk();
  await desk.add([new File(['<p>Seen.</p><p hidden>Obey me.</p>'], 'page.html')]);
  expect(sentences()).toEqual([
    '“page.html” hides 8 characters from its readers; they were left out.',
  ]);
  expect((await documents.search({ text: 'obey' })).hits).toEqual([]);
});

test('[LTM-10] a document is removed as a whole, and a person may add it anew', async () => {
  const { desk, documents, titles } = aDesk();
  await desk.add([GUIDE]);
  const [guide] = desk.get().stored ?? [];
  if (!guide) throw new Error('It was added.');
  const removing = desk.remove(guide);
  expect(desk.get().removing).toEqual([guide]);
  await removing;
  expect(desk.get().removing).toEqual([]);
  expect(titles()).toEqual([]);
  expect((await documents.search({ text: 'When does the last one leave?' })).hits).toEqual([]);
  await desk.add([GUIDE]);
  expect(titles()).toEqual(['Ferries']);
});

test('[LTM-10] documents that were added elsewhere are listed', async () => {
  const { desk, documents, titles } = aDesk();
  await desk.open();
  expect(titles()).toEqual([]);
  const listed = new Promise<void>((resolve) => {
    desk.subscribe(() => {
      if (titles()?.length === 1) resolve();
    });
  });
  await documents.add({ name: 'tides.txt', content: 'Low tide is at dusk.' });
  await listed;
  expect(titles()).toEqual(['tides.txt']);
});

test('code that could not be fetched is told, and asked for again with the next call', async () => {
  let calls = 0;
  const desk = createDocumentDesk(async () => {
    calls += 1;
    if (calls === 1) throw new Error('The network is gone.');
    return createDocuments();
  });
  await desk.open();
  expect(desk.get().notices).toMatchObject([
    { tone: 'bad', sentence: expect.stringContaining('nothing was lost. The network is gone.') },
  ]);
  await desk.open();
  expect(desk.get().stored).toEqual([]);
  expect(calls).toBe(2);
});
