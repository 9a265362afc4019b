import { expect, test } from 'vitest';
import { fromSnappy } from './snappy.mjs';

test('a literal and a reference that reaches into what it writes are decompressed', () => {
  // Ten characters: the literal "ab", then eight characters from two back.
  const bytes = Buffer.from([10, (2 - 1) << 2, 97, 98, ((8 - 4) << 2) | 1, 2]);
  expect(fromSnappy(bytes).toString()).toBe('ababababab');
});

test('a literal whose length stands apart, and references of two and four bytes, are decompressed', () => {
  const text = 'x'.repeat(70);
  const literal = [60 << 2, 69, ...Buffer.from(text)];
  const short = [((3 - 1) << 2) | 2, 70, 0];
  const long = [((2 - 1) << 2) | 3, 1, 0, 0, 0];
  const bytes = Buffer.from([75, ...literal, ...short, ...long]);
  expect(fromSnappy(bytes).toString()).toBe(text + 'x'.repeat(5));
});
