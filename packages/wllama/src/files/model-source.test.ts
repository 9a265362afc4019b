import { expect, test } from 'vitest';
import { partsAt, partsOf } from './model-source.ts';

test('[MOD-5] the address of one file among several stands for all of them', () => {
  const parts = partsAt('https://example.org/m/model-00002-of-00003.gguf?download=true');
  expect(parts.map(({ name }) => name)).toEqual([
    'model-00001-of-00003.gguf',
    'model-00002-of-00003.gguf',
    'model-00003-of-00003.gguf',
  ]);
  expect(parts[2]).toMatchObject({
    url: 'https://example.org/m/model-00003-of-00003.gguf?download=true',
  });
});

test('an address without such numbers stands for itself', () => {
  const url = 'https://example.org/m/model-00001-of-00003.bin';
  expect(partsAt(url)).toEqual([{ content: 'gguf', name: 'model-00001-of-00003.bin', url }]);
});

test('files that were dropped are put in the order of their numbers', () => {
  const names = ['m-00002-of-00002.gguf', 'm-00001-of-00002.gguf'];
  const parts = partsOf(names.map((name) => new File(['x'], name)));
  expect(parts.map(({ name }) => name)).toEqual(names.toReversed());
  expect(partsOf([new Blob(['x'])])).toMatchObject([{ name: 'The file' }]);
});
