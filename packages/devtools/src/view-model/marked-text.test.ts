import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedText } from './marked-text.ts';

const marksOf = (text: string, kept: readonly string[], lost: readonly string[] = []) =>
  markedText(text, { kept, lost })
    .filter(({ mark }) => mark !== undefined)
    .map((piece) => [piece.mark, piece.text]);

test('[DEV-4] kept and lost values are marked where they stand whole', () => {
  expect(marksOf('R-20418 costs 75 EUR, not 175 EUR.', ['R-20418'], ['75 EUR'])).toEqual([
    ['kept', 'R-20418'],
    ['lost', '75 EUR'],
  ]);
  expect(marksOf('version 10.95', ['0.9'])).toEqual([]);
});

test('[DEV-4] of two values at one place the longer is marked', () => {
  expect(marksOf('up/a.jpg', ['a.jpg', 'up/a.jpg'])).toEqual([['kept', 'up/a.jpg']]);
});

test('[DEV-4] characters that mean something in a pattern are letters in a value', () => {
  expect(marksOf('see (.*) and [x]', ['(.*)', '[x]'])).toEqual([
    ['kept', '(.*)'],
    ['kept', '[x]'],
  ]);
});

test('[DEV-4] the pieces together are the text, seed 16', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', '1', '.', ' ', '(', '\\', '-', 'é', '🚲') });
  fc.assert(
    fc.property(piece, fc.array(piece), fc.array(piece), (text, kept, lost) => {
      const pieces = markedText(text, { kept, lost });
      expect(pieces.map((one) => one.text).join('')).toBe(text);
    }),
    { seed: 16 },
  );
});
