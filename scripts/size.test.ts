import { expect, test } from 'vitest';
import { formatSizes, loadedAtOnce } from './size.mjs';

const chunk = (fileName: string, imports: readonly string[], isEntry = false) => ({
  fileName,
  imports,
  isEntry,
});

test('counts the entry and what it imports statically, however far away', () => {
  const chunks = [
    chunk('ranks.js', []),
    chunk('far.js', []),
    chunk('near.js', ['far.js', 'entry.js']),
    chunk('entry.js', ['near.js'], true),
  ];
  expect(loadedAtOnce(chunks).map(({ fileName }) => fileName)).toEqual([
    'entry.js',
    'near.js',
    'far.js',
  ]);
});

test('says which sizes are within their budget', () => {
  const rows = [
    { name: 'core', bytes: 12_340, budgetBytes: 20_000 },
    { name: 'react', bytes: 25_100, budgetBytes: 25_000 },
  ];
  expect(formatSizes(rows).split('\n')).toEqual([
    'core    12.3 kB  within  20.0 kB',
    'react   25.1 kB  over    25.0 kB',
  ]);
});
