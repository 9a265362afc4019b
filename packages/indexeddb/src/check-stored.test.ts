import { StoreCorruptError } from '@agent-memory/core';
import { expect, test } from 'vitest';
import { checkOverlays } from './check-stored.ts';

function storedWith(range: Readonly<Record<string, unknown>>) {
  const ranges = [{ fromSeq: 1, toSeq: 3, compactionId: 'k', tokens: 40, ...range }];
  return { settingsKey: 'k', value: { epoch: 0, ranges, entries: new Map() } };
}

test.each([
  ['without a source', {}],
  ['of estimated figures', { source: 'estimated' }],
])('[TOK-2] a stored range %s is read as it is', (_, range) => {
  const stored = storedWith(range);
  expect(checkOverlays('s', stored)).toEqual(stored);
});

test('[STO-2] a stored range of an unknown source is damaged', () => {
  expect(() => checkOverlays('s', storedWith({ source: 'guessed' }))).toThrow(StoreCorruptError);
});
