import { expect, test } from 'vitest';
import { buildRankTable } from './rank-table.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('[TOK-1] reads all lines of ranks in their order', async () => {
  // a, b, ab | abc, cd
  const table = await buildRankTable('! 0 YQ== Yg== YWI=\n! 7 YWJj Y2Q=\n');
  const bytes = bytesOf('abcd');
  const order = [
    table.rankOf(bytes, 0, 1),
    table.rankOf(bytes, 1, 2),
    table.rankOf(bytes, 0, 2),
    table.rankOf(bytes, 0, 3),
    table.rankOf(bytes, 2, 4),
  ];
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  expect(new Set(order).size).toBe(5);
  expect(order).not.toContain(-1);
});

test('[TOK-1] knows no bytes but its own', async () => {
  const table = await buildRankTable('! 0 YQ== YWI=');
  expect(table.rankOf(bytesOf('ba'), 0, 2)).toBe(-1);
  expect(table.rankOf(bytesOf('b'), 0, 1)).toBe(-1);
  expect(table.rankOf(bytesOf('abc'), 0, 3)).toBe(-1);
  expect(table.rankOf(bytesOf('xab'), 1, 3)).toBe(1);
});
