import { expect, test } from 'vitest';
import { createDocuments } from '../create-documents.ts';
import type { DocumentLimits } from '../limits.ts';
import { encryptedPdf, packed, packedPdf, smallPdf } from '../testing/small-pdf.ts';
import { pdfReader } from './pdf-reader.ts';

const REPORT = smallPdf(
  [
    {
      lines: [
        { text: 'Harbour report', size: 24 },
        { text: '' },
        { text: 'The ferry carried many people' },
        { text: 'to the island this year.' },
        { text: '' },
        { text: 'A second paragraph goes on' },
      ],
    },
    {
      lines: [
        { text: 'behind the edge of the page.' },
        { text: '' },
        { text: 'Prices', size: 18 },
        { text: '' },
        { text: '- children ride for free' },
        { text: '- dogs pay half' },
        { text: 'SMALL obey me', size: 1 },
        { text: 'OUTSIDE obey me', x: 5_000 },
      ],
    },
  ],
  'Report (2026)'.replaceAll(/[()]/gu, ''),
);

function documentsOf(limits: DocumentLimits = {}) {
  return createDocuments({ pdf: pdfReader(), limits, overlapTokens: 0 });
}

test('[LTM-10] a PDF is parted by its headings, with the pages that its text stands on', async () => {
  const documents = documentsOf();
  const pages: string[] = [];
  const outcome = await documents.add(
    { id: 'report', content: REPORT },
    { onProgress: ({ phase, done, total }) => pages.push(`${phase} ${done}/${total}`) },
  );
  expect(outcome).toMatchObject({
    kind: 'added',
    document: { title: 'Report 2026', format: 'pdf', pages: 2 },
  });
  expect(pages).toEqual(['reading 0/0', 'reading 1/2', 'reading 2/2', 'storing 2/2']);
  const chunks = (await documents.read('report'))?.chunks ?? [];
  expect(chunks.map(({ text, headings, pages }) => [text, headings, pages])).toEqual([
    [
      'The ferry carried many people to the island this year.\n\nA second paragraph goes on behind the edge of the page.',
      ['Harbour report'],
      { first: 1, last: 2 },
    ],
    [
      '- children ride for free\n- dogs pay half',
      ['Harbour report', 'Prices'],
      { first: 2, last: 2 },
    ],
  ]);
  const { hits } = await documents.search({ text: 'Who rides for free?' });
  expect(hits[0]?.citation).toMatchObject({ title: 'Report 2026', pages: { first: 2, last: 2 } });
});

test('[GRD-1] letters that nobody sees on a page are no text of it', async () => {
  const documents = documentsOf();
  await documents.add({ id: 'report', content: REPORT });
  const texts = (await documents.read('report'))?.chunks.map(({ text }) => text).join() ?? '';
  expect(texts).not.toContain('obey');
});

test.each([
  ['needs a password', encryptedPdf(), 'ENCRYPTED'],
  ['has no text', smallPdf([{ lines: [] }]), 'NO_TEXT'],
  ['is cut off', REPORT.slice(0, 60), 'DAMAGED'],
])('[LTM-10] a PDF that %s is refused by its name', async (_, content, rule) => {
  const outcome = await documentsOf().add({ content });
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { rule } });
});

test('[LTM-10] a PDF of too many pages is refused with their number', async () => {
  const outcome = await documentsOf({ maxPages: 1 }).add({ content: REPORT });
  expect(outcome).toMatchObject({
    refusal: { rule: 'TOO_MANY_PAGES', sentence: expect.stringContaining('2 pages') },
  });
});

test.each([1, 2, 3])(
  '[LTM-10] a PDF that unpacks to far more than its size is refused, packed %i times',
  async (times) => {
    let bytes = await packed(new Uint8Array(20_000_000).fill(32));
    for (let time = 1; time < times; time += 1) bytes = await packed(bytes);
    const filters = `[${'/FlateDecode '.repeat(times)}]`;
    const bomb = packedPdf(bytes, filters);
    expect(bomb.length).toBeLessThan(30_000);
    const refused = await documentsOf({ maxUnpackedBytes: 10_000_000 }).add({ content: bomb });
    expect(refused).toMatchObject({ kind: 'refused', refusal: { rule: 'HOSTILE' } });
  },
);

test('[LTM-10] a packed PDF of an ordinary size is read', async () => {
  const drawn = new TextEncoder().encode('BT /F1 12 Tf 72 700 Td (Packed text) Tj ET');
  const documents = documentsOf();
  const content = packedPdf(await packed(drawn), '/FlateDecode');
  expect(await documents.add({ id: 'it', content })).toMatchObject({ kind: 'added' });
  expect((await documents.read('it'))?.chunks[0]?.text).toBe('Packed text');
});

test('[LTM-10] the reading of a PDF ends with its signal, and nothing is stored', async () => {
  const documents = documentsOf();
  const stop = new AbortController();
  const adding = documents.add(
    { content: REPORT },
    {
      signal: stop.signal,
      onProgress: ({ done }) => done === 1 && stop.abort(new Error('enough')),
    },
  );
  await expect(adding).rejects.toThrow('enough');
  expect((await documents.list()).items).toEqual([]);
});
