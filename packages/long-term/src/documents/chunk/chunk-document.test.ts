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
