import { RECOMMENDED_MODELS } from '@agent-memory/models';
import { expect, test } from 'vitest';
import {
  hostOf,
  type ModelSource,
  parseKept,
  sourceKey,
  sourceOf,
  titleOf,
} from './model-source.ts';

const url = 'https://models.example/tiny.gguf';
const file: ModelSource = { kind: 'file', file: new File([], 'mine.gguf') };
const offers = RECOMMENDED_MODELS.map((offer): ModelSource => ({ kind: 'offer', offer }));

test('a source is found again by its key, but for a file', () => {
  for (const source of [...offers, { kind: 'address', url } as const]) {
    expect(sourceOf(sourceKey(source))).toEqual(source);
  }
  expect(sourceOf(sourceKey(file))).toBeUndefined();
  expect(sourceOf('offer/gone')).toBeUndefined();
});

test('[MOD-2] each source says where it comes from', () => {
  expect(offers.every((source) => hostOf(source)?.includes('huggingface.co'))).toBe(true);
  expect(hostOf({ kind: 'address', url })).toBe('models.example');
  expect(hostOf(file)).toBeUndefined();
  expect([titleOf({ kind: 'address', url }), titleOf(file)]).toEqual(['tiny.gguf', 'mine.gguf']);
});

test('what was kept is read back, and what cannot be read is left out', () => {
  const key = `address/${url}`;
  const kept = { key, contextWindow: 2_048, stored: { [key]: 12 } };
  expect(parseKept(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(parseKept({ key: 'moon', contextWindow: -1, stored: { moon: 1, [key]: 'x' } })).toEqual({
    contextWindow: 4_096,
    stored: {},
  });
  expect(parseKept('no')).toEqual({ contextWindow: 4_096, stored: {} });
});
