import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextSearch } from './text-search.mjs';

const text = fc.string({ minLength: 4, maxLength: 12 });
const encoding = fc.constantFrom<BufferEncoding>('utf8', 'utf16le');

test('a text is found wherever it stands (seed 12)', () => {
  fc.assert(
    fc.property(
      text,
      encoding,
      fc.uint8Array(),
      fc.uint8Array(),
      (sought, encoded, ahead, behind) => {
        const bytes = Buffer.concat([ahead, Buffer.from(sought, encoded), behind]);
        expect(new TextSearch([sought]).in(bytes)).toEqual([sought]);
      },
    ),
    { seed: 12 },
  );
});

test('of many texts those are found that a search for each one finds (seed 13)', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.uniqueArray(letters),
      fc.string({ unit: fc.constantFrom('a', 'b') }),
      (texts, there) => {
        const found = new TextSearch(texts).in(Buffer.from(there));
        expect(found.sort()).toEqual(texts.filter((one) => there.includes(one)).sort());
      },
    ),
    { seed: 13 },
  );
});

test('a text in a key is found: two bytes a letter, the high one first', () => {
  const bytes = Buffer.from('secret', 'utf16le').swap16();
  expect(new TextSearch(['secret', 'other']).in(bytes)).toEqual(['secret']);
});
