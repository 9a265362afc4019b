import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../ground/platform/steps.ts';
import { mergeArrays, mergingBytes } from './merge-bytes.ts';
import type { RankTable } from './rank-table.ts';

type RankOf = (bytes: Uint8Array, start: number, end: number) => number;

function tableBy(rankOf: RankOf): RankTable {
  return { rankOf };
}

/** Every run of one letter that is a power of two long is a token, short ones first. */
const doubling: RankOf = (bytes, start, end) => {
  const length = end - start;
  const isOneByte = bytes.subarray(start, end).every((byte) => byte === bytes[start]);
  return isOneByte && Number.isInteger(Math.log2(length)) && length <= 64 ? Math.log2(length) : -1;
};

test('[TOK-1] merges the lowest rank first and the leftmost of equals', () => {
  const ranks = tableOf(['bc', 'ab', 'abc', 'cd']);
  expect(tokensOf('abcd', ranks)).toBe(naiveTokens('abcd', ranks));
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 5 }),
        {
          maxLength: 30,
        },
      ),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 96 }),
      (tokens, text) => {
        const table = tableOf(tokens);
        expect(tokensOf(text, table)).toBe(naiveTokens(text, table));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('[TOK-1] looks up at most three ranks for each byte of a piece, however long it is', () => {
  for (const length of [1_000, 10_000, 100_000]) {
    let lookups = 0;
    const counting = tableBy((bytes, start, end) => {
      lookups += 1;
      return doubling(bytes, start, end);
    });
    const merged = runToEnd(mergingBytes(new Uint8Array(length).fill(97), length, counting));
    expect(merged).toBe(Math.floor(length / 64) + bitsOf(length % 64));
    expect(lookups).toBeLessThanOrEqual(3 * length);
  }
});

function bitsOf(value: number): number {
  return value.toString(2).replaceAll('0', '').length;
}

function tableOf(tokens: readonly string[]): RankTable {
  return tableBy((bytes, start, end) =>
    tokens.indexOf(String.fromCharCode(...bytes.subarray(start, end))),
  );
}

/** One set of arrays, so that each piece finds there what the one before it left. */
const shared = mergeArrays(1_024);

function tokensOf(text: string, ranks: RankTable): number {
  const bytes = new TextEncoder().encode(text);
  const tokens = runToEnd(mergingBytes(bytes, text.length, ranks));
  expect(runToEnd(mergingBytes(bytes, text.length, ranks, shared))).toBe(tokens);
  return tokens;
}

/** The definition: look at all pairs, merge the best, start again. */
function naiveTokens(text: string, ranks: RankTable): number {
  const bytes = new TextEncoder().encode(text);
  const cuts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  for (;;) {
    const pairs = cuts.slice(0, -2).map((start, index) => {
      const rank = ranks.rankOf(bytes, start, cuts[index + 2] ?? 0);
      return { cut: index + 1, rank };
    });
    const known = pairs.filter((pair) => pair.rank >= 0);
    if (known.length === 0) return cuts.length - 1;
    const best = known.reduce((lowest, pair) => (pair.rank < lowest.rank ? pair : lowest));
    cuts.splice(best.cut, 1);
  }
}
