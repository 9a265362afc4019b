import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPieceMemo, type PieceMemo } from './piece-memo.ts';
import { hashOf } from './rank-table.ts';

const piece = fc.uint8Array({ minLength: 2, maxLength: 12 });

test('[TOK-1] remembers a piece by its bytes', () => {
  const memo = createPieceMemo();
  set(memo, Uint8Array.of(1, 2, 3), 3, 2);
  expect(get(memo, Uint8Array.of(1, 2, 3, 9), 3)).toBe(2);
  expect(get(memo, Uint8Array.of(1, 2, 4), 3)).toBe(0);
});

test('[TOK-1] never gives the count of another piece, however small its memory is', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const memo = createPieceMemo({ poolBytes: 64, slots: 8 });
      for (const bytes of pieces) {
        const known = get(memo, bytes, bytes.length);
        expect([0, countOf(bytes)]).toContain(known);
        set(memo, bytes, bytes.length, countOf(bytes));
      }
    }),
  );
});

test('[TOK-1] takes new pieces when its memory is full, and forgets old ones for them', () => {
  const memo = createPieceMemo({ poolBytes: 8, slots: 64 });
  for (let byte = 0; byte < 100; byte += 1) {
    set(memo, Uint8Array.of(byte, 1, 2, 3), 4, 2);
    expect(get(memo, Uint8Array.of(byte, 1, 2, 3), 4)).toBe(2);
  }
  const held = Array.from({ length: 100 }, (_, byte) => get(memo, Uint8Array.of(byte, 1, 2, 3), 4));
  expect(held.filter((tokens) => tokens > 0).length).toBeLessThanOrEqual(2);
});

test('[TOK-1] does not take a piece that is longer than its memory', () => {
  const memo = createPieceMemo({ poolBytes: 8, slots: 8 });
  const bytes = new Uint8Array(9);
  set(memo, bytes, 9, 3);
  expect(get(memo, bytes, 9)).toBe(0);
});

function countOf(bytes: Uint8Array): number {
  return 1 + bytes.reduce((sum, byte) => (sum * 31 + byte) % 60_000, 7);
}

test('[TOK-1] knows nothing after it was cleared', () => {
  const memo = createPieceMemo();
  set(memo, Uint8Array.of(1, 2, 3), 3, 2);
  memo.clear();
  expect(get(memo, Uint8Array.of(1, 2, 3), 3)).toBe(0);
  set(memo, Uint8Array.of(1, 2, 3), 3, 2);
  expect(get(memo, Uint8Array.of(1, 2, 3), 3)).toBe(2);
});

test('[TOK-1] tells pieces of the same hash apart', () => {
  const memo = createPieceMemo();
  memo.set(Uint8Array.of(1, 2, 3), 3, 7, 2);
  expect(memo.get(Uint8Array.of(1, 2, 4), 3, 7)).toBe(0);
  expect(memo.get(Uint8Array.of(1, 2, 3), 3, 7)).toBe(2);
});

function get(memo: PieceMemo, bytes: Uint8Array, length: number): number {
  return memo.get(bytes, length, hashOf(bytes, 0, length));
}

function set(memo: PieceMemo, bytes: Uint8Array, length: number, tokens: number): void {
  memo.set(bytes, length, hashOf(bytes, 0, length), tokens);
}
