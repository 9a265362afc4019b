import { estimateTokens } from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { markdownBlocks } from '../read/markdown.ts';
import { type ChunkDraft, chunkDocument } from './chunk-document.ts';

async function chunked(
  text: string,
  maxTokens = 64,
  overlapTokens = 16,
): Promise<readonly ChunkDraft[]> {
  const blocks = await inSlices(markdownBlocks(text));
  return inSlices(chunkDocument(blocks, { maxTokens, overlapTokens, count: estimateTokens }));
}

const bare = (text: string) => text.replaceAll(/\s+/gu, '');
const ownTextOf = (chunks: readonly ChunkDraft[]) =>
  chunks.map(({ text, repeated }) => text.slice(repeated)).join('');

const words = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('ferry', 'island', 'the', 'leaves', 'at 22:10.', 'Ende!'),
    },
    fc.constantFrom('👩‍👩‍👧', '🚂', '日本語の文章です。', '漢字', 'é', '𝒳'),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) =>
        text.replaceAll(/[\s#|`~<>=\-*+_[\]\p{Default_Ignorable_Code_Point}\p{C}]/gu, 'x'),
      ),
    fc.integer({ min: 100, max: 900 }).map((length) => '🚂k'.repeat(length)),
  ),
  { minLength: 1, maxLength: 120 },
);

test('[LTM-10] chunks hold the whole text once, within their size, and part no code point (seed 20261123)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (paragraphs) => {
      const text = paragraphs.map((one) => one.join(' ')).join('\n\n');
      const chunks = await chunked(text);
      expect(bare(ownTextOf(chunks))).toBe(bare(text));
      for (const chunk of chunks) {
        expect(chunk.text.isWellFormed()).toBe(true);
        expect(chunk.tokens).toBe(estimateTokens(chunk.text));
        expect(chunk.tokens).toBeLessThanOrEqual(64);
      }
    }),
    { seed: 20261123, numRuns: 60 },
  );
});

test('[LTM-10] a chunk begins with the end of the one before it, within its section alone', async () => {
  const sentence = (index: number) => `Sentence number ${index} tells of the ferry.`;
  const section = Array.from({ length: 20 }, (_, index) => sentence(index)).join(' ');
  const chunks = await chunked(`# One\n\n${section}\n\n# Two\n\nAnother text.`);
  const [first, second] = chunks;
  expect(second?.repeated).toBeGreaterThan(0);
  const repeated = second?.text.slice(0, second.repeated).trim() ?? '';
  expect(first?.text.endsWith(repeated)).toBe(true);
  expect(chunks.at(-1)).toMatchObject({ text: 'Another text.', repeated: 0, headings: ['Two'] });
});

test('[LTM-10] a table that is parted repeats its head', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `| pier ${index} | island ${index} |`);
  const chunks = await chunked(['| from | to |', '| --- | --- |', ...rows].join('\n'));
  expect(chunks.length).toBeGreaterThan(3);
  for (const { kind, text } of chunks) {
    expect(kind).toBe('table');
    expect(text.startsWith('| from | to |\n| --- | --- |\n')).toBe(true);
  }
  expect(chunks[1]?.lines?.first).toBe((chunks[0]?.lines?.last ?? 0) + 1);
});

test('[LTM-10] a heading with nothing under it is kept as a text', async () => {
  const chunks = await chunked('# A\n\n# B\n\n## C\n\ntext');
  expect(chunks.map(({ kind, text, headings }) => [kind, text, headings])).toEqual([
    ['heading', 'A', []],
    ['paragraph', 'text', ['B', 'C']],
  ]);
});

const MARKS = [
  '- x',
  '* x',
  '1. x',
  '> x',
  '>',
  '- ',
  '* ',
  '`',
  '| a |',
  '|-',
  '# ',
  '~',
  ' ',
  '\t',
  'k',
  '_',
];

/** A text of one mark without an end: on one line, on many, or each line deeper than the one before. */
const hostile = fc
  .record({
    mark: fc.constantFrom(...MARKS),
    head: fc.constantFrom('', 'text', '| a | b |\n| --- | --- |\n', '- x\n', '    '),
    form: fc.constantFrom('line', 'lines', 'deeper'),
    end: fc.constantFrom('', ' x', '`'),
  })
  .map(({ mark, head, form, end }) => (size: number) => {
    const count = Math.ceil(size / mark.length);
    if (form === 'line') return head + mark.repeat(count) + end;
    if (form === 'lines') return head + `${mark}\n`.repeat(count) + end;
    const depth = Math.ceil(Math.sqrt(size));
    const lines = Array.from({ length: depth }, (_, at) => ' '.repeat(at * 2) + mark);
    return head + lines.join('\n') + end;
  });

const COUNTERS = [
  estimateTokens,
  (text: string) => text.split(/\s+/u).length,
  (text: string) => Math.ceil(text.length / 50),
];

test('[LTM-10] each character is counted some times, however long and deep a document is (seed 20261123)', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.constantFrom(...COUNTERS), async (textOf, counter) => {
      const size = { maxTokens: 256, overlapTokens: 32 };
      for (const length of [2_000, 8_000]) {
        const text = textOf(length);
        let counted = 0;
        const count = (part: string) => {
          counted += part.length;
          return counter(part);
        };
        const blocks = await inSlices(markdownBlocks(text));
        const chunks = await inSlices(chunkDocument(blocks, { ...size, count }));
        expect(counted / text.length).toBeLessThan(25);
        const given = chunks.reduce((sum, chunk) => sum + chunk.text.length, 0);
        expect(given).toBeLessThan(2.5 * text.length + 1_000);
        for (const chunk of chunks) expect(chunk.text.length).toBeLessThan(10_000);
      }
    }),
    { seed: 20261123, numRuns: 50 },
  );
});
