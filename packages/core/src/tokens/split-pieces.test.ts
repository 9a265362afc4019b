import fc from 'fast-check';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { type PieceEnd, splitterOfCl100k, splitterOfO200k } from './split-pieces.ts';

const encodings = [
  { name: 'o200k_base', pattern: o200k.pat_str, pieceEnd: splitterOfO200k() },
  { name: 'cl100k_base', pattern: cl100k.pat_str, pieceEnd: splitterOfCl100k() },
];

/** Fragments at which the published patterns change their mind. */
const fragment = fc.constantFrom(
  ...[' ', '  ', '\n', '\r\n', '\t', '\u00a0', '\u2028', '\ufeff', '\u0085', '/', '//', "'", '’'],
  ...["'s", "'S", "'ll", "'Ll", "'RE", "'ve", "'x", "'ſ", 'a', 'B', 'word', 'Word', 'WORD', 'WOrd'],
  ...[
    'ǅ',
    'ʰ',
    'ª',
    'ß',
    'İ',
    'ſ',
    'é',
    'e\u0301',
    '\u0301',
    '\u0301\u0302',
    '漢',
    '漢字',
    'かな',
    '한글',
  ],
  ...[
    '1',
    '1234567',
    '٣',
    '½',
    'Ⅷ',
    '.',
    '...',
    '_',
    '#!',
    '“',
    '—',
    '😀',
    '👨‍👩‍👧',
    '𐐀',
    '𐐨',
    '𝟘',
    '𠮷',
  ],
  ...['\ud800', '\udc00', '\u0000', '<|endoftext|>'],
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 24 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
);

describe.each(encodings)('$name', ({ pattern, pieceEnd }) => {
  test('[TOK-1] gives the pieces of the published pattern', () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(piecesOf(sample, pieceEnd)).toEqual(sample.match(new RegExp(pattern, 'ug')) ?? []);
      }),
      { numRuns: 3_000 },
    );
  });

  test('[TOK-1] classes every character as the published pattern does', () => {
    const expression = new RegExp(pattern, 'ug');
    for (let first = 0; first < BEHIND_ASSIGNED_PLANES; first += 0x1000) {
      const characters = Array.from({ length: 0x1000 }, (_, index) =>
        String.fromCodePoint(first + index),
      );
      // Between these letters, a character of a wrong class moves a cut.
      const sample = characters.map((character) => `a${character}B${character} `).join('');
      const expected = sample.match(expression) ?? [];
      expect(piecesOf(sample, pieceEnd).join(CUT)).toBe(expected.join(CUT));
    }
  });
});

/** Planes 0 to 3; behind them are private, unassigned and variation characters only. */
const BEHIND_ASSIGNED_PLANES = 0x40000;
const CUT = '\n|';

function piecesOf(sample: string, pieceEnd: PieceEnd): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < sample.length; ) {
    const end = pieceEnd(sample, start);
    pieces.push(sample.slice(start, end));
    start = end;
  }
  return pieces;
}
