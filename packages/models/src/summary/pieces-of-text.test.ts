import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesWithin } from './pieces-of-text.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

test('[CMP-10] pieces fit, lose no character but white space, and cut no pair (seed 20261122)', async () => {
  await fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.integer({ min: 1, max: 30 }),
      (text, maxTokens) => {
        const pieces = [...piecesWithin(text, maxTokens, count)];
        for (const piece of pieces) {
          expect(count(piece)).toBeLessThanOrEqual(maxTokens);
          expect(piece.isWellFormed()).toBe(text.isWellFormed());
        }
        expect(pieces.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
      },
    ),
    { seed: 20261122, numRuns: 500 },
  );
});

test('[CMP-10] a text of a megabyte without a gap is cut without being counted again and again', () => {
  let counted = 0;
  const text = 'x'.repeat(1_000_000);
  const pieces = [
    ...piecesWithin(text, 1_000, (piece) => {
      counted += piece.length;
      return count(piece);
    }),
  ];
  expect(pieces.length).toBeLessThan(300);
  expect(counted).toBeLessThan(6 * text.length);
});
