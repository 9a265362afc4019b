import { expect, test } from 'vitest';
import { isDocumentFile } from './document-file.ts';
import { addingWords, citationWords, documentFacts } from './document-words.ts';

const place = { documentId: 'd', chunkId: 'c', title: 'Guide', headings: [] };

test.each([
  [{ ...place, lines: { first: 9, last: 12 } }, 'Guide · lines 9–12'],
  [
    { ...place, headings: ['Guide', 'Dogs'], lines: { first: 3, last: 3 } },
    'Guide › Dogs · line 3',
  ],
  [{ ...place, headings: ['Prices'], pages: { first: 2, last: 2 } }, 'Guide › Prices · page 2'],
])('[LTM-10] a citation reads as the place where a reader finds it: %#', (citation, words) => {
  expect(citationWords(citation)).toBe(words);
});

test('a document says its size, and one on its way how far it is', () => {
  const sizes = { chunks: 1, tokens: 1_200, pages: 3, version: 1, addedAtMs: 0, updatedAtMs: 0 };
  const document = { ...sizes, id: 'd', title: 'Guide', format: 'pdf' } as const;
  expect(documentFacts(document)).toBe('PDF · 3 pages · 1 chunk · 1,200 tokens');
  const file = { key: 1, name: 'a.pdf' };
  expect(addingWords(file)).toBe('“a.pdf” waits …');
  const progress = { phase: 'reading', done: 3, total: 12 } as const;
  expect(addingWords({ ...file, progress })).toBe('Reading “a.pdf”, 3 of 12 …');
});

test.each([
  ['GUIDE.MD', true],
  ['page.xhtml', true],
  ['report.pdf', true],
  ['session.json', false],
  ['model.gguf', false],
])('%s is a document: %s', (name, isDocument) => {
  expect(isDocumentFile({ name })).toBe(isDocument);
});
