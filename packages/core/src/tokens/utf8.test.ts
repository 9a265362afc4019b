import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_BYTES_PER_UNIT, writeUtf8 } from './utf8.ts';

test('[TOK-1] writes the bytes of the Encoding Standard, lone surrogates as U+FFFD', () => {
  const units = fc.oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.integer({ min: 0xd7f0, max: 0xe00f }),
  );
  fc.assert(
    fc.property(fc.array(units, { maxLength: 40 }), (codes) => {
      const text = String.fromCharCode(...codes);
      expect(bytesOf(text)).toEqual([...new TextEncoder().encode(text)]);
    }),
    { numRuns: 1_000 },
  );
});

test('[TOK-1] writes a part of a text and does not look past its end', () => {
  const into = new Uint8Array(8);
  expect(writeUtf8('a😀', 1, 2, into)).toBe(3);
  expect([...into.subarray(0, 3)]).toEqual([0xef, 0xbf, 0xbd]);
});

function bytesOf(text: string): number[] {
  const into = new Uint8Array(text.length * MOST_BYTES_PER_UNIT);
  return [...into.subarray(0, writeUtf8(text, 0, text.length, into))];
}
