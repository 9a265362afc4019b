import fc from 'fast-check';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, test } from 'vitest';
import { LONGEST_PIECE, type PieceEnd, pieceEndBy } from './split-pieces.ts';

const encodings = [
  { name: 'o200k_base', pattern: o200k.pat_str },
  { name: 'cl100k_base', pattern: cl100k.pat_str },
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

describe.each(encodings)('$name', ({ pattern }) => {
  const pieceEnd = pieceEndBy(pattern);

  test('[TOK-1] gives the pieces of the published pattern', () => {
    fc.assert(
      fc.property(text, (sample) => {
        expect(piecesOf(sample, pieceEnd)).toEqual(sample.match(new RegExp(pattern, 'ug')) ?? []);
      }),
      { numRuns: 3_000 },
    );
  });

  test('[TOK-1] gives the same pieces in a text that is looked at in parts', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const far = 'word 12 '.repeat(LONGEST_PIECE / 8);
        const pieces = piecesOf(`${sample}${far}`, pieceEnd, sample.length);
        const expected = `${sample}word 12 `.match(new RegExp(pattern, 'ug')) ?? [];
        expect(pieces).toEqual(expected.slice(0, pieces.length));
      }),
      { numRuns: 300 },
    );
  });

  test('[TOK-1] a piece over the limit is cut there', () => {
    const whole = 'a'.repeat(LONGEST_PIECE);
    expect(piecesOf(`${whole}a b`, pieceEnd).map(({ length }) => length)).toEqual([
      LONGEST_PIECE,
      1,
      2,
    ]);
    expect(piecesOf(whole, pieceEnd)).toEqual([whole]);
  });
});

function piecesOf(sample: string, pieceEnd: PieceEnd, until = sample.length): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < until; ) {
    const end = pieceEnd(sample, start);
    pieces.push(sample.slice(start, end));
    start = end;
  }
  return pieces;
}
