import { expect, test } from 'vitest';
import { decimal, formatTable, percent } from './table.mjs';

test('[BENCH] lines columns up, numbers to the right', () => {
  const table = formatTable<{ name: string; size: number }>(
    [
      { title: 'name', cell: (row) => row.name, align: 'left' },
      { title: 'size', cell: (row) => String(row.size) },
    ],
    [
      { name: 'a', size: 1 },
      { name: 'longer', size: 12345 },
    ],
  );
  expect(table.split('\n')).toEqual([
    'name     size',
    '──────  ─────',
    'a           1',
    'longer  12345',
  ]);
});

test('[BENCH] writes a missing figure as a dash', () => {
  expect([percent(0.1234), percent(null), decimal(1.5, 2), decimal(null, 2)]).toEqual([
    '12.3 %',
    '–',
    '1.50',
    '–',
  ]);
});
