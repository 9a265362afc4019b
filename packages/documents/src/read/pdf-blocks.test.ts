import { estimateTokens } from '@agent-memory/core';
import { inSlices } from '@agent-memory/core/internal';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChunkDraft, chunkDocument } from '../chunk/chunk-document.ts';
import { pdfBlocks } from './pdf-blocks.ts';
import type { PdfPage } from './pdf-reader.ts';

/** A page with lines from the top down; an empty one leaves room between paragraphs. */
function aPage(lines: readonly string[], size = 12): PdfPage {
  let y = 800;
  const runs = lines.flatMap((text) => {
    y -= text === '' ? size * 2 : size * 1.2;
    return text === '' ? [] : [{ text, x: 72, y, width: 300, size }];
  });
  return { runs, view: [0, 0, 600, 842] };
}

async function chunksOf(
  pages: readonly PdfPage[],
  overlapTokens = 0,
): Promise<readonly ChunkDraft[]> {
  const { blocks } = await inSlices(pdfBlocks(pages));
  const size = { maxTokens: 64, overlapTokens, count: estimateTokens };
  return inSlices(chunkDocument(blocks, size));
}

/** Words that name the page that they stand on. */
const wordsOf = (page: number, count: number) =>
  Array.from({ length: count }, (_, at) => `page${page}word${at}`).join(' ');

/** The pages that the own words of a chunk name. */
function pagesIn({ text, repeated }: ChunkDraft) {
  const named = [...text.slice(repeated).matchAll(/page(\d+)word/gu)].map(([, page]) =>
    Number(page),
  );
  return { first: Math.min(...named), last: Math.max(...named) };
}

test('[LTM-10] each chunk of a paragraph that runs over pages cites those that its words stand on (seed 20261123)', async () => {
  const line = fc.integer({ min: 1, max: 12 });
  const aLine = fc.oneof({ weight: 4, arbitrary: line }, fc.constant(0));
  const layout = fc.array(fc.array(aLine, { minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 8,
  });
  const ends = fc.constantFrom('', '.', '-', '\u200B');
  await fc.assert(
    fc.asyncProperty(layout, ends, fc.constantFrom(0, 16), async (pages, end, overlap) => {
      const drawn = pages.map((lines, at) =>
        aPage(lines.map((count) => (count === 0 ? '' : wordsOf(at + 1, count) + end))),
      );
      for (const chunk of await chunksOf(drawn, overlap)) {
        expect(chunk.pages).toEqual(pagesIn(chunk));
      }
    }),
    { seed: 20261123, numRuns: 150 },
  );
});

test('[LTM-10] a chunk cites one page where its paragraph runs over several', async () => {
  const pages = [1, 2, 3].map((page) => aPage([wordsOf(page, 40), wordsOf(page, 40)]));
  const chunks = await chunksOf(pages);
  const cited = chunks.map(({ pages: range }) => `${range?.first}-${range?.last}`);
  expect(new Set(cited).size).toBeGreaterThan(3);
  expect(cited).toContain('2-2');
  expect(cited[0]).toBe('1-1');
  expect(cited.at(-1)).toBe('3-3');
});

test('[LTM-10] a paragraph goes on behind the number of its page, and the number keeps its own', async () => {
  const chunks = await chunksOf([
    aPage(['The ferry to the island', '', '- 1 -']),
    aPage(['2', '', 'leaves at ten past ten.']),
  ]);
  expect(chunks.map(({ text, pages }) => [text, pages])).toEqual([
    ['The ferry to the island leaves at ten past ten.\n\n- 1 -\n\n2', { first: 1, last: 2 }],
  ]);
});

test('[LTM-10] an item at the top of a page is no part of the sentence before', async () => {
  const pages = [aPage(['Children ride for free']), aPage(['- dogs pay half', 'of the price'])];
  const { blocks } = await inSlices(pdfBlocks(pages));
  expect(blocks.map(({ kind, pages: starts }) => [kind, starts])).toEqual([
    ['paragraph', [{ at: 0, page: 1 }]],
    ['list', [{ at: 0, page: 2 }]],
  ]);
});

test('[LTM-10] a page of many single letters is one line, read in steps', async () => {
  const runs = Array.from({ length: 100_000 }, (_, at) => ({
    ...{ text: 'x', y: 700, size: 12, width: 6 },
    x: at * 0.001,
  }));
  const steps = pdfBlocks([{ runs, view: [0, 0, 600, 842] }]);
  let taken = 0;
  let step = steps.next();
  while (!step.done) {
    taken += 1;
    step = steps.next();
  }
  expect(taken).toBeGreaterThan(100_000 / 256);
  expect(step.value.blocks).toHaveLength(1);
});
