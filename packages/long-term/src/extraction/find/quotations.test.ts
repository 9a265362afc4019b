import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotationsIn } from './sentences.ts';

/** The same by patterns, which take a time that grows with the square of the length. */
const BY_PATTERN =
  /"[^"\n]{2,}"|“[^”\n]{2,}”|„[^“”\n]{2,}[“”]|«[^»\n]{2,}»|(?<!\p{L})'[^'\n]{6,}'(?!\p{L})/gu;

test.each([
  ['He said "I moved" to me.', ['I moved']],
  ['“One” and „zwei“ and «trois»', ['One', 'zwei', 'trois']],
  ["Don't say 'I live here', it isn't so.", ['I live here']],
  ['“never closed', []],
  ['“closed on\nthe next line”', []],
])('[EXT-2] the quotations of %s', (text, quoted) => {
  expect(quotationsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(quoted);
});

test('[EXT-2] in any text they are those that the patterns find', () => {
  const signs = fc.constantFrom('"', '“', '”', '„', '«', '»', "'", '\n', 'a', 'é', ' ', 'moved to');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const byPattern = [...text.matchAll(BY_PATTERN)].map(({ index, 0: said }) => ({
        from: index + 1,
        to: index + said.length - 1,
      }));
      expect(quotationsIn(text)).toEqual(byPattern);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
