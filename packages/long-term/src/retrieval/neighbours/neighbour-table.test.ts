import { expect, test } from 'vitest';
import { loadStemmer } from '../text/stemmers.ts';
import { readNeighbours } from './word-neighbours.ts';

test('[RET-1] words of one stem share their neighbours', async () => {
  const lines = 'boat ship 78\nboats vessel 70\nbow ribbon 61';
  const table = readNeighbours({ language: 'en', lines }, await loadStemmer('en'));
  for (const word of ['boat', 'boats', 'boating']) {
    expect(table.neighboursOf(word)).toEqual([
      { word: 'ship', closeness: 0.78 },
      { word: 'vessel', closeness: 0.7 },
    ]);
  }
  expect(table.neighboursOf('bridge')).toEqual([]);
  expect(table.neighboursOf('')).toEqual([]);
});

test('[RET-1] words of one stem are found where it begins with another letter than they do', () => {
  const withoutPrefix = (word: string) => word.replace(/^me/, '');
  const table = readNeighbours({ language: 'id', lines: 'mebaca buku 80' }, withoutPrefix);
  expect(table.neighboursOf('baca')).toEqual([{ word: 'buku', closeness: 0.8 }]);
});
